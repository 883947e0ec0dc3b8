package import Localization
import MeetingEngine
package import MeetingModel

/// The whole application as a value: the list with its destinations, the help, and the bottom line.
package struct StandupApplication: Sendable {
    /// The list of standups, the root of all destinations.
    package private(set) var list: StandupList
    private let keys: KeyTable
    /// The scroll offset of the help, in lines; nil while it is closed.
    private(set) var helpOffset: Int?
    private let flashes: Bool
    package internal(set) var running: RunningTask?
    /// What has become of the last task, until the next command.
    var taskNotice: NoticeMessage?

    /// An application that has read nothing yet.
    ///
    /// Once the standups have been read, it opens `place`, or starts the launched meeting and quits after it. `drafts`
    /// are the unsaved forms of an earlier start, `unreadDrafts` the file with those that cannot be read. Ids of new
    /// standups and attendees come from the seed, or are random without one. `keys` are the keys as the user has
    /// them. With `quitsOnLeaving`, it quits when the user leaves `place`.
    package init(
        place: Place? = nil, launch: MeetingLaunch? = nil, drafts: SavedDrafts = SavedDrafts(),
        unreadDrafts: String? = nil, flashes: Bool = true,
        seed: UInt64 = .random(in: .min ... .max), keys: KeyTable = .standard, quitsOnLeaving: Bool = false
    ) {
        self.keys = keys
        list = StandupList(opening: place, launch: launch, drafts: drafts, seed: seed)
        list.quitsOnLeaving = quitsOnLeaving
        list.unreadDrafts = unreadDrafts
        helpOffset = place?.isHelpOpen == true ? 0 : nil
        self.flashes = flashes
    }

    package var firstEffects: [Effect] { [.openHistory] }

    package var context: KeyContext { helpOffset == nil ? frontContext : .help }

    /// The context without the help.
    private var frontContext: KeyContext { running?.isInFront == true ? .progress : list.context }

    /// The command of a key on the current screen; a dialog's letters are those of its answers.
    package func command(for key: Key, on screen: Screen) -> Command? {
        if helpOffset == nil, let meeting = list.front as? RunningMeeting, meeting.knowsSuspension {
            // Any other key takes the question back.
            return keys.command(for: key, in: .record) == .suspend ? .suspend : .back
        }
        if context == .dialog, case .character(let letter) = key.onLatinKeyboard,
            let answer = screen.dialog?.answers.firstIndex(where: { $0.key == letter.lowercased() })
        {
            return .answer(answer)
        }
        return keys.command(for: key, in: context)
    }

    /// Whether keys that come faster than a person types do nothing: in a running meeting, except in its text fields.
    var refusesBursts: Bool { list.front is RunningMeeting && list.context != .line }

    /// The current place, or the pending place that has not been opened yet.
    package var place: Place {
        var place = list.place
        place.isHelpOpen = helpOffset != nil
        place.isTaskShown = running?.isInFront == true
        return place
    }

    /// The past meeting that is open, also behind something else; nil if none is.
    package var meeting: Meeting.ID? {
        var feature: any Feature = list
        while true {
            if let meeting = feature as? PastMeeting { return meeting.meeting }
            guard let next = (feature as? any NestingFeature)?.destination else { return nil }
            feature = next
        }
    }

    /// The drafts of unsaved forms, including the open one.
    package var drafts: SavedDrafts { list.drafts }

    package mutating func perform(_ command: Command) -> [Effect] {
        taskNotice = nil
        if command == .suspend, !(list.front is RunningMeeting) { return [.suspend] }
        if let offset = helpOffset {
            guard command == .quit || command == .suspend else {
                helpOffset = scrolled(offset, by: command)
                return []
            }
            let effects = carryOut { $0.perform(command) }
            // While quitting, keep the help open so that the next start restores it.
            if !effects.contains(.quit) { helpOffset = nil }
            return effects
        } else if command == .help {
            helpOffset = 0
            return []
        }
        return performOnTask(command) ?? carryOut { $0.perform(command) }
    }

    package mutating func receive(_ outcome: Outcome) -> [Effect] {
        if case .scrolled(let line) = outcome, helpOffset != nil {
            helpOffset = line
            return []
        }
        if case .answered(let answer) = outcome { return carryOut { $0.receive(answer) } }
        guard let outcomes = receiveForTask(outcome) else { return carryOut { $0.receive(outcome) } }
        return outcomes.flatMap { outcome in carryOut { $0.receive(outcome) } }
    }

    /// Opens a place, once the standups have been read.
    ///
    /// A running meeting and a form with changes stay open instead.
    package mutating func open(_ place: Place) -> [Effect] {
        guard !(list.front is RunningMeeting), (list.front as? StandupForm)?.hasChanges != true else { return [] }
        helpOffset = place.isHelpOpen ? 0 : nil
        running?.isInFront = place.isTaskShown
        return carryOut { $0.open(place) }
    }

    /// Changes the list and turns its request into effects.
    private mutating func carryOut(_ change: (inout StandupList) -> Reply) -> [Effect] {
        let reply = change(&list)
        return admitted(reply.effects) + (reply.request == .quit || list.isOrderDone ? [.quit] : [])
    }

    private func scrolled(_ offset: Int, by command: Command) -> Int? {
        switch command {
        case .back, .help, .activate: nil
        default: Selection.moved(offset, of: helpLines, by: command) ?? offset
        }
    }

    /// The contexts shown in the help: those of the current screen.
    private var helpContexts: [KeyContext] {
        switch frontContext {
        case .text: [.text, .form]
        case .form: [.form, .text]
        case .importText: [.importText, .importForm]
        case .importForm: [.importForm, .importText]
        case let context: [context]
        }
    }

    /// The length of the help in lines: keys, a heading per context, and blank lines between contexts.
    private var helpLines: Int {
        helpContexts.reduce(-1) { lines, context in
            // The number of a dialog's answers is the same in every language.
            let count =
                context == .dialog
                ? keysOfDialog(Localizer()).count : KeyTable.shown(in: context, hintsOnly: false).count
            return lines + 2 + count
        }
    }

    package func screen(_ localizer: Localizer) -> Screen {
        let dialog = list.dialog(localizer)?.withLettersOfTexts
        return Screen(
            address: place.address,
            content: flashes ? list.content(localizer) : list.content(localizer).withoutFlash,
            dialog: dialog,
            help: helpOffset.map { help(localizer, offset: $0) },
            task: running?.screen(localizer),
            notice: taskNotice?.notice(localizer) ?? list.notice(localizer),
            keys: keys.hints(
                in: context, emphasis: context == .progress ? KeyEmphasis() : list.front.emphasis, localizer
            ).map { context == .dialog ? $0.naming(dialog) : $0 },
            tooSmall: localizer(.appTooSmall))
    }

    private func help(_ localizer: Localizer, offset: Int) -> HelpScreen {
        HelpScreen(
            title: localizer(.helpTitle),
            sections: helpContexts.map { context in
                HelpScreen.Section(
                    title: localizer(context.title),
                    keys: context == .dialog ? keysOfDialog(localizer) : keys.all(in: context, localizer))
            },
            offset: offset)
    }

    /// The keys of the open dialog: those of its answers, and those of every dialog.
    private func keysOfDialog(_ localizer: Localizer) -> [KeyHint] {
        let dialog = list.dialog(localizer)?.withLettersOfTexts
        let answers = (dialog?.answers ?? []).filter { !$0.key.isEmpty }.map {
            KeyHint(key: $0.key, text: $0.text, binding: -1)
        }
        let others = keys.all(in: .dialog, localizer).filter { hint in
            switch hint.command {
            case .activate, .back, .nextField, .previousField: true
            default: false
            }
        }
        return answers + others.map { $0.naming(dialog) }
    }
}
