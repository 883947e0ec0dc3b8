import AudioDevices
import Synchronization

/// The result for one stretch of a recording.
package struct HeardStretch: Hashable, Sendable {
    /// The frames of the stretch, which identify it in its recording.
    package let frames: Range<Int64>
    /// Everything before this frame is transcribed, if the stretches come in order.
    package let end: Int64
    /// The utterances in order, in frames of the recording.
    package let utterances: [RecognizedUtterance]
    /// Why a substitute transcribed it; nil if none did.
    package let substitution: RecognizerSubstitution?
}

/// How much of a recording has been transcribed.
package struct TranscriptionProgress: Hashable, Sendable {
    /// Frames that are done, those without speech included.
    package let done: Int64
    /// Those of them that an earlier run has done.
    package let known: Int64
    /// All frames to transcribe.
    package let total: Int64
    /// Why a substitute transcribed the last stretch; nil if none did.
    package let substitution: RecognizerSubstitution?
}

/// Transcribes a recording stretch by stretch, with several recognisers at once.
///
/// Each takes the next stretch when it has finished one. The result does not depend on their number or the order.
package struct RecordingTranscription: Sendable {
    private let speech: RecordedSpeech
    private let recognition: StretchRecognition
    private let jobs: Int

    /// A transcription by so many recognisers at once, or as many as are allowed.
    package init(of speech: RecordedSpeech, by recognition: StretchRecognition, jobs: Int) {
        self.speech = speech
        self.recognition = recognition
        self.jobs = max(1, min(jobs, recognition.atMost ?? jobs))
    }

    /// Transcribes all stretches that are not known, and delivers each as soon as it is done, one at a time.
    ///
    /// With one recogniser they come in order. Nothing more is delivered after `deliver` has thrown or the task was
    /// cancelled.
    ///
    /// - Parameters:
    ///   - isKnown: Whether an earlier run has transcribed the stretch of these frames.
    ///   - deliver: Takes a result and the progress.
    /// - Throws: What the recogniser or the recording throws, what `deliver` throws, or `CancellationError`.
    package func run(
        isKnown: @escaping @Sendable (Range<Int64>) -> Bool = { _ in false },
        deliver: @escaping @Sendable (HeardStretch, TranscriptionProgress) throws -> Void
    ) async throws {
        let run = try TranscriptionRun(speech, recognition, isKnown: isKnown, deliver: deliver)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<jobs { group.addTask { try await run.work() } }
            // The first failure stops the others.
            for try await _ in group {}
        }
        try Task.checkCancellation()
    }

    /// Transcribes everything and returns the utterances in order.
    package func utterances(
        report: @escaping @Sendable (TranscriptionProgress) -> Void = { _ in }
    ) async throws -> [RecognizedUtterance] {
        let stretches = HeardStretches()
        try await run { heard, progress in
            stretches.add(heard)
            report(progress)
        }
        return stretches.utterances
    }
}

/// The results so far. [any thread]
private final class HeardStretches: Sendable {
    private let stretches = Mutex<[HeardStretch]>([])

    func add(_ heard: HeardStretch) { stretches.withLock { $0.append(heard) } }

    var utterances: [RecognizedUtterance] {
        stretches.withLock { $0 }.sorted { $0.frames.lowerBound < $1.frames.lowerBound }.flatMap(\.utterances)
    }
}

extension RecordedSpeech {
    /// The frames that are heard in a stretch.
    func frames(of part: StretchPart) -> Range<Int64> {
        scale.frame(at: part.heard.lowerBound)..<scale.frame(at: part.heard.upperBound)
    }

    func heard(
        _ utterances: [RecognizedUtterance], in part: StretchPart, substitution: RecognizerSubstitution?
    ) -> HeardStretch {
        HeardStretch(
            frames: frames(of: part),
            end: min(scale.frame(at: part.own.upperBound), recording.frames),
            utterances: place(utterances, of: part).map { $0.corrected(by: vocabulary) },
            substitution: substitution
        )
    }
}

/// The stretches of a recording, shared by the recognisers. [any thread]
private final class TranscriptionRun: Sendable {
    private struct State {
        var reader: StretchReader
        /// Frames of the stretches that are being recognised.
        var taken: Int64 = 0
        var known: Int64 = 0
    }

    private let speech: RecordedSpeech
    private let recognition: StretchRecognition
    private let isKnown: @Sendable (Range<Int64>) -> Bool
    private let deliver: @Sendable (HeardStretch, TranscriptionProgress) throws -> Void
    private let state: Mutex<State>
    /// Whether nothing more is delivered; the lock is held during a delivery, so that there is one at a time.
    private let isClosed = Mutex(false)

    init(
        _ speech: RecordedSpeech, _ recognition: StretchRecognition,
        isKnown: @escaping @Sendable (Range<Int64>) -> Bool,
        deliver: @escaping @Sendable (HeardStretch, TranscriptionProgress) throws -> Void
    ) throws {
        self.speech = speech
        self.recognition = recognition
        self.isKnown = isKnown
        self.deliver = deliver
        state = Mutex(State(reader: try StretchReader(speech, cutting: recognition.cutting)))
    }

    /// Recognises one stretch after the other until none is left.
    func work() async throws {
        var recognizer: (any StretchRecognizer)?
        while let stretch = try next() {
            let able = try recognizer ?? recognition.make(speech.vocabulary)
            recognizer = able
            let heard = try await able.recognize(
                SpeechStretch(samples: stretch.samples, language: speech.language, prompt: speech.prompt)
            )
            let substitution = able.takeSubstitution()
            try isClosed.withLock { isClosed in
                try Task.checkCancellation()
                guard !isClosed else { throw CancellationError() }
                isClosed = true
                try deliver(
                    speech.heard(heard, in: stretch.part, substitution: substitution), finish(stretch, substitution))
                isClosed = false
            }
        }
    }

    /// The next stretch that is not known.
    private func next() throws -> FoundStretch? {
        try state.withLock { state in
            while let stretch = try state.reader.next() {
                try Task.checkCancellation()
                let frames = speech.frames(of: stretch.part)
                guard isKnown(frames) else {
                    state.taken += Int64(frames.count)
                    return stretch
                }
                state.known += Int64(frames.count)
            }
            return nil
        }
    }

    private func finish(
        _ stretch: FoundStretch, _ substitution: RecognizerSubstitution?
    ) -> TranscriptionProgress {
        state.withLock { state in
            state.taken -= Int64(speech.frames(of: stretch.part).count)
            return TranscriptionProgress(
                done: max(state.reader.position - speech.startFrame - state.taken, 0),
                known: state.known,
                total: max(speech.recording.frames - speech.startFrame, 1),
                substitution: substitution
            )
        }
    }
}
