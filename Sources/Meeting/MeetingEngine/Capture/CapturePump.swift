import AudioDevices
import AudioFiles
import MeetingModel
import MeetingTiming

/// A message from the pump to the session.
enum PumpSignal: Sendable {
    /// The microphone's first frame was captured at this instant.
    case opened(device: String, firstFrame: Duration)
    /// The microphone could not be opened at the start.
    case failed(AudioError)
    case level(AudioLevel)
    /// This many frames of the recording can be read.
    case written(frames: Int64)
    case lost(device: String)
    /// Another microphone has replaced it.
    case changed(device: String)
    /// This device is captured from now on.
    case selected(device: DeviceSelection)
    /// The requested device could not be opened; nothing has changed.
    case switchFailed(AudioError)
    /// The microphone, or a replacement, is back after this many frames of silence.
    case restored(device: String, gap: Int64)
    /// The recording contains silence between two frames.
    case gap(from: Int64, to: Int64, Gap.Reason)
    /// The disk refuses the recording; new sound waits in memory.
    case writeFailed(AudioError)
    /// The memory for waiting sound is full: new sound is lost until the disk accepts writes again.
    case backlogFull
    /// The disk accepts writes again.
    case writeRecovered
    /// The recording has ended, and the disk did not accept this many of its frames.
    case unsaved(frames: Int64)
    /// The recording is complete.
    case finished(frames: Int64)
}

