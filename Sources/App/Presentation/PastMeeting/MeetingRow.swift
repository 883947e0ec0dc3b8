package import Localization
package import MeetingModel

/// A past or running meeting in a list.
package struct MeetingRow: Hashable, Sendable, Codable {
    package var id: String
    /// The day and time.
    package var date: String
    /// The standup's title; nil in a list of one standup's meetings.
    package var title: String?
    /// The standup's theme; nil in a list of one standup's meetings.
    package var theme: Theme?
    package var duration: String
    /// The state, such as "interrupted" or "running"; empty for a meeting that ended normally.
    package var state: String = ""
    /// Who spoke, as one text.
    package var names: String = ""
    /// Whether it is marked; nil if no meeting is, so that nothing shows it.
    package var isMarked: Bool?
}

extension MeetingRow {
    /// A meeting in a list of one standup's meetings.
    package init(_ meeting: Meeting, _ localizer: Localizer) {
        let state =
            switch meeting.state {
            case .live: localizer(.pageLive)
            case .finished: ""
            case .interrupted: localizer(.pageInterrupted)
            }
        self.init(
            id: meeting.id.rawValue, date: localizer.spokenDate(meeting.startedAt),
            duration: meeting.duration.clockText(), state: state,
            names: localizer.list(
                meeting.attendees.filter { $0.state == .spoke }.map { meeting.name(of: $0.id, localizer) }))
    }

    /// A meeting that has not been read.
    package static func loading(_ localizer: Localizer) -> MeetingRow {
        MeetingRow(id: "", date: localizer(.pageLoading), duration: "")
    }
}
