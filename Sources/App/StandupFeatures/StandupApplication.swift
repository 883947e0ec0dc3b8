package import Localization

/// The whole application as one value: the list with what is open in it, the help, and the line at the bottom.
package struct StandupApplication: Sendable {
    /// The list of standups; everything else is open in it.
    package private(set) var list: StandupList
    /// How far the help has been scrolled; nil while it is closed.
    package private(set) var helpOffset: Int?

    /// An application in which nothing has been read, with a place to open once it has, and forms that were left before.
    ///
    /// With an order it begins that meeting in place of opening a place, and ends with it. New standups and attendees get
    /// their ids from the seed, by chance unless one is given.
    package init(
        place: Place? = nil, order: MeetingOrder? = nil, drafts: KeptDrafts = KeptDrafts(),
        seed: UInt64 = .random(in: .min ... .max)
    ) {
        list = StandupList(opening: place, order: order, drafts: drafts, seed: seed)
        helpOffset = place?.isHelpOpen == true ? 0 : nil
    }

    /// What is to be done first.
    package var firstEffects: [Effect] { [.openHistory] }

    /// What keys mean at present.
    package var context: KeyContext { helpOffset == nil ? list.context : .help }

    /// What a key means on the screen that is shown: the letters of a question are those of its answers.
    package func command(for key: Key, on screen: Screen) -> Command? {
        if context == .dialog, case .character(let letter) = key.onLatinKeyboard,
            let answer = screen.dialog?.answers.firstIndex(where: { $0.key == letter.lowercased() })
        {
            return .answer(answer)
        }
        return KeyTable.command(for: key, in: context)
    }

    /// Where one is; while a place has not been opened yet, that place.
    package var place: Place {
        var place = list.place
        place.isHelpOpen = helpOffset != nil
        return place
    }

    /// The forms that were left before they were saved or cancelled, the open one too.
    package var drafts: KeptDrafts { list.drafts }

    /// Does what a command says.
    package mutating func perform(_ command: Command) -> [Effect] {
        if let offset = helpOffset {
            guard command == .quit else {
                helpOffset = scrolled(offset, by: command)
                return []
            }
            let effects = carryOut { $0.perform(command) }
            // The next start opens here, unless something else comes before the end.
            if !effects.contains(.quit) { helpOffset = nil }
            return effects
        } else if command == .help {
            helpOffset = 0
            return []
        }
        return carryOut { $0.perform(command) }
    }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> [Effect] {
        carryOut { $0.receive(outcome) }
    }

    /// Opens a place; unless the standups have been read, it waits for them.
    ///
    /// Neither a running meeting nor a form with changes is left for it.
    package mutating func open(_ place: Place) -> [Effect] {
        guard !list.isInMeeting, !list.hasUnsavedChanges else { return [] }
        helpOffset = place.isHelpOpen ? 0 : nil
        return carryOut { $0.open(place) }
    }

    /// Changes the list; what it asks for becomes effects.
    private mutating func carryOut(_ change: (inout StandupList) -> Reply<StandupList.Request>) -> [Effect] {
        let reply = change(&list)
        return reply.effects + (reply.request == .quit || list.isOrderDone ? [.quit] : [])
    }

    private func scrolled(_ offset: Int, by command: Command) -> Int? {
        switch command {
        case .back, .help, .activate: nil
        default: Selection.moved(offset, of: helpLines, by: command) ?? offset
        }
    }

    /// The contexts whose keys the help shows: those of the present screen.
    private var helpContexts: [KeyContext] {
        switch list.context {
        case .text: [.text, .form]
        case .form: [.form, .text]
        case let context: [context]
        }
    }

    /// How many lines the help has: its keys, with a heading for each context and a blank line between them.
    private var helpLines: Int {
        helpContexts.reduce(-1) { $0 + 2 + KeyTable.shown(in: $1, hintsOnly: false).count }
    }

    /// What is to be seen.
    package func screen(_ localizer: Localizer) -> Screen {
        Screen(
            address: place.address,
            content: list.content(localizer),
            dialog: list.dialog(localizer),
            help: helpOffset.map { help(localizer, offset: $0) },
            notice: list.notice(localizer),
            keys: KeyTable.hints(in: context, localizer),
            tooSmall: localizer("app.too-small"))
    }

    private func help(_ localizer: Localizer, offset: Int) -> HelpScreen {
        HelpScreen(
            title: localizer("help.title"),
            sections: helpContexts.map { context in
                HelpScreen.Section(
                    title: localizer(context.title),
                    keys: KeyTable.all(in: context, localizer))
            },
            offset: offset)
    }
}
