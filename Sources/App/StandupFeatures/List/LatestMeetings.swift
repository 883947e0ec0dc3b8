package import MeetingModel

/// The latest meetings of all standups, below the standups, and the selection among them.
package struct LatestMeetings: Sendable {
    /// The number of meetings that are read.
    static let limit = 40

    /// The meetings, newest first; those of the shown standups.
    package private(set) var shown: [Meeting] = []
    /// The meetings of all standups; nil until they have been read.
    private var all: [Meeting]?
    private var selected: Meeting.ID?

    var isRead: Bool { all != nil }

    /// The index of the selected meeting in `shown`; nil if none is selected.
    var selectedIndex: Int? { selected.flatMap { id in shown.firstIndex { $0.id == id } } }

    var selection: Meeting? { selectedIndex.map { shown[$0] } }

    /// Replaces all meetings; the selection stays on the same meeting.
    mutating func replace(with meetings: [Meeting], of standups: ListedStandups) {
        all = meetings
        show(of: standups)
    }

    /// Shows only the meetings of the shown standups.
    mutating func show(of standups: ListedStandups) {
        let ids = Set(standups.shown.map(\.id))
        shown = (all ?? []).filter { ids.contains($0.standupID) }
        if selectedIndex == nil { selected = nil }
    }

    /// Selects a meeting by its index in `shown`; nil for none.
    mutating func select(_ index: Int?) {
        selected = index.flatMap { shown.indices.contains($0) ? shown[$0].id : nil }
    }

    /// Moves the selection if the command is a movement; above the first meeting, none is selected.
    mutating func move(_ command: Command) {
        guard let index = selectedIndex else { return }
        let next = Selection.moved(index, of: shown.count, by: command)
        let isAbove = next == index && [.up, .pageUp, .first].contains(command)
        select(isAbove ? nil : next ?? index)
    }
}
