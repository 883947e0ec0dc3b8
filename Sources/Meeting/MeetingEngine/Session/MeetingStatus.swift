public import MeetingHistory
public import MeetingModel
public import Sound

/// A meeting at one instant, for display.
///
/// Its JSON is for programs of the same version.
public struct MeetingStatus: Hashable, Sendable, Codable {
    /// The countdown: query it with the clock's `now`.
    public var timer: MeetingTimer
    /// The standup as planned; the countdown has the current settings.
    public var standup: Standup
    /// The microphone's level, nil if there is no microphone.
    public var level: AudioLevel?
    /// Whether the sound is kept.
    public var isRecording: Bool
    /// The microphone's name, nil if there is none.
    public var microphone: String?
    /// Whether the user selected the microphone by name; then no other is used unless the user says so.
    public var isMicrophoneChosen = false
    /// Whether the microphone is lost now.
    public var isMicrophoneLost = false
    /// The call; nil without one.
    public var call: Call?
    /// For how long something was heard on each channel.
    public var heard: [AudioChannel: Duration] = [:]
    /// Whether a recognizer runs: false before the start and after it has failed.
    public var isTranscribing = false
    /// Whether the cues are muted.
    public var isMuted = false
    /// The lead's private note, nil if there is none.
    public var note: String?
    /// The open points of the present speaker, from earlier meetings.
    public var openPoints: [CarriedPoint] = []
    /// The points that were marked in this meeting, the one that was marked last at the end.
    public var pointMarks: [PointMark] = []
    /// What attendees wrote for this meeting.
    public var updates: [WrittenUpdate] = []
    /// Those of `updates` whose place in the meeting is now: of the absent who would have spoken before the present
    /// speaker, and of the speaker.
    public var presentUpdates: [WrittenUpdate] = []
    /// The partial results by attendee, newest last.
    public var partials: [Partial] = []
    /// The latest final utterances, newest last.
    public var utterances: [Utterance] = []
    /// Whether only a command can change anything: in a pause, at a question, in overtime.
    public var awaitsCommand = false
    /// Whether part of the meeting could not be written.
    public var hasUnsavedData = false
    /// Whether the meeting has ended and the rest is being written and decoded.
    public var isEnding = false

    /// The lowest peak that counts as something heard, in dBFS.
    static let audible = -50.0

    /// What an attendee has said since the last final utterance; it may still change.
    public struct Partial: Hashable, Sendable, Codable {
        /// The attendee whose turn it is.
        public var attendee: Attendee.ID
        /// The words.
        public var text: String
        /// Where they are heard.
        public var channel: AudioChannel

        /// Creates a partial result.
        public init(attendee: Attendee.ID, text: String, channel: AudioChannel) {
            self.attendee = attendee
            self.text = text
            self.channel = channel
        }
    }

    /// How an open point of an earlier meeting was marked in this meeting.
    public struct PointMark: Hashable, Sendable, Codable {
        /// The point.
        public var point: Point.ID
        /// Its state from now on; `open` if it is still open.
        public var state: Point.State

        /// Creates a mark.
        public init(point: Point.ID, state: Point.State) {
            self.point = point
            self.state = state
        }
    }

    /// The source of a call.
    public struct Call: Hashable, Sendable, Codable {
        /// What is to be heard; `.none` while it is off.
        public var selection: DeviceSelection
        /// The device's name; nil while it is off or not open yet.
        public var device: String?
        /// Its level.
        public var level = AudioLevel(peak: AudioLevel.silence, rms: AudioLevel.silence)
        /// Whether it is lost now.
        public var isLost = false
        /// A program that plays on another loudspeaker while the call is silent.
        public var unheard: PlayingProgram?

        /// Creates a call that is not open yet.
        public init(selection: DeviceSelection) {
            self.selection = selection
        }
    }

    /// Creates the status of a meeting without events.
    public init(timer: MeetingTimer, standup: Standup, isRecording: Bool) {
        self.timer = timer
        self.standup = standup
        self.isRecording = isRecording
    }

    /// Whether a microphone selected by name is lost, so that the user has to select another.
    public var awaitsMicrophone: Bool { isMicrophoneLost && isMicrophoneChosen }

    /// How a point was marked in this meeting; nil if it was not.
    public func mark(of point: Point.ID) -> Point.State? { pointMarks.first { $0.point == point }?.state }

    /// Marks a point, or takes its mark back.
    package mutating func mark(_ point: Point.ID, _ state: Point.State?) {
        pointMarks.removeAll { $0.point == point }
        if let state { pointMarks.append(PointMark(point: point, state: state)) }
    }

    /// The name of an attendee; `Someone` if the standup has no such attendee.
    public func name(of attendee: Attendee.ID) -> String {
        standup.name(of: attendee)
    }
}
