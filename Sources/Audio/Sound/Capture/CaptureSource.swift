import MeetingModel
import MeetingTiming

/// A device and its channel of the recording: the microphone, or the loudspeaker's sound for a call.
///
/// It opens the device, detects its loss and reopens it, and places each frame at its instant. It has its own clock,
/// drift and gaps, so that frame n of every channel is at the same meeting time. It belongs to the pump, and is used on
/// the pump's queue only.
final class CaptureSource {
    static let openingTime = Duration.seconds(3)
    static let retryTime = Duration.seconds(1)
    /// How far apart the channels may begin without a gap.
    static let alignment = Duration.milliseconds(10)
    /// How long the source of a call may take to open before its silence counts as missing sound, and another device to
    /// take the place of one.
    static let callOpening = Duration.seconds(1)
    static let replacement = Duration.milliseconds(100)
    /// How long frames captured before a stop may take to arrive.
    static let arrivalTime = Duration.milliseconds(400)

    enum Phase {
        case idle
        case opening(any CaptureStream, until: Duration)
        case running(Capture)
        case lost(retryAt: Duration)
        case closed
    }

    enum FirstOpening {
        case pending
        /// Its failure was signaled.
        case failed
        /// The first frame of the latest device was captured at this instant.
        case succeeded(firstFrame: Duration)
    }

    /// A stream that delivers frames, and which of them are read and placed.
    final class Capture {
        let stream: any CaptureStream
        /// The device's latest name: the server may move the stream to another device.
        var deviceName: String
        var drift: DriftEstimate
        var settling: Settling
        var converter: RateAdapter?
        /// The frames that were read and placed, or lost.
        var taken: Int64 = 0
        var lostFrames: Int64 = 0
        var overruns: Int64 = 0
        /// Whether the next frame follows the last one in the recording.
        var isAligned = false
        /// Whether unread frames wait for the next period.
        var isBehind = false
        var buffer = [Float](repeating: 0, count: 8192)
        /// The number of frames that the latest read put into the buffer.
        var readCount = 0

        init(_ stream: any CaptureStream, drift: DriftEstimate, converter: RateAdapter?, now: Duration) {
            self.stream = stream
            deviceName = stream.deviceName
            self.drift = drift
            self.converter = converter
            settling = Settling(from: now)
        }
    }

    /// Silence in place of missing sound.
    struct PendingGap {
        let reason: Gap.Reason
        var start: Int64?
        /// Whether the device lost the sound without counting it.
        var isOverrun = false
        /// The length from which it is reported.
        var shortest = Duration.zero
    }

    /// A requested device that has not yet replaced the present one.
    struct Candidate {
        let stream: any CaptureStream
        let selection: DeviceSelection
        let limit: Duration
        var answer: (@Sendable (DeviceSwitchResult) -> Void)?
    }

    let channel: AudioChannel
    let clock: any MeetingClock
    let audio: any AudioSystem
    var selection: DeviceSelection
    let sampleRate: Int
    /// Whether there is another source, with which this one must agree.
    let isBesideAnother: Bool
    let sendSignal: @Sendable (PumpSignal) -> Void

    var phase = Phase.idle
    var firstOpening = FirstOpening.pending
    var candidate: Candidate?

    var segments: RecordedSegments
    var pendingGap: PendingGap?
    var track: RecordingTrack?
    var meter: LevelMeter
    /// Silence of a call while another program plays on another loudspeaker.
    var silence = SilenceDetector()
    /// The first frame of standup's own playback of a recording, which is being left out; nil without one.
    var leftOutSince: Int64?

    init(
        _ channel: AudioChannel, clock: any MeetingClock, audio: any AudioSystem, selection: DeviceSelection,
        sampleRate: Int, isBesideAnother: Bool = false, signal: @escaping @Sendable (PumpSignal) -> Void
    ) {
        self.channel = channel
        self.clock = clock
        self.audio = audio
        self.selection = selection
        self.sampleRate = sampleRate
        self.isBesideAnother = isBesideAnother
        sendSignal = signal
        segments = RecordedSegments(sampleRate: sampleRate)
        meter = LevelMeter(sampleRate: sampleRate)
    }

    /// The accepted frames of this channel.
    var frames: Int64? { track?.frames(of: channel) }

    /// Whether every frame up to the end of the last segment is placed.
    var isComplete: Bool { segments.current == nil }

    var capture: Capture? {
        if case .running(let capture) = phase { capture } else { nil }
    }

    /// The stream of the device that is in use or being opened.
    var stream: (any CaptureStream)? {
        if case .opening(let stream, _) = phase { stream } else { capture?.stream }
    }

