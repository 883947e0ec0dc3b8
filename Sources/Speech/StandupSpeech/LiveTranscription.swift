import MeetingModel
public import MeetingTiming
public import Sound
import Synchronization

/// The words of a recording while it is made.
///
/// It reads behind the writer, on a queue of its own: a slow recognizer delays words, never sound. Every function may be
/// called on any thread.
public final class LiveTranscription: Sendable {
    /// The words, as soon as they are known, until `finish` has read all; for one reader.
    ///
    /// It throws the `RecognizerError` after which there are no more words. A breaking reader stops the recognizer.
    public let results: AsyncThrowingStream<TranscriptResult, any Error>

    private let recording: any RecordedAudio
    private let worker: TranscriptionWorker
    /// Looks for new frames ten times a second.
    private let timer = Mutex<(any DeadlineTimer)?>(nil)
    private let clock: any MeetingClock

    /// Begins to transcribe a recording from its first frame.
    ///
    /// - Parameters:
    ///   - recording: The recording, such as an `AudioRecorder`'s.
    ///   - source: The recognizer, which starts with the first frames.
    ///   - terms: Names and terms that are likely to be said, as they are written.
    ///   - language: The spoken language, by whose sounds the terms are recognized, as a BCP 47 tag.
    ///   - clock: The clock by which it looks for new frames.
    public init(
        of recording: any RecordedAudio, by source: RecognizerSource, terms: [String] = [], language: String = "en",
        clock: any MeetingClock = SystemClock()
    ) {
        let (results, continuation) = AsyncThrowingStream<TranscriptResult, any Error>.makeStream()
        self.results = results
        self.recording = recording
        self.clock = clock
        let worker = TranscriptionWorker(
            clock: clock, recording: recording, cues: nil, segmentation: source.segments.segmentation,
            makeVocabulary: { Vocabulary(terms: terms, language: language) },
            makeRecognizer: { vocabulary throws(RecognizerError) in try source.makeWithVocabulary(nil, vocabulary) },
            signal: { signal in
                switch signal {
                case .partial(let text, let start): continuation.yield(.partial(text: text, start: start))
                case .utterance(let utterance): continuation.yield(.final(utterance))
                case .failed(let error, _, _, _): continuation.finish(throwing: error)
                case .finished: continuation.finish()
                case .confirmed, .substituted, .voicesFailed: break
                }
            })
        self.worker = worker
        continuation.onTermination = { reason in if case .cancelled = reason { worker.abandon() } }
        let timer = clock.makeTimer(on: worker.queue) { [weak self] in self?.look() }
        self.timer.withLock { $0 = timer }
        timer.arm(clock.now)
    }

    deinit { worker.abandon() }

    /// Says that somebody else speaks from a frame on, or that the recording goes on there after a pause.
    ///
    /// No utterance crosses it.
    ///
    /// Call it when it happens: later, an utterance may have crossed it already.
    public func markSpeakerChange(at frame: Int64) {
        worker.perform { $0.markBoundary(at: frame) }
    }

    /// Reads the rest of the recording, and ends `results`; call it after the recording has stopped.
    ///
    /// What is appended later is not read.
    public func finish() {
        timer.withLock { timer in
            timer?.arm(nil)
            timer = nil
        }
        worker.process(upTo: recording.frames)
        worker.perform { $0.finish() }
    }

    private func look() {
        worker.process(upTo: recording.frames)
        timer.withLock { $0?.arm(clock.now + .milliseconds(100)) }
    }
}
