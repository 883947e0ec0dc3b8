package import MeetingModel

// Stand-ins until the history has these; replaced by its own when it is merged.

/// How an attendee used their time in a meeting.
package struct Contribution: Hashable, Sendable {
    package var meeting: Meeting.ID
    package var startedAt: Timestamp
    package var attendee: Attendee.ID
    package var name: String
    package var slot: Duration
    package var used: Duration
    package var overtime: Duration
    package var speech: Duration
    package var state: MeetingAttendee.State
}

/// One of a meeting's transcripts.
package struct TranscriptVersion: Hashable, Sendable {
    package var number: Int
    package var createdAt: Timestamp
}

/// Something that was deleted and can be brought back.
package enum DeletedItem: Hashable, Sendable {
    case standup(Standup.ID)
    case meeting(Meeting.ID)
}
