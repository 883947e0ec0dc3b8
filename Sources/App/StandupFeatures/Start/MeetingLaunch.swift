package import MeetingModel

/// A meeting to start at launch: it begins as soon as possible, and the application quits when it ends.
package struct MeetingLaunch: Hashable, Sendable {
    /// The standup, with this meeting's settings.
    package var standup: Standup
    /// The running meeting to join, instead of starting one.
    package var joined: Meeting.ID?
    /// Whether to resume the standup's interrupted meeting.
    var isResumed: Bool
    /// Whether to record sound; a resumed meeting keeps its setting.
    var isRecorded: Bool
    /// The recording's sample rate in Hz.
    package var sampleRate: Int
    /// Whether it may start while another meeting of the standup is running.
    var allowsConcurrent: Bool

    /// A new meeting, recorded at 48 kHz by default.
    package init(
        standup: Standup, isResumed: Bool = false, isRecorded: Bool = true, sampleRate: Int = 48_000,
        allowsConcurrent: Bool = false, joined: Meeting.ID? = nil
    ) {
        self.standup = standup
        self.joined = joined
        self.isResumed = isResumed
        self.isRecorded = isRecorded
        self.sampleRate = sampleRate
        self.allowsConcurrent = allowsConcurrent
    }
}
