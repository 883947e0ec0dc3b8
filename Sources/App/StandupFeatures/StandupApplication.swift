package import Localization

/// The whole application as one value: the list with what is open in it, the help, and the line at the bottom.
package struct StandupApplication: Sendable {
    /// The list of standups; everything else is open in it.
    package private(set) var list = StandupList()
    /// How far the help has been scrolled; nil while it is closed.
    package private(set) var helpOffset: Int?

    /// Where to go when the standups have been read.
    private var pendingPlace: Place?

    /// An application in which nothing has been read, and which will go to a place.
    package init(place: Place? = nil) {
        pendingPlace = place
    }

    /// What is to be done first.
    package var firstEffects: [Effect] { [.openHistory] }

    /// What keys mean at present.
    package var context: KeyContext { helpOffset == nil ? list.context : .help }

    /// Where one is.
    package var place: Place { list.place }

    /// Does what a command says.
    package mutating func perform(_ command: Command) -> [Effect] {
        if let offset = helpOffset {
            helpOffset = scrolled(offset, by: command)
            return command == .quit ? [.quit] : []
        }
        if command == .help {
            helpOffset = 0
            return []
        }
        return carryOut(list.perform(command))
    }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> [Effect] {
        switch outcome {
        case .historyOpened: return [.loadStandups]
        default: return carryOut(list.receive(outcome))
        }
    }

    private mutating func carryOut(_ reply: Reply<StandupList.Request>) -> [Effect] {
        switch reply.request {
        case .quit: reply.effects + [.quit]
        case nil: reply.effects
        }
    }

    private func scrolled(_ offset: Int, by command: Command) -> Int? {
        switch command {
        case .back, .help, .activate: nil
        default: Selection.moved(offset, of: 1000, by: command) ?? offset
        }
    }

    /// What is to be seen.
    package func screen(_ localizer: Localizer) -> Screen {
        Screen(
            address: place.address,
            content: list.content(localizer),
            dialog: list.dialog(localizer),
            help: helpOffset.map { help(localizer, offset: $0) },
            keys: KeyTable.hints(in: context, localizer),
            tooSmall: localizer("app.too-small"))
    }

    private func help(_ localizer: Localizer, offset: Int) -> HelpScreen {
        let here = list.context
        let contexts = [here] + KeyContext.allCases.filter { $0 != here && $0 != .help }
        return HelpScreen(
            title: localizer("help.title"),
            sections: contexts.map { context in
                HelpScreen.Section(
                    title: localizer(context.title),
                    keys: KeyTable.all(in: context, localizer))
            },
            offset: offset)
    }
}
