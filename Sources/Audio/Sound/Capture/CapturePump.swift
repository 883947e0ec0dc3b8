package import MeetingModel
package import MeetingTiming

/// Moves the frames of the microphone, and of a call, from their rings into their places in the recording.
package actor CapturePump {
    /// How often it polls for frames: shorter than the tenth of a second for which a level is measured.
    static let period = Duration.milliseconds(80)

    nonisolated let queue: WorkQueue
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let clock: any MeetingClock
    private let sampleRate: Int
    private let signal: @Sendable (PumpSignal) -> Void
    /// The room first.
    private let sources: [CaptureSource]
    private var track: RecordingTrack?
    private var timer: (any DeadlineTimer)?
    /// The deadline for a disk that refuses the end of the recording; nil before the end.
    private var finishingLimit: Duration?
    private var signaled: (frames: Int64, complete: Int64) = (0, 0)
    private var isClosed = false

    package init(
        clock: any MeetingClock,
        audio: any AudioSystem,
        selection: DeviceSelection,
        call: DeviceSelection? = nil,
        sampleRate: Int,
        signal: @escaping @Sendable (PumpSignal) -> Void
    ) {
        self.clock = clock
        self.sampleRate = sampleRate
        self.signal = signal
        self.queue = clock.makeQueue("standup.pump", inBackground: false)
        var sources: [CaptureSource] = []
        for (channel, selection) in [(AudioChannel.room, selection), (.call, call)] {
            guard let selection else { continue }
            sources.append(
                CaptureSource(
                    channel, clock: clock, audio: audio, selection: selection, sampleRate: sampleRate,
                    isBesideAnother: call != nil, signal: signal))
        }
        self.sources = sources
    }

    // MARK: Session requests, from any thread

    /// Runs work on the pump's queue, after all earlier work. [any thread]
    package nonisolated func perform(_ work: @escaping @Sendable (isolated CapturePump) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Opens the devices; each signals `opened` or `failed`.
    package func open() {
        let now = clock.now
        for source in sources { source.open(now: now) }
        timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.tick() } }
        tick()
    }

    /// Records from an instant on.
    ///
    /// That instant is frame 0, or the place where an interrupted recording resumes. The recording has a channel for
    /// each source.
    package func record(to recording: any RecordingWriter, from instant: Duration, at meetingTime: Duration = .zero) {
        let track = RecordingTrack(recording: recording)
        self.track = track
        for source in sources { source.record(to: track, from: instant, at: meetingTime) }
    }

    /// Stops recording at an instant; sound already written after that instant is removed.
    ///
    /// Returns the frame with which the recording stops; nil if it has stopped before.
    @discardableResult
    package func stop(at instant: Duration) -> Int64? {
        let end = sources.compactMap { $0.stop(at: instant) }.first
        if let end { track?.truncate(to: end) }
        return end
    }

    package func resume(at instant: Duration) {
        for source in sources { source.resume(at: instant) }
    }

    /// Switches a channel to another device once that delivers frames; if it cannot be opened, nothing changes.
    ///
    /// `answer` gets the result once it is known, within three seconds. [the pump's queue]
    package func switchDevice(
        of channel: AudioChannel, to selection: DeviceSelection,
        answer: @escaping @Sendable (DeviceSwitchResult) -> Void
    ) {
        let source = sources.first { $0.channel == channel }
        guard !isClosed, let source else { return answer(.notRunning) }
        source.switchDevice(to: selection, answer: answer)
    }

    /// Signals `finished` when the last frame is written, or at `limit` if the disk still refuses it.
    package func finish(at instant: Duration, until limit: Duration) {
        stop(at: instant)
        finishingLimit = limit
        tick()
    }

    /// Stops waiting for a disk that refuses the end.
    package func finishNow() {
        guard finishingLimit != nil else { return }
        finishingLimit = clock.now
        tick()
    }

    /// Closes the devices and completes nothing.
    package func close() {
        for source in sources { source.close() }
        isClosed = true
        timer?.arm(nil)
    }

    // MARK: One period

    private func tick() {
        guard !isClosed else { return }
        let now = clock.now
        for source in sources { source.tick(now: now) }
        finishPeriod(now: now)
        // Without a microphone there is no meeting.
        if case .closed = sources[0].phase { close() }
        if !isClosed { timer?.arm(now + Self.period) }
    }

    private func finishPeriod(now: Duration) {
        guard let track else {
            if finishingLimit != nil { complete(now: now) }
            return
        }
        let limit = sources.allSatisfy(\.isComplete) ? finishingLimit : nil
        let isOver = limit.map { now >= $0 } ?? false
        track.update(signal: signal) { track throws(AudioError) in
            try track.retry(now: now, atOnce: isOver)
            if !sources.contains(where: { $0.willSoonPlace(now: now) }) { try track.writeOverdue(now: now) }
        }
        if limit != nil, isOver || !track.isWaiting { complete(now: now) }
        signalWritten(track.recording.frames, complete: track.completeFrames)
    }

    private func complete(now: Duration) {
        if let track, track.frames > track.completeFrames {
            signal(.unsaved(frames: track.frames - track.completeFrames))
        }
        track?.update(signal: signal) { track throws(AudioError) in try track.recording.finish() }
        close()
        signal(.finished(frames: track?.recording.frames ?? 0))
    }

    private func signalWritten(_ frames: Int64, complete: Int64) {
        let step = Int64(sampleRate / 10)
        guard frames - signaled.frames >= step || complete - signaled.complete >= step else { return }
        signaled = (frames, complete)
        signal(.written(frames: frames, complete: complete))
    }
}
