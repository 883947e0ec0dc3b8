import AudioDevices
import AudioFiles
import MeetingModel
import MeetingTiming

/// What the pump tells the session.
enum PumpSignal: Sendable {
    /// The microphone's first frame was captured at an instant.
    case opened(device: String, firstFrame: Duration)
    /// The microphone could not be opened at the start.
    case failed(AudioError)
    case level(AudioLevel)
    /// So many frames of the recording can be read.
    case written(frames: Int64)
    case lost(device: String)
    /// Another microphone is heard in its place.
    case changed(device: String)
    /// This is what is listened to from now on.
    case listens(to: DeviceSelection)
    /// What was to be listened to could not be opened; all is as before.
    case unchanged(AudioError)
    /// It, or another in its place, is back, after so many frames of silence.
    case restored(device: String, gap: Int64)
    /// The recording holds silence between two frames.
    case gap(from: Int64, to: Int64, Gap.Reason)
    /// The disk refuses the recording; what comes waits in memory.
    case refused(AudioError)
    /// So much waits that what comes now is lost, until the disk takes it again.
    case overflows
    /// The disk takes it again.
    case accepted
    /// The recording has ended and the disk has not taken so many frames of it.
    case unwritten(frames: Int64)
    /// The recording is complete.
    case finished(frames: Int64)
}

