import MeetingModel
import MeetingTiming

/// Opens the device, detects its loss and reopens it.
extension CaptureSource {
    private var isRunning: Bool {
        if case .running = phase { true } else { false }
    }

    func pollOpening(now: Duration, until limit: Duration) {
        guard let stream else { return }
        switch stream.state {
        case .running(let rate):
            guard let anchor = stream.anchor else { return }
            begin(stream, rate: rate, anchor: anchor, now: now)
        case .failed(let error):
            openingFailed(error, now: now)
        case .opening, .closed:
            if now >= limit {
                openingFailed(.noSound(device: stream.deviceName, after: Self.openingTime), now: now)
            }
        }
    }

    func begin(_ stream: any CaptureStream, rate: Int, anchor: CaptureAnchor, now: Duration) {
        let isFirst = drift == nil
        // True if another device was being captured until now.
        let isReplacement = isRunning
        deviceName = stream.deviceName
        let first = stream.takePromptestAnchor() ?? anchor
        drift = DriftEstimate(sampleRate: rate, first: first, isBesideAnother: isBesideAnother)
        converter = rate == sampleRate ? nil : makeConverter(from: rate)
        taken = 0
        lostFrames = 0
        overruns = 0
        aligned = false
        settledAt = now + Self.settlingTime
        steadySince = now
        isMoved = false
        phase = .running
        if isFirst {
            signal(
                .opened(
                    device: stream.deviceName, firstFrame: first.instant - Duration(frames: first.frames, at: rate)))
        } else {
            let start = pendingGap?.start
            drain(now: now)
            signal(
                isReplacement
                    ? .changed(device: deviceName)
                    : .restored(device: deviceName, gap: start.map { (frames ?? $0) - $0 } ?? 0))
        }
    }

    /// Handles a device that could not be opened: the first opening fails, a later one is retried.
    func openingFailed(_ error: AudioError, now: Duration) {
        stream?.close()
        stream = nil
        if drift == nil, !hasFailed {
            hasFailed = true
            signal(.failed(error))
        }
        // A meeting needs a microphone to begin, but goes on without its call.
        phase = drift == nil && channel == .room ? .closed : .lost(retryAt: now + Self.retryTime)
    }

    func captureFrames(now: Duration) {
        guard let stream else { return }
        let isRenamed = stream.deviceName != deviceName
        if isRenamed {
            // A stream that the server moved may pause as a new one may.
            deviceName = stream.deviceName
            settledAt = now + Self.settlingTime
            steadySince = now
            isMoved = true
        }
        // What is missing before the first frames of the new device was lost by the move.
        drain(now: now)
        if isRenamed { signal(.changed(device: deviceName)) }
        var isGone = false
        if case .failed = stream.state { isGone = true }
        if let anchor = stream.anchor {
            let pause = now - anchor.instant
            if pause > Self.steadyPause {
                steadySince = now
            } else if now - steadySince >= Self.steadyTime {
                settledAt = min(settledAt, now)
            }
            if now >= settledAt + Self.lossNoticedWithin { isMoved = false }
            isGone = isGone || pause > (now < settledAt ? Self.watchdogTimeWhileSettling : Self.watchdogTime)
        }
        if isGone { reopen(now: now) }
    }

    func reopen(now: Duration) {
        drain(now: now, isLast: true)
        signalLeftOut()
        signal(.lost(device: deviceName))
        stream?.close()
        aligned = false
        isBehind = false
        pendingGap = PendingGap(reason: .device, start: frames)
        open(now: now)
    }

    func open(now: Duration) {
        guard selection != .none else {
            phase = .idle
            return
        }
        stream = audio.openCapture(selection)
        phase = .opening(until: now + Self.openingTime)
    }

    /// Switches to the requested device once it delivers frames.
    func pollCandidate(now: Duration) {
        guard let wanted = candidate else { return }
        switch wanted.stream.state {
        case .running(let rate):
            guard let anchor = wanted.stream.anchor else { return }
            candidate?.answer.take()?(.performed)
            if isRunning {
                // A sound server may pause after the first frames; the old device is captured until the new one is
                // steady.
                let isSteady = anchor.frames > rate / 2 && now - anchor.instant < Self.steadyPause
                guard isSteady || now >= wanted.limit + Self.settlingTime else { return }
                drain(now: now, isLast: true)
                pendingGap = PendingGap(reason: .device, start: frames, shortest: Self.replacement)
            }
            stream?.close()
            candidate = nil
            (stream, selection) = (wanted.stream, wanted.selection)
            (aligned, isBehind) = (false, false)
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

    func retryOpening(now: Duration, until retryAt: Duration) {
        if now >= retryAt { open(now: now) }
    }
}
