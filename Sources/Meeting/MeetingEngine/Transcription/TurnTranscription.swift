import MeetingHistory
import MeetingModel
import Sound
import StandupSpeech
import Synchronization

/// Transcribes a meeting turn by turn, even while it runs, and keeps the result as a transcript when it is complete.
///
/// Each turn becomes a part of a draft, so that any later run, in this process or another, resumes at the next turn.
struct TurnTranscription {
    enum Progress: Hashable {
        /// Nothing is left to do: the transcript exists, or there can be none.
        case complete
        /// Every turn up to this meeting time is done; the meeting still runs.
        case live(upTo: Duration)
    }

    let queued: QueuedTranscript
    let recognition: SegmentRecognition
    let cues: CueSounds?
    let store: any TranscribedMeetings
    /// Opens the recording, up to the frames written so far.
    let open: @Sendable (Recording) throws -> any RecordedAudio
    /// Names and terms that are likely to be said in a meeting.
    let prompt: @Sendable (Meeting) -> String

    /// Transcribes the turns that have ended and are recorded, one after the other.
    ///
    /// - Throws: What the history, the recording or the recognizer throws, or `CancellationError`.
    func run(now: @Sendable () -> Timestamp) async throws -> Progress {
        guard let meeting = try store.meeting(queued.meeting) else { return .complete }
        guard let recording = meeting.recording else {
            try store.dequeueTranscript(queued)
            return .complete
        }
        let sound = try open(recording)
        let known = Dictionary(
            try store.draft(queued.draft, of: meeting.id).map { ($0.frames, $0.utterances) }, uniquingKeysWith: { $1 })
        let tolerance = RefusalTolerance(recognition, hasAnswered: known.values.contains { !$0.isEmpty })
        var done = Duration.zero
        var parts: [[Utterance]] = []
        for turn in meeting.turns {
            guard let end = turn.end ?? (meeting.state == .live ? nil : meeting.duration) else { break }
            let frames = turn.start.frames(at: sound.sampleRate)..<end.frames(at: sound.sampleRate)
            guard frames.upperBound <= sound.frames || meeting.state != .live else { break }
            if let utterances = known[frames] {
                parts.append(utterances)
            } else {
                try Task.checkCancellation()
                let utterances = try await hear(frames, of: meeting, sound, tolerance)
                try store.keep(DraftPart(frames: frames, utterances: utterances), in: queued.draft, of: meeting.id)
                parts.append(utterances)
            }
            done = end
        }
        guard meeting.state != .live else { return .live(upTo: done) }
        try keep(parts.flatMap { $0 }, of: meeting, at: now())
        return .complete
    }

    /// If the user has corrected or made a transcript since, that one stays shown.
    private func keep(_ utterances: [Utterance], of meeting: Meeting, at instant: Timestamp) throws(HistoryError) {
        // If no words were recognized, the live transcript stays.
        guard !utterances.isEmpty else { return try store.dequeueTranscript(queued) }
        let shown = try store.transcriptVersions(of: meeting.id).first(where: \.isCurrent)
        _ = try store.addTranscript(
            utterances, to: meeting.id, recognizer: recognition.name, at: instant, finishing: queued.draft)
        if let shown, shown.origin != .live {
            try store.chooseTranscript(of: meeting.id, version: shown.number, at: instant)
        }
    }

    private func hear(
        _ frames: Range<Int64>, of meeting: Meeting, _ sound: any RecordedAudio, _ tolerance: RefusalTolerance
    ) async throws -> [Utterance] {
        let rate = sound.sampleRate
        let end = min(frames.upperBound, sound.frames)
        guard frames.lowerBound < end else { return [] }
        let assignment = try SpeakerAssignment(of: meeting, sampleRate: rate, by: recognition, in: store)
        let live = (try? store.transcript(of: meeting.id, version: 1).map(\.utterance)) ?? meeting.transcript
        let heard = Mutex<[Utterance]>([])
        for (channel, audio) in sound.eachChannel {
            var speech = RecordedSpeech(
                of: meeting, recording: RecordingStart(audio, frames: end), cues: cues, by: recognition, in: store)
            speech.startFrame = frames.lowerBound
            speech.boundaries = speech.boundaries.filter { frames.lowerBound < $0 && $0 < end }
            speech.cueFrames = speech.cueFrames.filter { frames.contains($0.frame) }
            speech.prompt = prompt(meeting)
            try await RecordingTranscription(of: speech, by: tolerance.recognition, jobs: 1)
                .run { segment, _ in
                    let utterances =
                        tolerance.takeRefusal()
                        ? live.filter { utterance in
                            utterance.channel == channel
                                && segment.frames.contains(((utterance.start + utterance.end) / 2).frames(at: rate))
                        } : meeting.utterances(segment.utterances, by: assignment, on: channel)
                    heard.withLock { $0 += utterances }
                }
        }
        return heard.withLock { $0 }.merged()
    }
}

/// A recognizer that, once it has transcribed a segment, may refuse others; refused segments keep the live words.
private final class RefusalTolerance: Sendable {
    private struct State {
        var hasAnswered: Bool
        var hasRefused = false
    }

    private let original: SegmentRecognition
    private let state: Mutex<State>

    init(_ recognition: SegmentRecognition, hasAnswered: Bool) {
        original = recognition
        state = Mutex(State(hasAnswered: hasAnswered))
    }

    /// The recognizer, which throws only errors that concern more than one segment.
    var recognition: SegmentRecognition {
        var tolerant = SegmentRecognition(
            name: original.name, key: original.key, segmentation: original.segmentation, atMost: 1
        ) { vocabulary throws(RecognizerError) in
            Recognizer(tolerance: self, recognizer: try self.original.make(vocabulary))
        }
        tolerant.voices = original.voices
        return tolerant
    }

    /// Whether the last segment was refused; resets it.
    func takeRefusal() -> Bool {
        state.withLock { state in
            defer { state.hasRefused = false }
            return state.hasRefused
        }
    }

    private func noteAnswer() {
        state.withLock { $0.hasAnswered = true }
    }

    /// Records a refusal; returns whether it concerns only that segment.
    private func noteRefusal() -> Bool {
        state.withLock { state in
            state.hasRefused = state.hasAnswered
            return state.hasAnswered
        }
    }

    private struct Recognizer: SegmentRecognizer {
        let tolerance: RefusalTolerance
        let recognizer: any SegmentRecognizer

        var name: String { recognizer.name }

        func recognize(_ segment: SpeechSegment) async throws(RecognizerError) -> [RecognizedUtterance] {
            do throws(RecognizerError) {
                let heard = try await recognizer.recognize(segment)
                tolerance.noteAnswer()
                return heard
            } catch {
                guard case .noAnswer(_, _, _, .otherSound) = error, tolerance.noteRefusal() else { throw error }
                return []
            }
        }
    }
}

private final class RecordingStart: RecordedAudio {
    let sampleRate: Int
    let frames: Int64
    private let whole: any RecordedAudio

    var reference: (any RecordedAudio)? { whole.reference }

    init(_ whole: any RecordedAudio, frames: Int64) {
        self.whole = whole
        self.frames = frames
        sampleRate = whole.sampleRate
    }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        let count = Int(min(max(frames - frame, 0), Int64(buffer.count)))
        return try whole.read(from: frame, into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
    }
}
