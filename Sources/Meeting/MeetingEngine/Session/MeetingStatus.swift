public import MeetingModel

/// A meeting at one instant, as a face shows it.
public struct MeetingStatus: Sendable {
    /// The countdown: ask it for times at the clock's `now`.
    public var timer: MeetingTimer
    /// The standup as it was planned; the settings that hold now are the countdown's.
    public var standup: Standup
    /// The microphone's level, nil if there is no microphone.
    public var level: AudioLevel?
    /// Whether the sound is kept.
    public var isRecording: Bool
    /// The microphone's name, nil if there is none.
    public var microphone: String?
    /// Whether somebody chose the microphone by its name, so that no other is heard unless somebody says so.
    public var isMicrophoneChosen = false
    /// Whether the microphone is away at present.
    public var isMicrophoneLost = false
    /// Whether a recogniser listens; not before the start, and not after it has failed.
    public var isTranscribing = false
    /// Whether no cue sounds.
    public var isMuted = false
    /// The lead's private note, nil if there is none.
    public var note: String?
    /// The words that are not final yet, by attendee, the newest last.
    public var partials: [(attendee: Attendee.ID, text: String)] = []
    /// The last utterances that are final, the newest last.
    public var utterances: [Utterance] = []
    /// Whether nothing will change until somebody says so: in a pause, behind a question, in overtime.
    public var awaitsCommand = false
    /// Whether something of it could not be written to the end.
    public var isUnwritten = false
    /// Whether it was cut off in the middle, and can be resumed.
    public var isCutOff = false
    /// Whether the meeting has ended and what is left is being written and decoded.
    public var isEnding = false

    /// A meeting of which nothing has been heard yet.
    public init(timer: MeetingTimer, standup: Standup, isRecording: Bool) {
        self.timer = timer
        self.standup = standup
        self.isRecording = isRecording
    }

    /// Whether a microphone that was chosen by its name is away, so that somebody has to say which one to hear instead.
    public var awaitsMicrophone: Bool { isMicrophoneLost && isMicrophoneChosen }

    /// The name of an attendee, `Someone` if there is no such attendee.
    public func name(of attendee: Attendee.ID) -> String {
        standup.name(of: attendee)
    }
}