    func signal(_ signal: SourceSignal) { sendSignal(.source(channel, signal)) }

    // MARK: Requests of the pump

    /// A device that is not open yet leaves a gap.
    func record(to track: RecordingTrack, from instant: Duration, at meetingTime: Duration) {
        self.track = track
        if meetingTime > .zero {
            pendingGap = PendingGap(reason: .interruption)
        } else if selection != .none, isLate(for: instant) {
            pendingGap = PendingGap(reason: .device, shortest: channel == .call ? Self.callOpening : .zero)
        }
        segments.start(at: instant, meetingTime: meetingTime)
    }

    /// Whether its first frame is later than an instant, or has not come yet.
    private func isLate(for instant: Duration) -> Bool {
        guard case .succeeded(let firstFrame) = firstOpening else { return true }
        return firstFrame - instant > Self.alignment
    }

    /// Stops at an instant; returns the frame after the last one, unless that is already placed.
    func stop(at instant: Duration) -> Int64? {
        segments.stop(at: instant)
        guard let end = segments.current.flatMap(segments.endFrame) else { return nil }
        if let start = pendingGap?.start { pendingGap?.start = min(start, end) }
        return end
    }

    func resume(at instant: Duration) {
        segments.start(at: instant)
    }

    /// Switches to another device once it delivers frames; if it cannot be opened, nothing changes.
    ///
    /// `.none` switches off: the channel is silent from now on. `answer` gets the result once the device is open or
    /// refused, or another one is requested.
    func switchDevice(to selection: DeviceSelection, answer: @escaping @Sendable (DeviceSwitchResult) -> Void) {
        dropCandidate(answering: .performed)
        if selection == .none {
            switchOff()
            return answer(.performed)
        }
        candidate = Candidate(
            stream: audio.openCapture(selection), selection: selection, limit: clock.now + Self.openingTime,
            answer: answer)
    }

    private func dropCandidate(answering result: DeviceSwitchResult) {
        candidate?.stream.close()
        candidate?.answer?(result)
        candidate = nil
    }

    private func switchOff() {
        if let capture { drain(capture, now: clock.now, isLast: true) }
        stream?.close()
        (selection, phase, pendingGap) = (.none, .idle, nil)
        signal(.selected(device: .none))
    }

    /// Closes the device and completes nothing.
    func close() {
        dropCandidate(answering: .notRunning)
        stream?.close()
        phase = .closed
    }

    // MARK: One period

    /// Moves the new frames into the recording.
    func tick(now: Duration) {
        switch phase {
        case .closed: return
        case .idle: break
        case .opening(let stream, let limit): pollOpening(stream, now: now, until: limit)
        case .running(let capture): captureFrames(of: capture, now: now)
        case .lost(let retryAt): if now >= retryAt { open(now: now) }
        }
        pollCandidate(now: now)
        guard track != nil else { return }
        // Silence of a source that is off is no gap.
        if pendingGap?.reason == .device && !isTiming || selection == .none { fillToNow(now) }
        while let segment = segments.current, let end = segment.end,
            now >= end + Self.arrivalTime && capture?.isBehind != true || isPast(segment)
        {
            closeSegment(now: now)
        }
    }

    /// Whether frames wait until it is known when they were captured.
    private var isTiming: Bool { capture?.drift.isTimed == false }

    /// Whether it has frames that it places within the next half second.
    func willSoonPlace(now: Duration) -> Bool {
        guard isTiming, let anchor = capture?.stream.anchor else { return false }
        return now - anchor.instant <= Settling.steadyPause
    }

    private func isPast(_ segment: RecordedSegments.Segment) -> Bool {
        guard let frames, let end = segments.endFrame(of: segment) else { return false }
        return frames >= end
    }

    func updateTrack(_ work: (RecordingTrack) throws(AudioError) -> Void) {
        track?.update(signal: sendSignal, work)
    }
}

extension RecordingTrack {
    /// Changes the recording, and signals what became of it.
    func update(
        signal: (PumpSignal) -> Void, _ work: (RecordingTrack) throws(AudioError) -> Void
    ) {
        let wasWaiting = isWaiting
        do throws(AudioError) {
            try work(self)
        } catch {
            if !wasWaiting { signal(.writeFailed(error)) }
        }
        if wasWaiting, !isWaiting { signal(.writeRecovered) }
        if takeOverflow() { signal(.backlogFull) }
        if takeSameSound() { signal(.sameSound) }
        for (channel, frames) in takeDropped() {
            signal(.source(channel, .gap(from: frames.lowerBound, to: frames.upperBound, .overload)))
        }
    }
}