/// Moves the microphone's frames from their ring into their place in the recording.
///
/// It also opens the microphone, detects its loss and reopens it.
actor CapturePump {
    /// How often it polls for frames: shorter than the tenth of a second for which a level is measured.
    static let period = Duration.milliseconds(80)
    static let openingTime = Duration.seconds(3)
    static let watchdogTime = Duration.seconds(1)
    /// A sound server may pause for 2 s after a stream's first frame before it delivers steadily.
    ///
    /// The stream has settled after `steadyTime` without a pause longer than `steadyPause`, or after `settlingTime`.
    static let settlingTime = Duration.seconds(5)
    static let watchdogTimeWhileSettling = Duration.seconds(3)
    static let steadyTime = Duration.seconds(1)
    static let steadyPause = Duration.milliseconds(250)
    static let retryTime = Duration.seconds(1)
    /// How long frames captured before a stop may take to arrive.
    static let arrivalTime = Duration.milliseconds(400)

    enum Phase {
        case idle
        case opening(until: Duration)
        case running
        case lost(retryAt: Duration)
        case closed
    }

    /// Silence in place of missing sound.
    struct PendingGap {
        let reason: Gap.Reason
        var start: Int64?
        /// Whether the device lost the sound without counting it.
        var isOverrun = false
    }

    /// A requested microphone that has not yet replaced the current one.
    struct Candidate {
        let stream: any CaptureStream
        let selection: DeviceSelection
        let limit: Duration
    }

    nonisolated let queue: WorkQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let clock: any MeetingClock
    let audio: any AudioSystem
    var selection: DeviceSelection
    let sampleRate: Int
    let signal: @Sendable (PumpSignal) -> Void
    var timer: (any DeadlineTimer)?

    var phase = Phase.idle
    var stream: (any CaptureStream)?
    /// The name of the device that was captured last.
    var deviceName = ""
    var candidate: Candidate?
    var taken: Int64 = 0
    var lostFrames: Int64 = 0
    var overruns: Int64 = 0
    var settledAt = Duration.zero
    /// The start of the current run of frames without a long pause.
    var steadySince = Duration.zero
    var drift: DriftEstimate?

    var segments: RecordedSegments
    var current = 0
    var aligned = false
    /// Whether unread frames wait for the next period.
    var isBehind = false
    var pendingGap: PendingGap?
    var track: RecordingTrack?
    var converter: RateAdapter?
    var meter: LevelMeter
    /// The deadline for a disk that refuses the end of the recording; nil before the end.
    var finishingLimit: Duration?
    var signalled: Int64 = 0
    var buffer = [Float](repeating: 0, count: 8192)
    /// The number of frames that the latest read put into the buffer.
    var newest = 0

    init(
        clock: any MeetingClock,
        audio: any AudioSystem,
        selection: DeviceSelection,
        sampleRate: Int,
        signal: @escaping @Sendable (PumpSignal) -> Void
    ) {
        self.clock = clock
        self.audio = audio
        self.selection = selection
        self.sampleRate = sampleRate
        self.signal = signal
        self.queue = clock.makeQueue("standup.pump", inBackground: false)
        self.segments = RecordedSegments(sampleRate: sampleRate)
        self.meter = LevelMeter(sampleRate: sampleRate)
    }

    // MARK: Session requests, from any thread

    /// Runs work on the pump's queue, after all earlier work. [any thread]
    nonisolated func perform(_ work: @escaping @Sendable (isolated CapturePump) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Opens the microphone; signals `opened` or `failed`.
    func open() {
        open(now: clock.now)
        timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.tick() } }
        tick()
    }

    /// Records from an instant on.
    ///
    /// That instant is frame 0, or the place where an interrupted recording resumes.
    func record(to recording: any RecordingWriter, from instant: Duration, at meetingTime: Duration = .zero) {
        track = RecordingTrack(recording: recording)
        if meetingTime > .zero { pendingGap = PendingGap(reason: .interruption) }
        segments.start(at: instant, meetingTime: meetingTime)
    }

    /// Stops recording at an instant; sound already written after that instant is removed.
    func stop(at instant: Duration) {
        segments.stop(at: instant)
        guard current < segments.segments.count, let end = segments.endFrame(of: segments.segments[current]) else {
            return
        }
        track?.truncate(to: end)
        if let start = pendingGap?.start { pendingGap?.start = min(start, end) }
    }

    /// Resumes recording at an instant.
    func resume(at instant: Duration) {
        segments.start(at: instant)
    }

    /// Switches to another microphone once it delivers frames; if it cannot be opened, nothing changes.
    func switchMicrophone(to selection: DeviceSelection) {
        candidate?.stream.close()
        candidate = Candidate(
            stream: audio.openCapture(selection), selection: selection, limit: clock.now + Self.openingTime)
    }

    /// Ends the recording at an instant.
    ///
    /// Signals `finished` when the last frame is written, or at `limit` if the disk still refuses it.
    func finish(at instant: Duration, until limit: Duration) {
        stop(at: instant)
        finishingLimit = limit
        tick()
    }

    /// Stops waiting for a disk that refuses the end.
    func finishNow() {
        guard finishingLimit != nil else { return }
        finishingLimit = clock.now
        tick()
    }

    /// Closes the microphone and completes nothing.
    func close() {
        candidate?.stream.close()
        candidate = nil
        stream?.close()
        stream = nil
        phase = .closed
        timer?.arm(nil)
    }

    // MARK: One period

    private func tick() {
        let now = clock.now
        switch phase {
        case .idle, .closed: return
        case .opening(let limit): pollOpening(now: now, until: limit)
        case .running: captureFrames(now: now)
        case .lost(let retryAt): retryOpening(now: now, until: retryAt)
        }
        pollCandidate(now: now)
        finishPeriod(now: now)
        guard case .closed = phase else {
            timer?.arm(now + Self.period)
            return
        }
    }

    /// The work of each period, with or without new frames.
    private func finishPeriod(now: Duration) {
        guard track != nil else {
            if finishingLimit != nil { complete(now: now) }
            return
        }
        if drift != nil, pendingGap?.reason == .device { fillToNow(now) }
        while current < segments.segments.count, let end = segments.segments[current].end,
            now >= end + Self.arrivalTime && !isBehind || isPast(segments.segments[current])
        {
            closeSegment(now: now)
        }
        let limit = current == segments.segments.count ? finishingLimit : nil
        let isOver = limit.map { now >= $0 } ?? false
        updateTrack { track throws(AudioError) in try track.retry(now: now, atOnce: isOver) }
        if limit != nil, isOver || track?.isWaiting == false { complete(now: now) }
        signalWritten()
    }

    private func isPast(_ segment: RecordedSegments.Segment) -> Bool {
        guard let track, let end = segments.endFrame(of: segment) else { return false }
        return track.frames >= end
    }

    private func complete(now: Duration) {
        if let track, track.frames > track.recording.frames {
            signal(.unsaved(frames: track.frames - track.recording.frames))
        }
        updateTrack { track throws(AudioError) in try track.recording.finish() }
        close()
        signal(.finished(frames: track?.recording.frames ?? 0))
    }

    // MARK: Signals

    func signalWritten() {
        guard let frames = track?.recording.frames, frames - signalled >= Int64(sampleRate / 10) else { return }
        signalled = frames
        signal(.written(frames: frames))
    }

    func updateTrack(_ work: (inout RecordingTrack) throws(AudioError) -> Void) {
        guard var track else { return }
        self.track = nil
        let wasWaiting = track.isWaiting
        do throws(AudioError) {
            try work(&track)
        } catch {
            if !wasWaiting { signal(.writeFailed(error)) }
        }
        if wasWaiting, !track.isWaiting { signal(.writeRecovered) }
        if track.takeOverflow() { signal(.backlogFull) }
        if let dropped = track.takeDropped() {
            signal(.gap(from: dropped.lowerBound, to: dropped.upperBound, .overload))
        }
        self.track = track
    }
}
