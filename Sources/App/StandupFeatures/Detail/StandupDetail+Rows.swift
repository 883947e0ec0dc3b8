import MeetingModel

// The rows that can be selected, and the meetings that are read as the selection comes near.

extension StandupDetail {
    /// The position of the selected meeting; 0 while something above the meetings is selected.
    private var position: Int {
        if case .meeting(let position) = selected { return position }
        return 0
    }

    /// What can be selected, among the meetings only those that are shown.
    var rows: [StandupScreen.Row] {
        [.start] + standup.attendees.indices.map { .attendee($0) } + meetings.window.map { .meeting($0) }
    }

    /// All rows count through: the button, the attendees, then every meeting there is.
    private var rowCount: Int { 1 + standup.attendees.count + (meetings.count ?? 0) }

    private var selectedIndex: Int {
        switch selected {
        case .start: 0
        case .attendee(let index): 1 + index
        case .meeting(let position): 1 + standup.attendees.count + position
        }
    }

    private func row(_ index: Int) -> StandupScreen.Row {
        if index <= 0 { return .start }
        let attendees = standup.attendees.count
        return index <= attendees ? .attendee(index - 1) : .meeting(index - 1 - attendees)
    }

    /// Moves the selection, if the command moves; Tab goes from section to section.
    mutating func move(_ command: Command) {
        switch command {
        case .nextField, .previousField:
            let sections = [0, 1, 1 + standup.attendees.count].filter { $0 < rowCount }
            let next =
                command == .nextField
                ? sections.first { $0 > selectedIndex } ?? 0
                : sections.last { $0 < selectedIndex } ?? sections.last ?? 0
            selected = row(next)
        default:
            if let index = Selection.moved(selectedIndex, of: rowCount, by: command) { selected = row(index) }
        }
    }

    /// Keeps the selection on a row that there is.
    mutating func clampSelection() {
        selected = row(min(selectedIndex, rowCount - 1))
    }

    /// Reads the meetings around the selection, as far as they are missing.
    mutating func loadMeetings() -> [Effect] {
        let offset = meetings.nextOffset(around: unopened?.position ?? position)
        return offset.map { [.loadMeetings(of: standup.id, offset: $0)] } ?? []
    }

    /// Reads everything again that the page shows.
    mutating func reload() -> [Effect] {
        meetings.invalidate()
        return loadMeetings() + [.loadContributions(to: standup.id)]
    }
}
