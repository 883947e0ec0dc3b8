package import Localization
import MeetingEngine
package import MeetingHistory
package import MeetingModel

extension StandupScreen {
    /// The number of meetings that the statistics cover without another choice.
    package static let usualMeetings = 12

    /// A standup's page as all its readers see it.
    ///
    /// `meetings` are some of the `count` past ones, newest first; `count` is nil until they have been counted, and so are
    /// the `statistics` until they have been read. `points` are by person. What only the lead's terminal shows is added
    /// there: settings, updates and the selection.
    package init(
        _ standup: Standup, meetings: [MeetingRow], of count: Int?, statistics: SpeakingStatistics?,
        points: [CarriedPoint], _ localizer: Localizer
    ) {
        title = DisplayText(standup.title).description
        theme = standup.theme
        start = localizer(.pageStart)
        length = Fact(localizer(.formLength), localizer.duration(standup.length))
        facts = []
        attendeesTitle =
            standup.attendees.isEmpty
            ? localizer(.pageNoAttendees) : localizer(.pageAttendees(count: .count(standup.attendees.count)))
        attendees = Self.attendees(standup, statistics, localizer)
        if let statistics, !statistics.meetings.isEmpty {
            self.statistics = localizer(.pageStatistics(count: .count(statistics.meetings.count)))
            columns = [
                localizer(.meetingColumnName), localizer(.meetingColumnSlot), localizer(.pageColumnBar),
                localizer(.pageColumnTimes), localizer(.pageColumnChange),
            ]
        }
        pointsTitle = Self.title(points, localizer)
        self.points = Self.rows(points, localizer)
        if let count, count > 0 { meetingsTitle = localizer(.pageMeetings(count: .count(count))) }
        noMeetings = count == 0 ? localizer(.listNoMeetings) : nil
        self.meetings = meetings
        rows = []
    }

    private static func attendees(
        _ standup: Standup, _ statistics: SpeakingStatistics?, _ localizer: Localizer
    ) -> [AttendeeRow] {
        let uses = standup.attendees.map { attendee in
            statistics?.people.first { $0.id == attendee.id && $0.spoken > 0 }
        }
        // Beside times of past meetings stand the slots of those meetings.
        let slots = zip(standup.length.divided(into: standup.attendees.count), uses).map { $1?.averageSlot ?? $0 }
        let longestBar = (uses.compactMap { $0?.averageUsed } + slots).max() ?? .zero
        let most = uses.compactMap { $0?.trend.compactMap(\.self).max() }.max() ?? .zero
        return standup.attendees.indices.map { index in
            let attendee = standup.attendees[index]
            var row = AttendeeRow(
                name: localizer.name(of: attendee.name, isRemote: attendee.isRemote), slot: slots[index].clockText(),
                slotEnd: slots[index].share(of: longestBar))
            guard let use = uses[index], let used = use.averageUsed else { return row }
            row.averageUsed = used.clockText()
            row.averageSpeech = use.averageSpeech?.clockText() ?? ""
            row.used = used.share(of: longestBar)
            row.speech = use.averageSpeech?.share(of: longestBar) ?? 0
            row.overtime = use.averageOvertime?.share(of: longestBar) ?? 0
            row.trend = use.trend.map { $0?.share(of: most) }
            row.change = use.change?.clockDifference ?? ""
            return row
        }
    }

    private static func rows(_ points: [CarriedPoint], _ localizer: Localizer) -> [PointRow] {
        var last: Attendee.ID?
        return points.map { carried in
            defer { last = carried.point.attendee }
            let kind = localizer(carried.point.kind.message)
            return PointRow(
                name: carried.point.attendee == last ? "" : DisplayText(carried.name).description,
                kind: carried.meetings < 2
                    ? kind
                    : localizer(.pointsForMeetings(kind: .text(kind), count: .count(carried.meetings))),
                state: carried.point.state,
                stateText: carried.point.stateBesideKind.map { localizer($0.message) } ?? "",
                text: DisplayText(carried.point.text).description, isLongBlock: carried.isLongBlock,
                date: localizer.spokenDate(carried.startedAt), id: carried.id, meeting: carried.meeting,
                start: carried.point.start.seconds)
        }
    }

    private static func title(_ points: [CarriedPoint], _ localizer: Localizer) -> String? {
        guard !points.isEmpty else { return nil }
        let open = points.count(where: \.isOpen)
        let title = localizer(.pointsOpen(count: .count(open)))
        guard open < points.count else { return title }
        return title + " · " + localizer(.pointsClosed(count: .count(points.count - open)))
    }
}

extension [CarriedPoint] {
    /// The points by person, in the order of the standup's attendees; a person's latest first.
    package func byPerson(of standup: Standup) -> [CarriedPoint] {
        let order = Dictionary(
            standup.attendees.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        return sorted { one, other in
            let (first, second) = (order[one.point.attendee] ?? .max, order[other.point.attendee] ?? .max)
            if first != second { return first < second }
            if one.name != other.name { return one.name < other.name }
            if one.startedAt != other.startedAt { return one.startedAt > other.startedAt }
            return (one.point.start, one.id.rawValue) < (other.point.start, other.id.rawValue)
        }
    }
}

extension Duration {
    /// The ratio to a whole, 0 to 1; 0 if the whole is 0.
    fileprivate func share(of whole: Duration) -> Double {
        whole > .zero ? max(0, min(1, self / whole)) : 0
    }
}
