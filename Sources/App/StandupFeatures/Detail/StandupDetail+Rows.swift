import MeetingHistory
import MeetingModel
import Presentation

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

    mutating func clampSelection() {
        selected = row(min(selectedIndex, rowCount - 1))
    }

    /// Loads missing meetings around the selection.
    mutating func loadMeetings() -> [Effect] {
        guard let offset = meetings.nextOffset(around: pendingMeeting?.position ?? position) else { return [] }
        let id = standup.id
        return [
            call { backend in
                let names = try backend.store.currentNames()
                let page = try backend.store.meetings(of: id, limit: MeetingPages.length, offset: offset)
                let count = try backend.store.meetingCount(of: id)
                return (page.map { $0.named(names) }, count)
            } then: {
                $0.show($1.0, at: offset, count: $1.1)
            }
        ]
    }

    /// Reads how the attendees used their time.
    func loadContributions() -> Effect {
        let (id, last) = (standup.id, statisticsMeetings)
        return call {
            try $0.store.contributions(to: id, last: last)
        } show: { page, contributions in
            page.statistics = SpeakingStatistics(contributions)
        }
    }

    func loadOpenPoints() -> Effect {
        let id = standup.id
        return call { backend in
            let names = try backend.store.currentNames()
            return try backend.store.openPoints(of: id).map { $0.named(names) }
        } show: {
            $0.show($1)
        }
    }

    func loadUpdates() -> Effect {
        let id = standup.id
        return call {
            try $0.store.waitingUpdates(of: id)
        } show: {
            $0.show($1)
        }
    }

    mutating func reload() -> [Effect] {
        meetings.invalidate()
        return loadMeetings() + [loadContributions(), loadOpenPoints(), loadUpdates(), loadTermList()]
    }

    private func loadTermList() -> Effect {
        let language = standup.language
        return call {
            $0.termList(for: language)
        } show: {
            $0.termList = $1
        }
    }

    /// Covers one meeting more or fewer by the statistics, from 20 on ten.
    mutating func changeStatistics(by steps: Int) -> [Effect] {
        let most = max(meetings.count ?? 0, StandupScreen.usualMeetings)
        // With fewer meetings than they may cover, a step shows at once.
        let now = steps < 0 ? min(statisticsMeetings, max(meetings.count ?? most, 1)) : statisticsMeetings
        let step = now > 20 || (now == 20 && steps > 0) ? 10 : 1
        statisticsMeetings = max(1, min(now + steps * step, most, Self.mostMeetings))
        return [loadContributions()]
    }
}
