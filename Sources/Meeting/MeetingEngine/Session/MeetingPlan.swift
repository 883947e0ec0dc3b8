public import MeetingHistory
public import MeetingModel
public import MeetingTiming
public import Sound
public import StandupSpeech

/// The meeting to hold: which standup, and how.
public struct MeetingPlan: Sendable {
    /// The id of the new meeting.
    public var meeting: Meeting.ID
    /// The standup, with the settings for this meeting.
    public var standup: Standup
    /// The attendees who are absent at the start.
    public var absent: Set<Attendee.ID>
    /// The microphone.
    public var input: DeviceSelection
    /// The source of the call: what the loudspeaker plays, a device or a file; `.none` without a call.
    public var call: DeviceSelection
    /// The loudspeaker.
    public var output: DeviceSelection
    /// Whether the sound is kept.
    public var isRecorded: Bool
    /// The recording's sample rate, in Hz.
    public var sampleRate: Int
    /// Whether the user can be asked.
    ///
    /// Then `next` on the last attendee opens a question; otherwise it ends and saves the meeting.
    public var asksQuestions: Bool
    /// Whether the recognizer's learned state for the microphone is used and kept.
    public var keepsLearnedState: Bool
    /// Whether the meeting is flushed to disk every second, so that it can be resumed if the program dies.
    ///
    /// Nil means yes unless the clock is virtual: a rehearsal is started again, not resumed.
    public var keepsEachSecond: Bool?
    /// The seed for random choices: shuffling the queue.
    public var seed: UInt64
    /// The open points of earlier meetings, which are reported when the turn of their person starts.
    public var openPoints: [CarriedPoint] = []
    /// What attendees wrote for this meeting; it keeps a copy.
    public var updates: [WrittenUpdate] = []
    /// Whether the meeting is a rehearsal, on a virtual clock.
    public var isRehearsal = false
    /// The interrupted meeting to resume; nil for a new one.
    public let interrupted: InterruptedMeeting?

    /// Whether there is a source of sound: a microphone or a call.
    public var hasSound: Bool { input != .none || call != .none && channels > 1 }

    /// The number of channels, which a meeting keeps: 2 with a call.
    ///
    /// One that is resumed with a call gets a second channel; one that had a call keeps it.
    public var channels: Int {
        max(call == .none ? 1 : 2, interrupted?.meeting.recording?.channels ?? 1)
    }

    /// Creates a plan.
    ///
    /// By default it is a new meeting that uses the default devices, records at 48 kHz and can ask the user.
    public init(
        meeting: Meeting.ID = Meeting.ID(),
        standup: Standup,
        absent: Set<Attendee.ID> = [],
        input: DeviceSelection = .systemDefault,
        call: DeviceSelection = .none,
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
        self.call = call
        self.output = output
        self.isRecorded = isRecorded
        self.sampleRate = sampleRate
        self.asksQuestions = asksQuestions
        self.keepsLearnedState = keepsLearnedState
        self.keepsEachSecond = keepsEachSecond
        self.seed = seed
        interrupted = nil
    }

    /// Creates a plan to resume an interrupted meeting, with its attendees, settings and recording.
    public init(
        resuming interrupted: InterruptedMeeting,
        input: DeviceSelection = .systemDefault,
        call: DeviceSelection = .none,
        output: DeviceSelection = .systemDefault,
        asksQuestions: Bool = true,
        keepsLearnedState: Bool = true,
        seed: UInt64 = 0
    ) {
        self.interrupted = interrupted
        meeting = interrupted.meeting.id
        standup = interrupted.standup
        updates = interrupted.meeting.updates
        absent = []
        self.input = input
        self.call = call
        self.output = output
        isRecorded = interrupted.meeting.recording != nil
        sampleRate = interrupted.meeting.recording?.sampleRate ?? 48_000
        self.asksQuestions = asksQuestions
        self.keepsLearnedState = keepsLearnedState
        keepsEachSecond = nil
        self.seed = seed
    }
}

/// The services that a meeting uses.
///
/// `StandupAudio` has this machine's devices (`.machine()`) and recordings in files, `StandupSpeech` recognizers
/// (`.pocketSphinx(language:)`, `.whisper(model:language:)`), `StandupHistory` a journal in SQLite, and `StandupTesting` all of
/// them for tests.
public struct MeetingDependencies: Sendable {
    /// The clock that it runs on.
    public var clock: any MeetingClock
    /// The microphones and loudspeakers.
    public var audio: any AudioSystem
    /// The sounds of the cues.
    public var cues: CueSounds
    /// The journal that stores the running meeting.
    public var journal: any MeetingJournal
    /// The folder for its recording.
    public var recordings: any RecordingFolder
    /// Creates the recognizer; nil for a meeting without a transcript.
    public var recognizer: RecognizerSource?

    /// Creates the dependencies.
    ///
    /// By default the meeting runs on the system's clock, is kept in memory only and has no transcript. One that is recorded
    /// needs a folder.
    public init(
        clock: any MeetingClock = SystemClock(),
        audio: any AudioSystem,
        cues: CueSounds = .standard,
        journal: any MeetingJournal = MemoryJournal(),
        recordings: (any RecordingFolder)? = nil,
        recognizer: RecognizerSource? = nil
    ) {
        self.clock = clock
        self.audio = audio
        self.cues = cues
        self.journal = journal
        self.recordings = recordings ?? NoRecordings()
        self.recognizer = recognizer
    }
}

private struct NoRecordings: RecordingFolder {
    private static func error(_ fileName: String) -> AudioError {
        .cannotWrite(path: fileName, reason: "the meeting has no folder for recordings")
    }

    func create(_ fileName: String, sampleRate: Int, channels: Int) throws(AudioError) -> any RecordingWriter {
        throw Self.error(fileName)
    }

    func reopen(_ fileName: String, channels: Int) throws(AudioError) -> any RecordingWriter {
        throw Self.error(fileName)
    }

    func remove(_ fileName: String) {}
}

/// Why a meeting could not be started; nothing of the meeting was kept.
public enum MeetingStartError: Error, Hashable, Sendable, Codable {
    /// It has no attendees, none present, or no length.
    case plan(MeetingTimerError)
    /// The microphone is missing or delivers no sound.
    case microphone(AudioError)
    /// The recording cannot be written.
    case recording(AudioError)
    /// The history cannot be written.
    case history(HistoryError)
    /// The user gave up waiting for the microphone.
    case interrupted
    /// A reason outside the meeting, in one line.
    case outside(String)
}
