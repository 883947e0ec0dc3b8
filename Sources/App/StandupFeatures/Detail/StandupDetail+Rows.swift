import MeetingModel

// Selectable rows, and loading meetings near the selection.

extension StandupDetail {
    /// The position of the selected meeting; 0 while the selection is above the meetings.
    private var position: Int {
        if case .meeting(let position) = selected { return position }
        return 0
    }

    /// The selected meeting, if it has been read.
    var selectedMeeting: Meeting.ID? {
        if case .meeting(let position) = selected { meetings[position]?.id } else { nil }
    }

    /// The selectable rows; of the meetings, only those shown.
    var rows: [StandupScreen.Row] {
        [.start] + standup.attendees.indices.map { .attendee($0) } + points.all.indices.map { .point($0) }
            + meetings.window.map { .meeting($0) }
    }

    /// The number of rows before the meetings: the button, the attendees and the points.
    private var firstMeeting: Int { 1 + standup.attendees.count + points.all.count }

    /// The number of all rows, with every meeting.
    private var rowCount: Int { firstMeeting + (meetings.count ?? 0) }

    private var selectedIndex: Int {
        switch selected {
        case .start: 0
        case .attendee(let index): 1 + index
        case .point(let index): 1 + standup.attendees.count + index
        case .meeting(let position): firstMeeting + position
        }
    }

    private func row(_ index: Int) -> StandupScreen.Row {
        if index <= 0 { return .start }
        let attendees = standup.attendees.count
        if index <= attendees { return .attendee(index - 1) }
        return index < firstMeeting ? .point(index - 1 - attendees) : .meeting(index - firstMeeting)
    }

    /// Moves the selection if the command is a movement; Tab moves between sections.
    mutating func move(_ command: Command) {
        switch command {
        case .nextField, .previousField:
            let sections = [0, 1, 1 + standup.attendees.count, firstMeeting].filter { $0 < rowCount }
            let next =
                command == .nextField
                ? sections.first { $0 > selectedIndex } ?? 0
                : sections.last { $0 < selectedIndex } ?? sections.last ?? 0
            selected = row(next)
        default:
            if let index = Selection.moved(selectedIndex, of: rowCount, by: command) { selected = row(index) }
        }
    }

    /// Clamps the selection to an existing row.
    mutating func clampSelection() {
        selected = row(min(selectedIndex, rowCount - 1))
    }

    /// Loads missing meetings around the selection.
    mutating func loadMeetings() -> [Effect] {
        let offset = meetings.nextOffset(around: pendingMeeting?.position ?? position)
        return offset.map { [.loadMeetings(of: standup.id, offset: $0)] } ?? []
    }

    /// Reloads everything the page shows.
    mutating func reload() -> [Effect] {
        meetings.invalidate()
        return loadMeetings() + [
            .loadContributions(to: standup.id, last: statisticsMeetings), .loadOpenPoints(of: standup.id),
            .loadUpdates(of: standup.id),
        ]
    }

    /// Covers one meeting more or fewer by the statistics, from 20 on ten.
    mutating func changeStatistics(by steps: Int) -> [Effect] {
        let most = max(meetings.count ?? 0, Self.usualMeetings)
        // With fewer meetings than they may cover, a step shows at once.
        let now = steps < 0 ? min(statisticsMeetings, max(meetings.count ?? most, 1)) : statisticsMeetings
        let step = now > 20 || (now == 20 && steps > 0) ? 10 : 1
        statisticsMeetings = max(1, min(now + steps * step, most, Self.mostMeetings))
        return [.loadContributions(to: standup.id, last: statisticsMeetings)]
    }
}
