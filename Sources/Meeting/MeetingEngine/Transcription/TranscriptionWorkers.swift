import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech

/// The workers that transcribe a meeting's recording. [engine queue]
///
/// One gives the final results. A second one may give partial results, which are shown until then. Each reads the
/// recording at its own pace. Partial results are not stored, so they are dropped first if the machine cannot keep up.
struct TranscriptionWorkers {
    /// The results that are dropped or delayed because the machine cannot keep up.
    enum LoadShedding: Hashable {
        /// No partial results for the rest of the meeting.
        case partialsStopped
        /// No final results until the meeting has ended.
        case pausedUntilEnd
    }

    /// How far either worker may be behind before partial results are dropped.
    private static let mostForPartials = Duration.seconds(10)
    /// How far the final results may be behind before they wait for the end of the meeting.
    private static let most = Duration.seconds(60)

    /// The worker for the final results.
    let worker: TranscriptionWorker
    /// The worker for the partial results; nil if the other worker gives them too, or they were dropped.
    private(set) var partials: TranscriptionWorker?
    private let sampleRate: Int
    /// The number of unread frames at the start.
    private let backlog: Int64
    /// Whether the final results can wait for the end of the meeting.
    private let canPause: Bool
    private var isPaused = false

    /// `sampleRate` is in Hz.
    init(
        worker: TranscriptionWorker, partials: TranscriptionWorker?, sampleRate: Int, backlog: Int64, canPause: Bool
    ) {
        self.worker = worker
        self.partials = partials
        self.sampleRate = sampleRate
        self.backlog = backlog
        self.canPause = canPause
    }

    /// Makes the recording's frames up to `frames` available.
    ///
    /// - Returns: The results to drop or delay from now on, if any.
    mutating func process(upTo frames: Int64) -> LoadShedding? {
        worker.process(upTo: frames)
        partials?.process(upTo: frames)
        let behind = worker.lag - backlog
        if let partials, max(partials.lag, behind) > Self.mostForPartials.frames(at: sampleRate) {
            stopPartials()
            return .partialsStopped
        }
        if canPause, !isPaused, behind > Self.most.frames(at: sampleRate) {
            isPaused = true
            worker.rest()
            return .pausedUntilEnd
        }
        return nil
    }

    func markBoundary(at frame: Int64) {
        perform { $0.markBoundary(at: frame) }
    }

    func markCue(_ cue: Cue, at frame: Int64) {
        perform { $0.markCue(cue, at: frame) }
    }

    mutating func stopPartials() {
        partials?.abandon()
        partials = nil
    }

    /// Transcribes the rest of the complete recording.
    mutating func finish(upTo frames: Int64) {
        if let partials {
            // Its learned state is still reported.
            partials.abandon()
            partials.perform { $0.finish() }
        }
        worker.process(upTo: frames)
        worker.perform { $0.finish() }
    }

    func abandon() {
        partials?.abandon()
        worker.abandon()
    }

    private func perform(_ work: @escaping @Sendable (isolated TranscriptionWorker) -> Void) {
        worker.perform(work)
        partials?.perform(work)
    }
}
