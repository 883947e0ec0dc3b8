public import AudioDevices
public import MeetingHistory
public import MeetingModel
public import MeetingTiming
public import SpeechRecognition

/// What is to be held: which standup, and how.
public struct MeetingPlan: Sendable {
    /// The id of the meeting to be.
    public var meeting: Meeting.ID
    /// The standup, with the settings that this meeting is to run by.
    public var standup: Standup
    /// Those of its attendees who are not there at the start.
    public var absent: Set<Attendee.ID>
    /// The microphone.
    public var input: DeviceSelection
    /// The loudspeaker.
    public var output: DeviceSelection
    /// Whether the sound is kept.
    public var isRecorded: Bool
    /// The recording's frames per second, in Hz.
    public var sampleRate: Int
    /// Whether somebody can be asked: then `next` on the last attendee opens a question, otherwise it ends and saves.
    public var asksQuestions: Bool
    /// Whether what the recogniser learns about the microphone is used and kept.
    public var keepsLearnedState: Bool
    /// Whether it is made sure of each second that the disk has what there is of the meeting, so that it can be gone on
    /// with if the program dies; nil for doing so unless the clock is virtual: a rehearsal is begun again.
    public var keepsEachSecond: Bool?
    /// The seed of whatever is left to chance: the shuffling of those who are still to speak.
    public var seed: UInt64
    /// The interrupted meeting that is to be gone on with; nil for a new one.
    public let interrupted: InterruptedMeeting?

    /// A plan; without further arguments for the default devices, recorded at 48 kHz, with somebody to ask.
    public init(
        meeting: Meeting.ID,
        standup: Standup,
        absent: Set<Attendee.ID> = [],
        input: DeviceSelection = .systemDefault,
        output: DeviceSelection = .systemDefault,
        isRecorded: Bool = true,
        sampleRate: Int = 48_000,
        asksQuestions: Bool = true,
        keepsLearnedState: Bool = true,
        keepsEachSecond: Bool? = nil,
        seed: UInt64 = 0
    ) {
        self.meeting = meeting
        self.standup = standup
        self.absent = absent
        self.input = input
        self.output = output
        self.isRecorded = isRecorded
        self.sampleRate = sampleRate
        self.asksQuestions = asksQuestions
        self.keepsLearnedState = keepsLearnedState
        self.keepsEachSecond = keepsEachSecond
        self.seed = seed
        interrupted = nil
    }

    /// A plan to go on with a meeting that was interrupted, as it was: with its people, settings and recording.
    public init(
        resuming interrupted: InterruptedMeeting,
        input: DeviceSelection = .systemDefault,
        output: DeviceSelection = .systemDefault,
        asksQuestions: Bool = true,
        keepsLearnedState: Bool = true,
        seed: UInt64 = 0
    ) {
        self.interrupted = interrupted
        meeting = interrupted.meeting.id
        standup = interrupted.standup
        absent = []
        self.input = input
        self.output = output
        isRecorded = interrupted.meeting.recording != nil
        sampleRate = interrupted.meeting.recording?.sampleRate ?? 48_000
        self.asksQuestions = asksQuestions
        self.keepsLearnedState = keepsLearnedState
        keepsEachSecond = nil
        self.seed = seed
    }
}

/// The parts of the world that a meeting is held with.
public struct MeetingParts: Sendable {
    /// The time it runs on.
    public var clock: any MeetingClock
    /// Microphones and loudspeakers.
    public var audio: any AudioSystem
    /// The sounds of the cues.
    public var cues: CueSounds
    /// The history it goes into.
    public var store: any MeetingStore
    /// Where its recording goes.
    public var recordings: any RecordingFolder
    /// How to make the recogniser; nil for a meeting without a transcript.
    public var recognizer: RecognizerSource?

    /// The parts.
    public init(
        clock: any MeetingClock,
        audio: any AudioSystem,
        cues: CueSounds,
        store: any MeetingStore,
        recordings: any RecordingFolder,
        recognizer: RecognizerSource?
    ) {
        self.clock = clock
        self.audio = audio
        self.cues = cues
        self.store = store
        self.recordings = recordings
        self.recognizer = recognizer
    }
}

/// Why a meeting could not be started; nothing of it was kept.
public enum MeetingStartError: Error, Hashable, Sendable {
    /// It has no attendees, none who is there, or no length.
    case plan(MeetingTimerError)
    /// The microphone is missing or gives nothing.
    case microphone(AudioError)
    /// The recording cannot be written.
    case recording(AudioError)
    /// The history cannot be written.
    case history(HistoryError)
    /// Somebody gave up waiting for the microphone.
    case interrupted
}

extension MeetingStartError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .plan(let error): "\(error)"
        case .microphone(let error), .recording(let error): "\(error)"
        case .history(let error): "\(error)"
        case .interrupted: "interrupted before the meeting began; nothing was kept"
        }
    }
}
