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
    /// It is back, after so many frames of silence.
    case restored(device: String, gap: Int64)
    /// The recording holds silence between two frames.
    case gap(from: Int64, to: Int64, Gap.Reason)
    /// The disk refuses the recording; what comes waits in memory.
    case refused(AudioError)
    /// The disk takes it again.
    case accepted
    /// The recording is complete.
    case finished(frames: Int64)
}

/// Takes the microphone's frames out of their ring and puts each at its place in the recording.
///
/// It also watches over the device: opening it, noticing that it is gone, opening it again.
actor CapturePump {
    /// How often it looks for frames.
    static let period = Duration.milliseconds(40)
    private static let openingTime = Duration.seconds(3)
    private static let watchdogTime = Duration.seconds(1)
    /// A sound server may pause for 2 s after the first frame of a stream before it delivers steadily.
    private static let settlingTime = Duration.seconds(5)
    private static let patienceWhileSettling = Duration.seconds(3)
    private static let retryTime = Duration.seconds(1)
    /// How long frames that were captured before a stop may take to arrive.
    private static let arrivalTime = Duration.milliseconds(400)

    private enum Phase {
        case idle
        case opening(until: Duration)
        case running
        case lost(retryAt: Duration)
        case closed
    }

    /// Silence that stands in for sound that did not come.
    private struct Hole {
        let reason: Gap.Reason
        var start: Int64?
    }

    nonisolated let queue: WorkQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let clock: any MeetingClock
    private let audio: any AudioSystem
    private let selection: DeviceSelection
    private let sampleRate: Int
    private let signal: @Sendable (PumpSignal) -> Void
    private var timer: (any DeadlineTimer)?

    private var phase = Phase.idle
    private var stream: (any CaptureStream)?
    private var taken: Int64 = 0
    private var lostFrames: Int64 = 0
    private var settledAt = Duration.zero
    private var drift: DriftEstimate?

    private var stretches: RecordedStretches
    private var current = 0
    private var aligned = false
    private var hole: Hole?
    private var track: RecordingTrack?
    private var converter: RateAdapter?
    private var meter: LevelMeter
    private var isFinishing = false
    private var signalled: Int64 = 0
    private var buffer = [Float](repeating: 0, count: 8192)
    /// How many frames of the buffer came in last.
    private var newest = 0

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
        stream = audio.openCapture(selection)
        phase = .opening(until: clock.now + Self.openingTime)
        timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.tick() } }
        tick()
    }

    /// Records from an instant on, which is frame 0.
    func record(to recording: any RecordingWriter, from instant: Duration) {
        track = RecordingTrack(recording: recording)
        stretches.start(at: instant)
    }

    /// Goes off the record at an instant.
    func stop(at instant: Duration) {
        stretches.stop(at: instant)
    }

    /// Goes on the record again at an instant.
    func resume(at instant: Duration) {
        stretches.start(at: instant)
    }

    /// Ends the recording at an instant; `finished` is signalled when the last frame is written.
    func finish(at instant: Duration) {
        stretches.stop(at: instant)
        isFinishing = true
        tick()
    }

    /// Closes the microphone without completing anything.
    func close() {
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
        settle(now: now)
        guard case .closed = phase else {
            timer?.arm(now + Self.period)
            return
        }
    }

    private func look(now: Duration, until limit: Duration) {
        guard let stream else { return }
        switch stream.state {
        case .running(let rate):
            guard let anchor = stream.anchor else { return }
            begin(stream, rate: rate, anchor: anchor, now: now)
        case .failed(let error):
            miss(error, now: now)
        case .opening, .closed:
            if now >= limit {
                miss(.failed(device: stream.deviceName, reason: "no sound came within 3 seconds"), now: now)
            }
        }
    }

    private func begin(_ stream: any CaptureStream, rate: Int, anchor: CaptureAnchor, now: Duration) {
        let isFirst = drift == nil
        drift = DriftEstimate(sampleRate: rate, first: anchor)
        converter = rate == sampleRate ? nil : makeConverter(from: rate)
        taken = 0
        lostFrames = 0
        aligned = false
        settledAt = now + Self.settlingTime
        phase = .running
        if isFirst {
            let first = anchor.instant - Duration(frames: anchor.frames, at: rate)
            signal(.opened(device: stream.deviceName, firstFrame: first))
        } else {
            let start = hole?.start
            drain(now: now)
            signal(.restored(device: stream.deviceName, gap: start.map { (track?.frames ?? $0) - $0 } ?? 0))
        }
    }

    /// The device could not be opened: the end of it at the start, another try later.
    private func miss(_ error: AudioError, now: Duration) {
        stream?.close()
        stream = nil
        if drift == nil {
            phase = .closed
            timer?.arm(nil)
            signal(.failed(error))
        } else {
            phase = .lost(retryAt: now + Self.retryTime)
        }
    }

    private func watch(now: Duration) {
        drain(now: now)
        guard let stream else { return }
        var isGone = false
        if case .failed = stream.state { isGone = true }
        let patience = now < settledAt ? Self.patienceWhileSettling : Self.watchdogTime
        if let anchor = stream.anchor, now - anchor.instant > patience { isGone = true }
        guard isGone else { return }
        signal(.lost(device: stream.deviceName))
        stream.close()
        self.stream = audio.openCapture(selection)
        aligned = false
        hole = Hole(reason: .device, start: track?.frames)
        phase = .opening(until: now + Self.openingTime)
    }

    private func wait(now: Duration, until retryAt: Duration) {
        guard now >= retryAt else { return }
        stream = audio.openCapture(selection)
        phase = .opening(until: now + Self.openingTime)
    }

    /// What has to be done whether or not frames came.
    private func settle(now: Duration) {
        guard track != nil else {
            if isFinishing { complete(now: now) }
            return
        }
        if drift != nil, hole?.reason == .device { fillToNow(now) }
        while current < stretches.stretches.count, let end = stretches.stretches[current].end,
            now >= end + Self.arrivalTime || isPast(stretches.stretches[current])
        {
            closeStretch(now: now)
        }
        report { track throws(AudioError) in try track.retry(now: now) }
        if isFinishing, current == stretches.stretches.count { complete(now: now) }
        tellWritten()
    }

    private func isPast(_ stretch: RecordedStretches.Stretch) -> Bool {
        guard let track, let end = stretches.endFrame(of: stretch) else { return false }
        return track.frames >= end
    }

    private func complete(now: Duration) {
        report { track throws(AudioError) in try track.retry(now: now, atOnce: true) }
        report { track throws(AudioError) in try track.recording.finish() }
        close()
        signal(.finished(frames: track?.recording.frames ?? 0))
    }

    // MARK: Frames

    private func drain(now: Duration) {
        guard track != nil, let stream else { return }
        while true {
            let count = buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) }
            // A read never crosses a loss: what was lost came before these frames.
            let lost = stream.lostFrames
            if lost > lostFrames {
                taken += lost - lostFrames
                lostFrames = lost
                aligned = false
                hole = Hole(reason: .overload)
            }
            guard count > 0 else { break }
            newest = count
            buffer.withUnsafeBufferPointer { place(UnsafeBufferPointer(rebasing: $0.prefix(count)), now: now) }
            taken += Int64(count)
        }
        if let anchor = stream.anchor { observe(anchor) }
    }

    /// Puts frames that came in, `taken` and following of the device's, where they belong.
    private func place(_ frames: UnsafeBufferPointer<Float>, now: Duration) {
        guard let drift else { return }
        var rest = frames
        var index = taken
        func skip(_ count: Int64) {
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(Int(count)))
            index += count
        }
        while !rest.isEmpty {
            guard current < stretches.stretches.count else {
                aligned = false
                return
            }
            let stretch = stretches.stretches[current]
            let start = drift.frame(at: stretch.start)
            if !aligned, index < start {
                skip(min(Int64(rest.count), start - index))
                continue
            }
            let end = stretch.end.map { drift.frame(at: $0) } ?? .max
            guard index < end else {
                closeStretch(now: now)
                continue
            }
            if !aligned {
                let surplus = align(index: index, start: start, stretch: stretch, now: now)
                if surplus > 0 {
                    skip(min(Int64(rest.count), surplus))
                    continue
                }
            }
            let count = min(Int64(rest.count), end - index)
            write(
                UnsafeBufferPointer(rebasing: rest.prefix(Int(count))),
                limit: stretches.endFrame(of: stretch),
                now: now
            )
            skip(count)
        }
    }

    /// Fills up to where the device's frame `index` belongs; gives how many frames it is behind that, if it is.
    private func align(index: Int64, start: Int64, stretch: RecordedStretches.Stretch, now: Duration) -> Int64 {
        guard let track, let drift else { return 0 }
        let offset = Double(index - start) / drift.sampleRate
        let position = stretches.frame(of: stretch.start, in: stretch) + Int64((offset * Double(sampleRate)).rounded())
        let ahead = track.frames - position
        if ahead > 0 {
            let surplus = Int64((Double(ahead) / Double(sampleRate) * drift.sampleRate).rounded())
            if surplus > 0 { return surplus }
        }
        fill(to: position, now: now)
        closeHole()
        hole = nil
        aligned = true
        converter?.reset()
        self.drift?.realign()
        return 0
    }

    private func write(_ frames: UnsafeBufferPointer<Float>, limit: Int64?, now: Duration) {
        if converter == nil {
            append(frames, limit: limit, now: now)
        } else {
            converter?.convert(frames) { append($0, limit: limit, now: now) }
        }
    }

    private func append(_ frames: UnsafeBufferPointer<Float>, limit: Int64?, now: Duration) {
        guard let track else { return }
        let room = limit.map { max(0, $0 - track.frames) } ?? .max
        let part = UnsafeBufferPointer(rebasing: frames.prefix(Int(min(Int64(frames.count), room))))
        report { track throws(AudioError) in try track.append(part, now: now) }
        if let level = meter.measure(part) { signal(.level(level)) }
    }

    private func fill(to frame: Int64, now: Duration) {
        guard let frames = track?.frames, frame > frames else { return }
        if hole?.start == nil { hole?.start = frames }
        report { track throws(AudioError) in try track.pad(frame - frames, now: now) }
    }

    /// Tells of the silence that was put in since the hole began, or since it was last told.
    private func closeHole() {
        guard let hole, let start = hole.start, let frames = track?.frames else { return }
        if frames > start { signal(.gap(from: start, to: frames, hole.reason)) }
        self.hole?.start = frames
    }

    private func fillToNow(_ now: Duration) {
        guard current < stretches.stretches.count, !aligned else { return }
        let stretch = stretches.stretches[current]
        fill(to: stretches.frame(of: min(now, stretch.end ?? now), in: stretch), now: now)
    }

    private func closeStretch(now: Duration) {
        let stretch = stretches.stretches[current]
        if let end = stretches.endFrame(of: stretch) {
            if aligned { converter?.flush { append($0, limit: end, now: now) } }
            fill(to: end, now: now)
            closeHole()
        }
        current += 1
        aligned = false
    }

    private func observe(_ anchor: CaptureAnchor) {
        guard var drift else { return }
        var ahead: Double?
        if aligned, let track, current < stretches.stretches.count {
            let stretch = stretches.stretches[current]
            let pending = Double(anchor.frames - taken) / drift.sampleRate
            ahead =
                Double(track.frames) / Double(sampleRate) + pending
                - (stretch.meetingStart + (anchor.instant - stretch.start)).seconds
        }
        let isSecondOver = drift.observe(anchor, ahead: ahead)
        self.drift = drift
        guard isSecondOver, aligned else { return }
        let deviation = abs(drift.deviation)
        if deviation > 0.5 {
            aligned = false
            hole = Hole(reason: .overload)
        } else if deviation > DriftEstimate.tolerance || converter?.isAdjusting == true {
            if converter == nil {
                converter = buffer.withUnsafeBufferPointer { buffer in
                    let history = UnsafeBufferPointer(rebasing: buffer.prefix(newest).suffix(512))
                    return makeConverter(from: Int(drift.sampleRate), history: history)
                }
            }
            converter?.adjust(by: drift.correction)
        }
    }

    private func makeConverter(from rate: Int, history: UnsafeBufferPointer<Float>? = nil) -> RateAdapter? {
        do throws(AudioError) {
            return try RateAdapter(from: rate, to: sampleRate, history: history)
        } catch {
            signal(.refused(error))
            return nil
        }
    }

    // MARK: Telling

    private func tellWritten() {
        guard let frames = track?.recording.frames, frames - signalled >= Int64(sampleRate / 10) else { return }
        signalled = frames
        signal(.written(frames: frames))
    }

    private func report(_ work: (inout RecordingTrack) throws(AudioError) -> Void) {
        guard var track else { return }
        self.track = nil
        let wasWaiting = track.isWaiting
        do throws(AudioError) {
            try work(&track)
        } catch {
            if !wasWaiting { signal(.refused(error)) }
        }
        if wasWaiting, !track.isWaiting { signal(.accepted) }
        self.track = track
    }
}
