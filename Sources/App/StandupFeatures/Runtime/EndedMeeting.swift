package import MeetingEngine
package import MeetingModel

/// How a meeting ended.
package struct EndedMeeting: Hashable, Sendable {
    /// Which meeting.
    package let meeting: Meeting.ID
    /// Why.
    package let reason: MeetingTimer.EndReason
    /// Its length without pauses.
    package let duration: Duration
    /// Whether not all of it could be written.
    package let isUnwritten: Bool
    /// Whether it was cut off, so that it can be resumed.
    package let isCutOff: Bool

    /// The end of a meeting.
    package init(
        meeting: Meeting.ID, reason: MeetingTimer.EndReason, duration: Duration, isUnwritten: Bool, isCutOff: Bool
    ) {
        self.meeting = meeting
        self.reason = reason
        self.duration = duration
        self.isUnwritten = isUnwritten
        self.isCutOff = isCutOff
    }
}
