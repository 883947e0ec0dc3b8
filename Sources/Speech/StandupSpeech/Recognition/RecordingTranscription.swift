public import Sound
import Synchronization

package struct RecognizedSegment: Hashable, Sendable {
    /// The frames of the segment, which identify it within the recording.
    package let frames: Range<Int64>
    /// The frame before which all is transcribed, if segments arrive in order.
    package let end: Int64
    /// The utterances in order, in frames of the recording.
    package let utterances: [RecognizedUtterance]
    /// The cause of a fallback to a substitute; nil if there was none.
    package let substitution: RecognizerSubstitution?
}

package struct TranscriptionProgress: Hashable, Sendable {
    /// The finished frames, including those without speech.
    package let done: Int64
    /// The frames among them that an earlier run finished.
    package let known: Int64
    package let total: Int64
    /// The fallback on the last segment; nil if there was none.
    package let substitution: RecognizerSubstitution?

    /// The progress of several equal parts, if this is that of the part with an index, and those before are done.
    package func part(_ index: Int, of count: Int) -> TranscriptionProgress {
        let before = total * Int64(index)
        return TranscriptionProgress(
            done: before + done, known: known, total: total * Int64(count), substitution: substitution)
    }
}

/// Transcribes a recording by segments, with several recognizers in parallel.
///
/// Each recognizer takes the next free segment. The result does not depend on their number or order.
public struct RecordingTranscription: Sendable {
    private let speech: RecordedSpeech
    private let recognition: SegmentRecognition
    private let jobs: Int

    /// Creates a transcription with `jobs` recognizers, or fewer if the recognition limits them.
    package init(of speech: RecordedSpeech, by recognition: SegmentRecognition, jobs: Int) {
        self.speech = speech
        self.recognition = recognition
        self.jobs = max(1, min(jobs, recognition.atMost ?? jobs))
    }

    /// Creates a transcription of a recording.
    ///
    /// - Parameters:
    ///   - recording: The recording, such as a `StoredRecording`.
    ///   - recognition: The method: `RecognizerSource.segments` of any recognizer, or a server.
    ///   - language: The spoken language, as a BCP 47 tag.
    ///   - terms: Names and terms that are likely to be said, as they are written. A server's prompt takes the last 800
    ///     characters of them.
    ///   - jobs: How many recognizers work at the same time, each of which takes memory; utterances come in order with one
    ///     only.
    public init(
        of recording: any RecordedAudio, by recognition: SegmentRecognition, language: String = "en",
        terms: [String] = [], jobs: Int = 1
    ) {
        var speech = RecordedSpeech(recording, language: language)
        speech.prompt = SpeechPrompt(vocabulary: terms).text
        speech.vocabulary = Vocabulary(terms: terms, language: language, for: recognition)
        self.init(of: speech, by: recognition, jobs: jobs)
    }

    /// The utterances, each as soon as it is known; positions are frames of the recording.
    ///
    /// Each use transcribes the recording anew, in a task of its own that ends when the reader breaks off. It throws a
    /// `RecognizerError` or an `AudioError`.
    public var results: AsyncThrowingStream<RecognizedUtterance, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await run { heard, _ in for utterance in heard.utterances { continuation.yield(utterance) } }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Transcribes all unknown segments, and delivers each result as soon as it is complete, one at a time.
    ///
    /// With one recognizer they arrive in order. Nothing is delivered after `deliver` has thrown or the task was
    /// canceled.
    ///
    /// - Parameters:
    ///   - isKnown: Whether an earlier run has transcribed the segment of these frames.
    ///   - deliver: Receives a result and the progress.
    /// - Throws: Errors of the recognizer, of the recording, of `deliver`, or `CancellationError`.
    package func run(
        isKnown: @escaping @Sendable (Range<Int64>) -> Bool = { _ in false },
        deliver: @escaping @Sendable (RecognizedSegment, TranscriptionProgress) throws -> Void
    ) async throws {
        let run = try TranscriptionRun(speech, recognition, isKnown: isKnown, deliver: deliver)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<jobs { group.addTask { try await run.work() } }
            // The first failure cancels the others.
            for try await _ in group {}
        }
        try Task.checkCancellation()
    }

    /// Transcribes everything and returns the utterances in order.
    package func utterances(
        report: @escaping @Sendable (TranscriptionProgress) -> Void = { _ in }
    ) async throws -> [RecognizedUtterance] {
        let segments = RecognizedSegments()
        try await run { heard, progress in
            segments.add(heard)
            report(progress)
        }
        return segments.utterances
    }
}

