package import MeetingModel
package import MeetingTiming
package import Sound
import Synchronization

/// A message from a transcription worker.
package enum TranscriptionSignal: Sendable {
    /// The partial result of the utterance that began at a frame.
    case partial(text: String, start: Int64)
    case utterance(RecognizedUtterance)
    /// Everything before this frame is final.
    case confirmed(frame: Int64)
    /// The recognizer failed on an utterance, and another one transcribed it.
    case substituted(RecognizerSubstitution)
    /// Voices are not told apart any more.
    case voicesFailed(RecognizerError)
    case failed(RecognizerError, heard: String, start: Int64, end: Int64)
    /// Nothing more follows.
    ///
    /// `learned` is the recognizer's learned state for the microphone, nil if it learns nothing. `isComplete` is whether
    /// all available frames are transcribed.
    case finished(learned: [Float]?, isComplete: Bool, speech: DetectedSpeech)
}

/// Reads the recording behind its writer and transcribes it.
///
/// Nothing waits for it. Even if it is late, it never skips recorded sound. It reads one step at a time, so that
/// boundaries and cues do not queue up behind unread sound.
package actor TranscriptionWorker {
    /// The number of frames per step: a tenth of a second.
    private let step: Int
    /// The recognizer is behind if more steps than this are unread: 2 s.
    private static let stepsBehind: Int64 = 20

    package nonisolated let queue: WorkQueue
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The channel to transcribe.
    private let recording: any RecordedAudio
    private let signal: @Sendable (TranscriptionSignal) -> Void
    private let available = Atomic<Int64>(0)
    /// The next frame to read.
    private let next: Atomic<Int64>
    private let isAbandoned = Atomic<Bool>(false)
    private let isPaused = Atomic<Bool>(false)
    /// Whether a step is queued and has not begun.
    private let isAsked = Atomic<Bool>(false)
    private let transcriber: Transcriber
    private var buffer: [Int16]
    private var referenceBuffer: [Int16]
    private var partial = (text: "", start: Int64(0))
    private var confirmed: Int64
    private var hasFailed = false
    private var isFinishing = false

    package init(
        label: String = "standup.decoding",
        clock: any MeetingClock,
        recording: any RecordedAudio,
        channel: AudioChannel = .room,
        cues: CueSounds?,
        startFrame: Int64 = 0,
        segmentation: Segmentation = .atPauses(),
        voices: VoiceRecognition? = nil,
        makeVocabulary: @escaping @Sendable () -> Vocabulary = { Vocabulary() },
        makeRecognizer: @escaping @Sendable (Vocabulary) throws(RecognizerError) -> any SpeechRecognizer,
        signal: @escaping @Sendable (TranscriptionSignal) -> Void
    ) {
        self.queue = clock.makeQueue(label, inBackground: true)
        self.recording = ChannelAudio(channel, of: recording)
        self.signal = signal
        self.confirmed = startFrame
        self.next = Atomic(startFrame)
        self.step = recording.sampleRate / 10
        self.buffer = [Int16](repeating: 0, count: recording.sampleRate / 10)
        self.referenceBuffer = self.buffer
        self.transcriber = Transcriber(
            sampleRate: recording.sampleRate,
            cues: cues,
            startFrame: startFrame,
            segmentation: segmentation,
            voices: voices,
            makeVocabulary: makeVocabulary,
            makeRecognizer: makeRecognizer
        )
    }

    /// Runs work on the decoding queue, after all earlier work. [any thread]
    package nonisolated func perform(_ work: @escaping @Sendable (isolated TranscriptionWorker) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Makes the recording's frames up to `frame` available. [any thread]
    package nonisolated func process(upTo frame: Int64) {
        available.store(frame, ordering: .releasing)
        askForStep()
    }

    private nonisolated func askForStep() {
        guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        perform { $0.takeStep() }
    }

    /// Stops at the next step and reads nothing more. [any thread]
    package nonisolated func abandon() {
        isAbandoned.store(true, ordering: .releasing)
    }

    /// Reads nothing more until `finish`. [any thread]
    package nonisolated func rest() {
        isPaused.store(true, ordering: .releasing)
    }

    /// The number of available frames that are not read yet. [any thread]
    package nonisolated var lag: Int64 {
        max(available.load(ordering: .acquiring) - next.load(ordering: .acquiring), 0)
    }

    /// Whether it was stopped. [any thread]
    private nonisolated var isStopped: Bool { isAbandoned.load(ordering: .acquiring) }

    /// The next attendee's turn starts at a frame.
    package func markBoundary(at frame: Int64) {
        transcriber.markBoundary(at: frame)
    }

    package func markCue(_ cue: Cue, at frame: Int64) {
        transcriber.markCue(cue, at: frame)
    }

    /// Reads the rest, ends and signals `finished`.
    package func finish() {
        isFinishing = true
        askForStep()
    }

    private func takeStep() {
        _ = isAsked.exchange(false, ordering: .acquiringAndReleasing)
        if hearStep() {
            askForStep()
        } else if isFinishing {
            isFinishing = false
            if !hasFailed, !isStopped {
                attempt { transcriber throws(RecognizerError) in try transcriber.finish() }
            }
            signal(
                .finished(
                    learned: hasFailed ? nil : transcriber.learnedState, isComplete: !hasFailed && !isStopped,
                    speech: transcriber.speech))
        }
    }

    /// Reads a tenth of a second, or the rest at the end; false if there is nothing to read.
    private func hearStep() -> Bool {
        guard !hasFailed, !isStopped, isFinishing || !isPaused.load(ordering: .acquiring) else { return false }
        let left = available.load(ordering: .acquiring) - transcriber.position
        guard left >= (isFinishing ? 1 : step) else { return false }
        let wanted = Int(min(left, Int64(step)))
        let count: Int
        do {
            count = try recording.read(
                from: transcriber.position, count: wanted, into: &buffer, reference: &referenceBuffer)
        } catch {
            fail(.failed(name: "recording", reason: "\(error)"))
            return false
        }
        guard count > 0 else { return false }
        transcriber.isBehind = left > Int64(step) * Self.stepsBehind
        attempt { transcriber throws(RecognizerError) in
            try buffer.withUnsafeBufferPointer { frames throws(RecognizerError) in
                try referenceBuffer.withUnsafeBufferPointer { reference throws(RecognizerError) in
                    try transcriber.hear(
                        UnsafeBufferPointer(rebasing: frames.prefix(count)),
                        reference: recording.reference == nil
                            ? nil : UnsafeBufferPointer(rebasing: reference.prefix(count)))
                }
            }
        }
        next.store(transcriber.position, ordering: .releasing)
        return true
    }

    private func attempt(_ work: (Transcriber) throws(RecognizerError) -> [TranscriptResult]) {
        defer {
            if let substitution = transcriber.takeSubstitution() { signal(.substituted(substitution)) }
            if let error = transcriber.takeVoiceFailure() { signal(.voicesFailed(error)) }
        }
        do throws(RecognizerError) {
            for result in try work(transcriber) {
                switch result {
                case .partial(let text, let start):
                    partial = (text, start)
                    signal(.partial(text: text, start: start))
                case .final(let utterance):
                    partial = ("", utterance.end)
                    signal(.utterance(utterance))
                }
            }
            if transcriber.confirmed > confirmed {
                confirmed = transcriber.confirmed
                signal(.confirmed(frame: confirmed))
            }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: RecognizerError) {
        hasFailed = true
        signal(.failed(error, heard: partial.text, start: partial.start, end: transcriber.position))
    }
}
