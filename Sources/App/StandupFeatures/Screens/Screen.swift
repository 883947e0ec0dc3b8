/// What is to be seen, whichever face draws it: final texts in the user's language, and nothing to decide.
///
/// Faces draw it and give keys and clicks back as commands; `standup inspect` prints it as JSON.
package struct Screen: Hashable, Sendable, Codable {
    /// The address of the place, which `standup open` opens.
    package var address: String
    /// The one screen that is in front.
    package var content: Content
    /// A question in front of it.
    package var dialog: DialogScreen?
    /// The keys of the present screen, where they are asked for.
    package var help: HelpScreen?
    /// Something that happened, in a line at the bottom.
    package var notice: Notice?
    /// The keys that matter here, most important first; a face shows as many as fit.
    package var keys: [KeyHint]
    /// What a face shows in a window that is too small.
    package var tooSmall: String

    /// One of the screens.
    package enum Content: Hashable, Sendable {
        case list(ListScreen)
        case standup(StandupScreen)
        case form(FormScreen)
        case start(StartScreen)
        case record(RecordScreen)
        case meeting(MeetingScreen)
        case devices(DevicesScreen)
    }

    /// A screen without a dialog, help or notice unless they are given.
    package init(
        address: String, content: Content, dialog: DialogScreen? = nil, help: HelpScreen? = nil,
        notice: Notice? = nil, keys: [KeyHint] = [], tooSmall: String = ""
    ) {
        self.address = address
        self.content = content
        self.dialog = dialog
        self.help = help
        self.notice = notice
        self.keys = keys
        self.tooSmall = tooSmall
    }
}

/// A key and what it does.
package struct KeyHint: Hashable, Sendable, Codable {
    /// The key as it is printed on a keyboard, such as `n`, `Enter` or `↑`.
    package var key: String
    /// What it does here.
    package var text: String
    /// Where a click on the hint is to do the same: the position in `KeyTable.bindings`.
    package var binding: Int

    /// A key and what it does.
    package init(key: String, text: String, binding: Int) {
        self.key = key
        self.text = text
        self.binding = binding
    }
}

/// Something that happened: one line.
package struct Notice: Hashable, Sendable, Codable {
    /// How bad it is.
    package enum Kind: String, Hashable, Sendable, Codable {
        case information
        case warning
        case error
    }

    /// How bad it is.
    package var kind: Kind
    /// What happened, and what to do.
    package var text: String

    /// A line of a kind.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// A question, as a box in front of the screen.
package struct DialogScreen: Hashable, Sendable, Codable {
    /// An answer.
    package struct Answer: Hashable, Sendable, Codable {
        /// What the answer does.
        package enum Role: String, Hashable, Sendable, Codable {
            case normal
            case destructive
            case cancel
        }

        /// The text on the button.
        package var text: String
        /// The letter that presses it.
        package var key: String
        /// What it does.
        package var role: Role

        /// An answer.
        package init(text: String, key: String, role: Role = .normal) {
            self.text = text
            self.key = key
            self.role = role
        }
    }

    /// The question.
    package var title: String
    /// What there is to know before one answers.
    package var message: String
    /// The answers; `select` and `answer` count in them.
    package var answers: [Answer]
    /// The answer that Enter gives.
    package var selected: Int

    /// A question.
    package init(title: String, message: String = "", answers: [Answer], selected: Int = 0) {
        self.title = title
        self.message = message
        self.answers = answers
        self.selected = selected
    }
}

/// A field that is typed into.
package struct FieldScreen: Hashable, Sendable, Codable {
    /// What it is for.
    package var label: String
    /// What has been typed.
    package var text: String
    /// What is shown while nothing has been typed.
    package var placeholder: String
    /// How many characters stand before the cursor; nil while the field has not the focus.
    package var cursor: Int?
    /// What is wrong with it.
    package var error: String?

    /// A field.
    package init(
        label: String, text: String = "", placeholder: String = "", cursor: Int? = nil, error: String? = nil
    ) {
        self.label = label
        self.text = text
        self.placeholder = placeholder
        self.cursor = cursor
        self.error = error
    }
}

/// The keys of a screen.
package struct HelpScreen: Hashable, Sendable, Codable {
    /// The keys of one context, such as a form or its text fields.
    package struct Section: Hashable, Sendable, Codable {
        /// The context's name.
        package var title: String
        /// The keys, all of them.
        package var keys: [KeyHint]

        /// A section.
        package init(title: String, keys: [KeyHint]) {
            self.title = title
            self.keys = keys
        }
    }

    /// The heading.
    package var title: String
    /// What has the focus first.
    package var sections: [Section]
    /// How many lines have been scrolled down.
    package var offset: Int

    /// The help.
    package init(title: String, sections: [Section], offset: Int = 0) {
        self.title = title
        self.sections = sections
        self.offset = offset
    }
}

/// A label and a value.
package struct Fact: Hashable, Sendable, Codable {
    /// What it is.
    package var label: String
    /// The value.
    package var value: String

    /// A label and a value.
    package init(_ label: String, _ value: String) {
        self.label = label
        self.value = value
    }
}