/// The results so far. [any thread]
private final class RecognizedSegments: Sendable {
    private let segments = Mutex<[RecognizedSegment]>([])

    func add(_ heard: RecognizedSegment) { segments.withLock { $0.append(heard) } }

    var utterances: [RecognizedUtterance] {
        segments.withLock { $0 }.sorted { $0.frames.lowerBound < $1.frames.lowerBound }.flatMap(\.utterances)
    }
}

extension RecordedSpeech {
    /// The frames of a segment, including its margins.
    func frames(of part: SegmentPart) -> Range<Int64> {
        scale.frame(at: part.heard.lowerBound)..<scale.frame(at: part.heard.upperBound)
    }

    func heard(
        _ utterances: [RecognizedUtterance], in part: SegmentPart, hearing voices: inout VoiceListener,
        samples: [Int16], substitution: RecognizerSubstitution?
    ) -> RecognizedSegment {
        var sound = SampleWindow(start: part.heard.lowerBound)
        sound.append(contentsOf: samples)
        let placed = place(utterances, of: part).map { utterance in
            voices.heard(utterance, at: scale) { sound.withSamples($0) { Array($0) } }
        }
        return RecognizedSegment(
            frames: frames(of: part),
            end: min(scale.frame(at: part.own.upperBound), recording.frames),
            utterances: placed.map { $0.corrected(by: vocabulary) },
            substitution: substitution
        )
    }
}

/// The segments of a recording, shared by the recognizers. [any thread]
private final class TranscriptionRun: Sendable {
    private struct State {
        var reader: SegmentReader
        /// The frames of the segments in progress.
        var taken: Int64 = 0
        var known: Int64 = 0
    }

    private let speech: RecordedSpeech
    private let recognition: SegmentRecognition
    /// What tells voices apart, for all recognizers.
    private let voices: VoiceRecognition?
    private let isKnown: @Sendable (Range<Int64>) -> Bool
    private let deliver: @Sendable (RecognizedSegment, TranscriptionProgress) throws -> Void
    private let state: Mutex<State>
    /// Whether delivery has ended; locked during each delivery, so that they do not overlap.
    private let isClosed = Mutex(false)

    init(
        _ speech: RecordedSpeech, _ recognition: SegmentRecognition,
        isKnown: @escaping @Sendable (Range<Int64>) -> Bool,
        deliver: @escaping @Sendable (RecognizedSegment, TranscriptionProgress) throws -> Void
    ) throws {
        self.speech = speech
        self.recognition = recognition
        voices = speech.tellsVoicesApart ? recognition.voices?.shared() : nil
        self.isKnown = isKnown
        self.deliver = deliver
        state = Mutex(State(reader: SegmentReader(speech, segmentation: recognition.segmentation)))
    }

    /// Recognizes segments until none is left.
    func work() async throws {
        var recognizer: (any SegmentRecognizer)?
        var voices = VoiceListener(voices)
        while let segment = try next() {
            let able = try recognizer ?? recognition.make(speech.vocabulary)
            recognizer = able
            let heard = try await able.recognize(
                SpeechSegment(samples: segment.samples, language: speech.language, prompt: speech.prompt)
            )
            let substitution = able.takeSubstitution()
            let own = speech.heard(
                heard, in: segment.part, hearing: &voices, samples: segment.samples, substitution: substitution)
            if let failure = voices.takeFailure() { throw failure }
            try isClosed.withLock { isClosed in
                try Task.checkCancellation()
                guard !isClosed else { throw CancellationError() }
                isClosed = true
                try deliver(own, finish(segment, substitution))
                isClosed = false
            }
        }
    }

    /// The next unknown segment.
    private func next() throws -> DetectedSegment? {
        try state.withLock { state in
            while let segment = try state.reader.next() {
                try Task.checkCancellation()
                let frames = speech.frames(of: segment.part)
                guard isKnown(frames) else {
                    state.taken += Int64(frames.count)
                    return segment
                }
                state.known += Int64(frames.count)
            }
            return nil
        }
    }

    private func finish(
        _ segment: DetectedSegment, _ substitution: RecognizerSubstitution?
    ) -> TranscriptionProgress {
        state.withLock { state in
            state.taken -= Int64(speech.frames(of: segment.part).count)
            return TranscriptionProgress(
                done: max(state.reader.position - speech.startFrame - state.taken, 0),
                known: state.known,
                total: max(speech.recording.frames - speech.startFrame, 1),
                substitution: substitution
            )
        }
    }
}
