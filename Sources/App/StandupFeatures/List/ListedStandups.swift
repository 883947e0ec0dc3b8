package import MeetingModel

/// The standups of the list, those of them that the filters let through, and the one that is selected.
package struct ListedStandups: Sendable {
    /// All standups, in the order in which they were created; nil until they have been read.
    package private(set) var all: [Standup]?
    /// The text that titles or names have to contain.
    package var filter = "" { didSet { refilter() } }
    /// The name of the attendee who has to take part; nil for anybody.
    package var attendee: String? { didSet { refilter() } }
    /// The standups that are shown.
    package private(set) var shown: [Standup] = []
    /// The row of the selected one among those.
    package private(set) var selected = 0
    /// The words to search in, for each of all.
    private var searchTexts: [[SearchText]] = []
    /// The one to be selected when it is there.
    private var awaited: Standup.ID?

    /// Standups that have not been read.
    package init() {}

    /// The selected standup, nil if none is shown.
    package var selection: Standup? { shown.indices.contains(selected) ? shown[selected] : nil }

    /// Whether a filter is set.
    package var isFiltered: Bool { !filter.isEmpty || attendee != nil }

    /// The standup with an id.
    package subscript(id: Standup.ID) -> Standup? { all?.first { $0.id == id } }

    /// Takes all standups as they were read; the selection stays on the standup it was on.
    package mutating func replace(with standups: [Standup]) {
        all = standups
        searchTexts = standups.map(Self.searchTexts)
        refilter()
        if let awaited, shown.contains(where: { $0.id == awaited }) {
            select(awaited)
            self.awaited = nil
        }
    }

    /// Selects a standup as soon as it is there.
    package mutating func selectWhenRead(_ id: Standup.ID) { awaited = id }

    /// Takes a standup that was written, in its place or as the last.
    package mutating func put(_ standup: Standup) {
        var standups = all ?? []
        if let index = standups.firstIndex(where: { $0.id == standup.id }) {
            standups[index] = standup
        } else {
            standups.append(standup)
        }
        replace(with: standups)
    }

    /// Takes a standup out that was deleted.
    package mutating func remove(_ id: Standup.ID) {
        guard let all else { return }
        replace(with: all.filter { $0.id != id })
    }

    /// Selects a standup, if it is shown.
    package mutating func select(_ id: Standup.ID) {
        selected = shown.firstIndex { $0.id == id } ?? selected
    }

    /// Moves the selection, if the command moves, among cards laid out in a window of a width.
    package mutating func move(_ command: Command, width: Int) {
        guard !shown.isEmpty else { return }
        selected = CardGrid(count: shown.count, width: width).moved(selected, by: command) ?? selected
    }

    private mutating func refilter() {
        let id = selection?.id
        let (text, name) = (SearchText(filter), attendee.map { SearchText($0) })
        shown = zip(all ?? [], searchTexts)
            .filter { _, texts in
                texts.contains { $0.contains(text) } && (name.map { texts.dropFirst().contains($0) } ?? true)
            }
            .map(\.0)
        selected = max(0, min(selected, shown.count - 1))
        if let id { select(id) }
    }

    /// The title, then the names.
    private static func searchTexts(of standup: Standup) -> [SearchText] {
        [SearchText(standup.title)] + standup.attendees.map { SearchText($0.name) }
    }
}
