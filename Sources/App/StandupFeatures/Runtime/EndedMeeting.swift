package import MeetingEngine
package import MeetingModel

package struct EndedMeeting: Hashable, Sendable {
    package let meeting: Meeting.ID
    package let reason: MeetingTimer.EndReason
    /// The duration without pauses.
    package let duration: Duration
    /// Whether part of it could not be written.
    package let hasUnsavedData: Bool
    /// For how long something was heard on each channel; nil without a call.
    package let heard: [AudioChannel: Duration]?

    package init(
        meeting: Meeting.ID, reason: MeetingTimer.EndReason, duration: Duration, hasUnsavedData: Bool,
        heard: [AudioChannel: Duration]? = nil
    ) {
        self.meeting = meeting
        self.reason = reason
        self.duration = duration
        self.hasUnsavedData = hasUnsavedData
        self.heard = heard
    }
}

/// What has become of the last meeting of an application.
package enum LastMeeting: Hashable, Sendable {
    case ended(EndedMeeting)
    case notStarted(MeetingStartError)
    /// It goes on without this application.
    case detached(Meeting.ID)
    /// The process that held it is gone.
    case lost(Meeting.ID)
}
