package import MeetingModel

/// A meeting that the application is opened for: it begins as soon as it can, and the application ends with it.
package struct MeetingOrder: Hashable, Sendable {
    /// The standup, with the settings of this meeting.
    package var standup: Standup
    /// Whether the standup's interrupted meeting is resumed.
    package var isResumed: Bool
    /// Whether the sound is kept; a resumed meeting is recorded as it was.
    package var isRecorded: Bool
    /// The recording's frames per second, in Hz.
    package var sampleRate: Int
    /// Whether it may begin beside another meeting of the standup that runs.
    package var isAgain: Bool

    /// A new meeting, recorded at 48 kHz unless something else is given.
    package init(
        standup: Standup, isResumed: Bool = false, isRecorded: Bool = true, sampleRate: Int = 48_000,
        isAgain: Bool = false
    ) {
        self.standup = standup
        self.isResumed = isResumed
        self.isRecorded = isRecorded
        self.sampleRate = sampleRate
        self.isAgain = isAgain
    }
}
