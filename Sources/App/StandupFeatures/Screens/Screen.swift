package import Presentation

/// The content of the window, independent of the front end: final, localized texts and no logic.
///
/// Front ends draw it and return keys and clicks as commands.
///
/// `standup inspect` prints it as JSON.
package struct Screen: Hashable, Sendable, Codable {
    /// The address of the place, for `standup open`.
    package var address: String
    package var content: Content
    package var dialog: DialogScreen?
    var help: HelpScreen?
    package var task: TaskScreen?
    /// The notice in the bottom line.
    var notice: Notice?
    /// The key hints, most important first; a front end shows as many as fit.
    package var keys: [KeyHint] = []
    /// The text shown if the window is too small.
    var tooSmall: String = ""

    package enum Content: Hashable, Sendable {
        case list(ListScreen)
        case standup(StandupScreen)
        case form(FormScreen)
        case start(StartScreen)
        case record(RecordScreen)
        case meeting(MeetingScreen)
        case replace(ReplaceScreen)
        case export(ExportScreen)
        case post(PostScreen)
        case files(FilesScreen)
        case importing(ImportScreen)
        case devices(DevicesScreen)
        case invitation(InvitationScreen)
        case search(SearchScreen)

        /// The same content; the stage of a running meeting does not flash.
        var withoutFlash: Self {
            guard case .record(var record) = self else { return self }
            record.isFlashing = false
            return .record(record)
        }
    }
}

package struct KeyHint: Hashable, Sendable, Codable {
    /// The key's label on a keyboard, such as `n`, `Enter` or `↑`.
    package var key: String
    package var text: String
    /// The index in `KeyTable.bindings`, so that a click on the hint can perform the command; -1 for the key of
    /// a dialog's answer.
    var binding: Int
    /// The key's sign, for a window too narrow for its label; nil if the label is short.
    var sign: String?
}

/// A one-line notice.
package struct Notice: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case information
        case warning
        case error
    }

    package var kind: Kind
    /// What happened, and what to do.
    package var text: String

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// A dialog box in front of the screen.
package struct DialogScreen: Hashable, Sendable, Codable {
    package struct Answer: Hashable, Sendable, Codable {
        package enum Role: String, Hashable, Sendable, Codable {
            case normal
            case destructive
            case cancel
        }

        package var text: String
        /// The letter that triggers it.
        package var key: String
        package var role: Role = .normal
    }

    /// The question.
    package var title: String
    /// The explanation below the question.
    package var message: String = ""
    /// The answers; `select` and `answer` are indices into them.
    var answers: [Answer]
    /// The index of the answer that Enter gives.
    var selected: Int = 0
}

extension Screen {
    /// The first line to show of what scrolls by lines; nil if nothing does.
    var scrolledLine: Int? {
        if let help { return help.offset }
        return if case .post(let post) = content { post.offset } else { nil }
    }
}

/// The help: the keys of a screen.
package struct HelpScreen: Hashable, Sendable, Codable {
    /// The keys of one context, such as a form or its text fields.
    package struct Section: Hashable, Sendable, Codable {
        /// The context's name.
        package var title: String
        package var keys: [KeyHint]
    }

    package var title: String
    /// The sections; the context with the focus comes first.
    var sections: [Section]
    /// The scroll offset in lines.
    package var offset: Int = 0
}
