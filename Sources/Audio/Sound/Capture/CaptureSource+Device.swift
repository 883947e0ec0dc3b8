import MeetingModel
import MeetingTiming

/// Opens the device, detects its loss and reopens it.
extension CaptureSource {
    /// When a stream delivers steadily.
    ///
    /// A sound server may pause for 2 s after a stream's first frame before it does. The stream has settled after
    /// `steadyTime` without a pause longer than `steadyPause`, or after `longest`.
    struct Settling {
        static let longest = Duration.seconds(5)
        static let steadyPause = Duration.milliseconds(250)
        private static let steadyTime = Duration.seconds(1)
        private static let watchdogTime = Duration.seconds(1)
        private static let watchdogTimeWhileSettling = Duration.seconds(3)
        /// How long after it an unreported loss of frames is noticed: when the first whole second without them is over.
        private static let lossNoticedWithin = Duration.seconds(2)

        /// Whether the server has moved the stream to another device, so that missing sound is the device's.
        private(set) var isMoved: Bool
        private var settledAt: Duration
        /// The start of the current run of frames without a long pause.
        private var steadySince: Duration

        init(from now: Duration, isMoved: Bool = false) {
            self.isMoved = isMoved
            settledAt = now + Self.longest
            steadySince = now
        }

        /// Takes note of the pause since the newest frames; returns whether the device is lost.
        mutating func note(pause: Duration, now: Duration) -> Bool {
            if pause > Self.steadyPause {
                steadySince = now
            } else if now - steadySince >= Self.steadyTime {
                settledAt = min(settledAt, now)
            }
            if now >= settledAt + Self.lossNoticedWithin { isMoved = false }
            return pause > (now < settledAt ? Self.watchdogTimeWhileSettling : Self.watchdogTime)
        }
    }

    private var hasOpened: Bool {
        if case .succeeded = firstOpening { true } else { false }
    }

    func pollOpening(_ stream: any CaptureStream, now: Duration, until limit: Duration) {
        switch stream.state {
        case .running(let rate):
            guard let anchor = stream.anchor else { return }
            begin(stream, rate: rate, anchor: anchor, now: now)
        case .failed(let error):
            openingFailed(stream, error, now: now)
        case .opening, .closed:
            if now >= limit {
                openingFailed(stream, .noSound(device: stream.deviceName, after: Self.openingTime), now: now)
            }
        }
    }

    private func begin(_ stream: any CaptureStream, rate: Int, anchor: CaptureAnchor, now: Duration) {
        let isFirst = !hasOpened
        // True if another device was being captured until now.
        let isReplacement = self.capture != nil
        let first = stream.takePromptestAnchor() ?? anchor
        let firstFrame = first.instant - Duration(frames: first.frames, at: rate)
        let capture = Capture(
            stream, drift: DriftEstimate(sampleRate: rate, first: first, isBesideAnother: isBesideAnother),
            converter: rate == sampleRate ? nil : makeConverter(from: rate), now: now)
        phase = .running(capture)
        firstOpening = .succeeded(firstFrame: firstFrame)
        if isFirst {
            signal(.opened(device: capture.deviceName, firstFrame: firstFrame))
        } else {
            let start = pendingGap?.start
            drain(capture, now: now)
            signal(
                isReplacement
                    ? .changed(device: capture.deviceName)
                    : .restored(device: capture.deviceName, gap: start.map { (frames ?? $0) - $0 } ?? 0))
        }
    }

    /// Handles a device that could not be opened: the first opening fails, a later one is retried.
    private func openingFailed(_ stream: any CaptureStream, _ error: AudioError, now: Duration) {
        stream.close()
        if case .pending = firstOpening {
            firstOpening = .failed
            signal(.failed(error))
        }
        // A meeting needs a microphone to begin, but goes on without its call.
        phase = hasOpened || channel == .call ? .lost(retryAt: now + Self.retryTime) : .closed
    }

    func captureFrames(of capture: Capture, now: Duration) {
        let stream = capture.stream
        let isRenamed = stream.deviceName != capture.deviceName
        if isRenamed {
            capture.deviceName = stream.deviceName
            // A stream that the server moved may pause as a new one may.
            capture.settling = Settling(from: now, isMoved: true)
        }
        // What is missing before the first frames of the new device was lost by the move.
        drain(capture, now: now)
        if isRenamed { signal(.changed(device: capture.deviceName)) }
        var isGone = false
        if case .failed = stream.state { isGone = true }
        if let anchor = stream.anchor, capture.settling.note(pause: now - anchor.instant, now: now) { isGone = true }
        if isGone { reopen(insteadOf: capture, now: now) }
    }

    private func reopen(insteadOf capture: Capture, now: Duration) {
        drain(capture, now: now, isLast: true)
        signalLeftOut()
        signal(.lost(device: capture.deviceName))
        capture.stream.close()
        pendingGap = PendingGap(reason: .device, start: frames)
        open(now: now)
    }

    func open(now: Duration) {
        phase = selection == .none ? .idle : .opening(audio.openCapture(selection), until: now + Self.openingTime)
    }

    /// Switches to the requested device once it delivers frames.
    func pollCandidate(now: Duration) {
        guard let wanted = candidate else { return }
        switch wanted.stream.state {
        case .running(let rate):
            guard let anchor = wanted.stream.anchor else { return }
            candidate?.answer.take()?(.performed)
            if let capture {
                // A sound server may pause after the first frames; the old device is captured until the new one is
                // steady.
                let isSteady = anchor.frames > rate / 2 && now - anchor.instant < Settling.steadyPause
                guard isSteady || now >= wanted.limit + Settling.longest else { return }
                drain(capture, now: now, isLast: true)
                pendingGap = PendingGap(reason: .device, start: frames, shortest: Self.replacement)
            }
            stream?.close()
            candidate = nil
            selection = wanted.selection
            signal(.selected(device: selection))
            begin(wanted.stream, rate: rate, anchor: anchor, now: now)
        case .failed(let error):
            rejectCandidate(wanted, error)
        case .opening, .closed:
            if now >= wanted.limit {
                rejectCandidate(wanted, .noSound(device: wanted.stream.deviceName, after: Self.openingTime))
            }
        }
    }

    private func rejectCandidate(_ wanted: Candidate, _ error: AudioError) {
        wanted.stream.close()
        candidate = nil
        signal(.switchFailed(error))
        wanted.answer?(.failed(error))
    }
}
