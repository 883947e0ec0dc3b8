import AudioDevices
import MeetingModel
import MeetingTiming

/// Opening the microphone, noticing that it is gone, opening it again.
extension CapturePump {
    private var isRunning: Bool {
        if case .running = phase { true } else { false }
    }

    func look(now: Duration, until limit: Duration) {
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

    func begin(_ stream: any CaptureStream, rate: Int, anchor: CaptureAnchor, now: Duration) {
        let isFirst = drift == nil
        // In place of one that was heard until now.
        let isReplacement = isRunning
        deviceName = stream.deviceName
        drift = DriftEstimate(sampleRate: rate, first: anchor)
        converter = rate == sampleRate ? nil : makeConverter(from: rate)
        taken = 0
        lostFrames = 0
        overruns = 0
        aligned = false
        settledAt = now + Self.settlingTime
        steadySince = now
        phase = .running
        if isFirst {
            let first = anchor.instant - Duration(frames: anchor.frames, at: rate)
            signal(.opened(device: stream.deviceName, firstFrame: first))
        } else {
            let start = hole?.start
            drain(now: now)
            signal(
                isReplacement
                    ? .changed(device: deviceName)
                    : .restored(device: deviceName, gap: start.map { (track?.frames ?? $0) - $0 } ?? 0))
        }
    }

    /// The device could not be opened: the end of it at the start, another try later.
    func miss(_ error: AudioError, now: Duration) {
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

    func watch(now: Duration) {
        drain(now: now)
        guard let stream else { return }
        var isGone = false
        if case .failed = stream.state { isGone = true }
        if let anchor = stream.anchor {
            let pause = now - anchor.instant
            if pause > Self.steadyPause {
                steadySince = now
            } else if now - steadySince >= Self.steadyTime {
                settledAt = min(settledAt, now)
            }
            isGone = isGone || pause > (now < settledAt ? Self.patienceWhileSettling : Self.watchdogTime)
        }
        if isGone {
            lose(now: now)
        } else if stream.deviceName != deviceName {
            deviceName = stream.deviceName
            signal(.changed(device: deviceName))
        }
    }

    /// The microphone is not heard any more: opens it again.
    func lose(now: Duration) {
        signal(.lost(device: deviceName))
        stream?.close()
        aligned = false
        isBehind = false
        hole = Hole(reason: .device, start: track?.frames)
        open(now: now)
    }

    func open(now: Duration) {
        stream = audio.openCapture(selection)
        phase = .opening(until: now + Self.openingTime)
    }

    /// Hears the microphone that is wanted if it delivers.
    func lookAtCandidate(now: Duration) {
        guard let wanted = candidate else { return }
        switch wanted.stream.state {
        case .running(let rate):
            guard let anchor = wanted.stream.anchor else { return }
            if isRunning {
                // A server may pause after the first frames; until it is steady the other one is heard.
                let isSteady = anchor.frames > rate / 2 && now - anchor.instant < Self.steadyPause
                guard isSteady || now >= wanted.limit + Self.settlingTime else { return }
                drain(now: now)
                hole = Hole(reason: .device, start: track?.frames)
            }
            stream?.close()
            candidate = nil
            (stream, selection) = (wanted.stream, wanted.selection)
            (aligned, isBehind) = (false, false)
            signal(.listens(to: selection))
            begin(wanted.stream, rate: rate, anchor: anchor, now: now)
        case .failed(let error):
            refuse(wanted, error)
        case .opening, .closed:
            if now >= wanted.limit {
                refuse(
                    wanted, .failed(device: wanted.stream.deviceName, reason: "no sound came within 3 seconds"))
            }
        }
    }

    private func refuse(_ wanted: Candidate, _ error: AudioError) {
        wanted.stream.close()
        candidate = nil
        signal(.unchanged(error))
    }

    func wait(now: Duration, until retryAt: Duration) {
        if now >= retryAt { open(now: now) }
    }
}
