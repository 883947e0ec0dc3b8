import Localization

extension SpokenScreen {
    init(_ screen: ReplaceScreen, _ localizer: Localizer) {
        self.init(place: "replace " + screen.title)
        introduction = [screen.title]
        state = [Item(screen.summary)]
        field = [screen.find, screen.replacement].first { $0.cursor != nil }
        guard let selected = screen.selected, screen.changes.indices.contains(selected) else { return }
        let change = screen.changes[selected]
        selection = Self.row([
            change.isIncluded ? localizer("plain.on") : localizer("plain.off"), change.time,
            "\(change.before) → \(change.after.isEmpty ? "–" : change.after)",
            Self.position(selected, of: screen.changes.count, localizer),
        ])
    }

    init(_ screen: ExportScreen, _ localizer: Localizer) {
        self.init(screen.form, localizer)
        // A percentage is not said again when it changes.
        if let text = screen.progressText { state.append(Item(text, key: "export")) }
    }
}