/// Takes the microphone's frames out of their ring and puts each at its place in the recording.
///
/// It also watches over the device: opening it, noticing that it is gone, opening it again.
actor CapturePump {
    /// How often it looks for frames.
    static let period = Duration.milliseconds(40)
    static let openingTime = Duration.seconds(3)
    static let watchdogTime = Duration.seconds(1)
    /// A sound server may pause for 2 s after the first frame of a stream before it delivers steadily.
    ///
    /// It has settled when no pause was longer than `steadyPause` for `steadyTime`, or after `settlingTime`.
    static let settlingTime = Duration.seconds(5)
    static let patienceWhileSettling = Duration.seconds(3)
    static let steadyTime = Duration.seconds(1)
    static let steadyPause = Duration.milliseconds(250)
    static let retryTime = Duration.seconds(1)
    /// How long frames that were captured before a stop may take to arrive.
    static let arrivalTime = Duration.milliseconds(400)

    enum Phase {
        case idle
        case opening(until: Duration)
        case running
        case lost(retryAt: Duration)
        case closed
    }

    /// Silence that stands in for sound that did not come.
    struct Hole {
        let reason: Gap.Reason
        var start: Int64?
        /// Whether the device lost the sound, and did not count it.
        var isOverrun = false
    }

    /// A microphone that somebody wants in place of the one that is heard, until it is.
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
    /// The name of the device that was last heard.
    var deviceName = ""
    var candidate: Candidate?
    var taken: Int64 = 0
    var lostFrames: Int64 = 0
    var overruns: Int64 = 0
    var settledAt = Duration.zero
    /// Since when frames have come without a pause worth mentioning.
    var steadySince = Duration.zero
    var drift: DriftEstimate?

    var stretches: RecordedStretches
    var current = 0
    var aligned = false
    /// Whether frames that have come in wait for the next period.
    var isBehind = false
    var hole: Hole?
    var track: RecordingTrack?
    var converter: RateAdapter?
    var meter: LevelMeter
    /// When it is given up to wait for a disk that refuses the end of the recording; nil before the end.
    var finishingLimit: Duration?
    var signalled: Int64 = 0
    var buffer = [Float](repeating: 0, count: 8192)
    /// How many frames of the buffer came in last.
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
        self.stretches = RecordedStretches(sampleRate: sampleRate)
        self.meter = LevelMeter(sampleRate: sampleRate)
    }

    // MARK: What the session asks for, from any thread

    /// Runs on the pump's queue, after all that was asked before.
    nonisolated func perform(_ work: @escaping @Sendable (isolated CapturePump) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Opens the microphone; `opened` or `failed` is signalled.
    func open() {
        open(now: clock.now)
        timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.tick() } }
        tick()
    }

    /// Records from an instant on, which is frame 0, or where a recording goes on that has been interrupted.
    func record(to recording: any RecordingWriter, from instant: Duration, at meetingTime: Duration = .zero) {
        track = RecordingTrack(recording: recording)
        if meetingTime > .zero { hole = Hole(reason: .interruption) }
        stretches.start(at: instant, meetingTime: meetingTime)
    }

    /// Goes off the record at an instant, which may be over: what was captured since is taken back.
    func stop(at instant: Duration) {
        stretches.stop(at: instant)
        guard current < stretches.stretches.count, let end = stretches.endFrame(of: stretches.stretches[current]) else {
            return
        }
        track?.cut(to: end)
        if let start = hole?.start { hole?.start = min(start, end) }
    }

    /// Goes on the record again at an instant.
    func resume(at instant: Duration) {
        stretches.start(at: instant)
    }

    /// Hears another microphone as soon as that delivers; one that cannot be opened changes nothing.
    func listen(to selection: DeviceSelection) {
        candidate?.stream.close()
        candidate = Candidate(
            stream: audio.openCapture(selection), selection: selection, limit: clock.now + Self.openingTime)
    }

    /// Ends the recording at an instant; `finished` is signalled when the last frame is written, or the disk has refused
    /// it until a limit.
    func finish(at instant: Duration, until limit: Duration) {
        stop(at: instant)
        finishingLimit = limit
        tick()
    }

    /// Waits no longer for a disk that refuses the end.
    func finishNow() {
        guard finishingLimit != nil else { return }
        finishingLimit = clock.now
        tick()
    }

    /// Closes the microphone without completing anything.
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
        case .opening(let limit): look(now: now, until: limit)
        case .running: watch(now: now)
        case .lost(let retryAt): wait(now: now, until: retryAt)
        }
        lookAtCandidate(now: now)
        settle(now: now)
        guard case .closed = phase else {
            timer?.arm(now + Self.period)
            return
        }
    }

    /// What has to be done whether or not frames came.
    private func settle(now: Duration) {
        guard track != nil else {
            if finishingLimit != nil { complete(now: now) }
            return
        }
        if drift != nil, hole?.reason == .device { fillToNow(now) }
        while current < stretches.stretches.count, let end = stretches.stretches[current].end,
            now >= end + Self.arrivalTime && !isBehind || isPast(stretches.stretches[current])
        {
            closeStretch(now: now)
        }
        let limit = current == stretches.stretches.count ? finishingLimit : nil
        let isOver = limit.map { now >= $0 } ?? false
        report { track throws(AudioError) in try track.retry(now: now, atOnce: isOver) }
        if limit != nil, isOver || track?.isWaiting == false { complete(now: now) }
        tellWritten()
    }

    private func isPast(_ stretch: RecordedStretches.Stretch) -> Bool {
        guard let track, let end = stretches.endFrame(of: stretch) else { return false }
        return track.frames >= end
    }

    private func complete(now: Duration) {
        if let track, track.frames > track.recording.frames {
            signal(.unwritten(frames: track.frames - track.recording.frames))
        }
        report { track throws(AudioError) in try track.recording.finish() }
        close()
        signal(.finished(frames: track?.recording.frames ?? 0))
    }

    // MARK: Telling

    func tellWritten() {
        guard let frames = track?.recording.frames, frames - signalled >= Int64(sampleRate / 10) else { return }
        signalled = frames
        signal(.written(frames: frames))
    }

    func report(_ work: (inout RecordingTrack) throws(AudioError) -> Void) {
        guard var track else { return }
        self.track = nil
        let wasWaiting = track.isWaiting
        do throws(AudioError) {
            try work(&track)
        } catch {
            if !wasWaiting { signal(.refused(error)) }
        }
        if wasWaiting, !track.isWaiting { signal(.accepted) }
        if track.takeOverflow() { signal(.overflows) }
        if let dropped = track.takeDropped() {
            signal(.gap(from: dropped.lowerBound, to: dropped.upperBound, .overload))
        }
        self.track = track
    }
}
