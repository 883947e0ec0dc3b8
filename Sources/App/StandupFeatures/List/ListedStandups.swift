import MeetingHistory
package import MeetingModel

/// The standups of the list, the filtered subset, and the selection.
package struct ListedStandups: Sendable {
    /// All standups in order of creation; nil until they have been read.
    package private(set) var all: [Standup]?
    /// The text that a title or an attendee's name must contain.
    package var filter = "" { didSet { refilter() } }
    /// The name of an attendee who must take part; nil for no restriction.
    package var attendee: String? { didSet { refilter() } }
    /// The standups that pass the filters.
    package private(set) var shown: [Standup] = []
    /// The index of the selected standup in `shown`.
    private(set) var selected = 0
    /// The search texts of each standup in `all`.
    private var searchTexts: [[SearchText]] = []
    /// The standup to select as soon as it is read.
    private var awaited: Standup.ID?

    init() {}

    /// The selected standup; nil if none is shown.
    var selection: Standup? { shown.indices.contains(selected) ? shown[selected] : nil }

    var isFiltered: Bool { !filter.isEmpty || attendee != nil }

    subscript(id: Standup.ID) -> Standup? { all?.first { $0.id == id } }

    /// Replaces all standups; the selection stays on the same standup.
    package mutating func replace(with standups: [Standup]) {
        all = standups
        searchTexts = standups.map(Self.searchTexts)
        refilter()
        if let awaited, shown.contains(where: { $0.id == awaited }) {
            select(awaited)
            self.awaited = nil
        }
    }

    mutating func selectWhenRead(_ id: Standup.ID) { awaited = id }

    /// Replaces a standup, or appends it if it is new.
    mutating func put(_ standup: Standup) {
        var standups = all ?? []
        if let index = standups.firstIndex(where: { $0.id == standup.id }) {
            standups[index] = standup
        } else {
            standups.append(standup)
        }
        replace(with: standups)
    }

    package mutating func remove(_ id: Standup.ID) {
        guard let all else { return }
        replace(with: all.filter { $0.id != id })
    }

    /// Selects a standup if it is shown.
    mutating func select(_ id: Standup.ID) {
        selected = shown.firstIndex { $0.id == id } ?? selected
    }

    /// Moves the selection if the command is a movement, among cards laid out for a window width.
    mutating func move(_ command: Command, width: Int) {
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

    /// The search texts: the title, then the names.
    private static func searchTexts(of standup: Standup) -> [SearchText] {
        [SearchText(standup.title)] + standup.attendees.map { SearchText($0.name) }
    }
}
