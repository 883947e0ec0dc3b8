public import AudioDevices
public import MeetingHistory
public import MeetingModel
public import MeetingTiming
public import SpeechRecognition

/// The transcription of what a meeting that was interrupted had recorded but not yet had recognised.
public final class LateTranscription: Sendable {
    private let meeting: Meeting
    private let store: any MeetingStore
    private let worker: TranscriptionWorker
    private let recording: any RecordedAudio
    private let report: AsyncStream<TranscriptionSignal>

    /// Whether a meeting has sound that nobody has listened to yet.
    public static func isNeeded(for meeting: Meeting) -> Bool {
        guard meeting.state != .live, let recording = meeting.recording, let done = meeting.transcribedUpTo else {
            return false
        }
        return done + .milliseconds(100) < min(meeting.duration, recording.duration)
    }

    /// The rest of a meeting's transcription; `meeting` is whole, with its turns, `cues` are the sounds it may hold.
    public init(
        of meeting: Meeting, recording: any RecordedAudio, cues: CueSounds?, recognizer: RecognizerSource,
        store: any MeetingStore, clock: any MeetingClock
    ) {
        self.meeting = meeting
        self.store = store
        self.recording = recording
        let (report, continuation) = AsyncStream.makeStream(of: TranscriptionSignal.self)
        self.report = report
        let start = (meeting.transcribedUpTo ?? .zero).frames(at: recording.sampleRate)
        self.worker = TranscriptionWorker(
            clock: clock, recording: recording, cues: cues, from: start,
            makeRecognizer: { () throws(RecognizerError) in try recognizer.make(nil) },
            signal: {
                continuation.yield($0)
                if case .finished = $0 { continuation.finish() }
            })
    }

    /// Transcribes the rest, writing every utterance as it is confirmed; true when the whole has been heard.
    public func run() async throws(HistoryError) -> Bool {
        let rate = recording.sampleRate
        let dings = meeting.turns.dropFirst().map { $0.start.frames(at: rate) }
        let boundaries = (meeting.turns.compactMap(\.end) + meeting.pauses.map(\.at)).map { $0.frames(at: rate) }
        worker.perform { worker in
            for boundary in boundaries { worker.markBoundary(at: boundary) }
            // A change of speaker dinged, if it was not the end.
            for ding in dings { worker.markCue(.ding, at: ding) }
        }
        worker.hear(upTo: recording.frames)
        worker.perform { $0.finish() }
        defer { worker.abandon() }
        var isWhole = true
        for await signal in report {
            switch signal {
            case .utterance(let heard):
                let speaker = meeting.turns.speaker(at: Duration(frames: (heard.start + heard.end) / 2, at: rate))
                guard let speaker else { continue }
                try store.record([.utterance(Utterance(heard, attendee: speaker, sampleRate: rate))], in: meeting.id)
            case .confirmed(let frame):
                try store.record([.transcribed(upTo: Duration(frames: frame, at: rate))], in: meeting.id)
            case .failed: isWhole = false
            case .partial, .finished: break
            }
        }
        guard isWhole, !worker.isStopped else { return false }
        try store.record([.transcribed(upTo: meeting.duration)], in: meeting.id)
        return true
    }

    /// Stops at the next step; what was confirmed is kept, and the rest can be done another time. [any thread]
    public func stop() {
        worker.abandon()
    }
}

extension [Turn] {
    /// Whose turn it was at a meeting time; nil if there was none at all.
    func speaker(at time: Duration) -> Attendee.ID? {
        (last { $0.start <= time } ?? first)?.attendee
    }
}

extension Utterance {
    /// An utterance as it was heard in a recording of so many frames per second.
    init(_ heard: RecognizedUtterance, attendee: Attendee.ID, sampleRate: Int) {
        func time(_ frame: Int64) -> Duration { Duration(frames: frame, at: sampleRate) }
        self.init(
            attendee: attendee, start: time(heard.start), end: time(heard.end), text: heard.text,
            recognizer: heard.recognizer,
            words: heard.words.map {
                Word(text: $0.text, start: time($0.start), end: time($0.end), confidence: $0.confidence)
            })
    }
}
