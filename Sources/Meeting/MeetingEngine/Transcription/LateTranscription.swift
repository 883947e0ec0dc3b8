package import AudioDevices
package import MeetingHistory
package import MeetingModel
package import SpeechRecognition

/// Transcribes the part of an interrupted meeting's recording that was not yet transcribed.
///
/// To stop it, cancel its task: finished segments are kept, and another run does the rest.
package struct LateTranscription: Sendable {
    private let meeting: Meeting
    private let store: any MeetingJournal & StandupStore
    private let recording: any RecordedAudio
    private let cues: CueSounds?
    private let recognizer: RecognizerSource

    /// Whether a meeting has sound that is not transcribed yet.
    package static func isNeeded(for meeting: Meeting) -> Bool {
        guard meeting.state != .live, let recording = meeting.recording, let done = meeting.transcribedUpTo else {
            return false
        }
        return done + .milliseconds(100) < min(meeting.duration, recording.duration)
    }

    /// Creates the transcription of the rest of a meeting.
    ///
    /// `meeting` must have its turns. `cues` are the sounds that the recording may contain.
    package init(
        of meeting: Meeting, recording: any RecordedAudio, cues: CueSounds?, recognizer: RecognizerSource,
        store: any MeetingJournal & StandupStore
    ) {
        self.meeting = meeting
        self.store = store
        self.recording = recording
        self.cues = cues
        self.recognizer = recognizer
    }

    /// Transcribes the rest with one recogniser, and stores each segment when it is done.
    ///
    /// - Throws: What the history, the recording or the recogniser throws, or `CancellationError`.
    package func run() async throws {
        let rate = recording.sampleRate
        var speech = RecordedSpeech(
            of: meeting, recording: recording, cues: cues, by: recognizer.segments, in: store)
        speech.startFrame = (meeting.transcribedUpTo ?? .zero).frames(at: rate)
        try await RecordingTranscription(of: speech, by: recognizer.segments, jobs: 1)
            .run { heard, _ in
                let utterances = meeting.utterances(heard.utterances, sampleRate: rate).map(MeetingChange.utterance)
                let done = MeetingChange.transcribed(upTo: Duration(frames: heard.end, at: rate))
                try store.record(utterances + [done], in: meeting.id)
            }
        try store.record([.transcribed(upTo: meeting.duration)], in: meeting.id)
    }
}

extension [Turn] {
    /// The attendee whose turn it was at a meeting time; nil if the meeting has no turns.
    func speaker(at time: Duration) -> Attendee.ID? {
        (last { $0.start <= time } ?? first)?.attendee
    }
}

extension Utterance {
    /// Creates an utterance from a recognised one; `sampleRate` is the recording's, in Hz.
    init(_ heard: RecognizedUtterance, attendee: Attendee.ID, sampleRate: Int) {
        func time(_ frame: Int64) -> Duration { Duration(frames: frame, at: sampleRate) }
        self.init(
            attendee: attendee, start: time(heard.start), end: time(heard.end), text: heard.text,
            recognizer: heard.recognizer,
            words: heard.words.map {
                Word(
                    text: $0.text, start: time($0.start), end: time($0.end), confidence: $0.confidence, heard: $0.heard)
            })
    }
}
