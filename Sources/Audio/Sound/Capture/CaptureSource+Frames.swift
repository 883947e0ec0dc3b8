import MeetingModel
import MeetingTiming

/// Places each frame in the recording.
extension CaptureSource {
    /// Places all frames that the device has delivered; `isLast`: nothing more is read from this stream.
    func drain(_ capture: Capture, now: Duration, isLast: Bool = false) {
        guard track != nil, isTimed(capture, isLast: isLast) else { return }
        let stream = capture.stream
        while true {
            let count = capture.buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) }
            // A read never crosses a loss: the lost frames preceded these.
            let lost = stream.lostFrames
            if lost > capture.lostFrames {
                capture.taken += lost - capture.lostFrames
                capture.lostFrames = lost
                capture.isAligned = false
                pendingGap = PendingGap(reason: .overload)
            }
            if stream.overruns > capture.overruns {
                capture.overruns = stream.overruns
                noteOverrun(capture)
            }
            guard count > 0 else {
                capture.isBehind = false
                break
            }
            capture.readCount = count
            capture.buffer.withUnsafeBufferPointer {
                place(UnsafeBufferPointer(rebasing: $0.prefix(count)), of: capture, now: now)
            }
            capture.taken += Int64(count)
            // Stop after a short read, or when draining has taken longer than a period. With a disk slower than the
            // sound, no read would ever be short, and the meeting could never end.
            let isWhole = count == capture.buffer.count
            capture.isBehind = isWhole && clock.now - now > CapturePump.period
            if !isWhole || capture.isBehind { break }
        }
        if let anchor = stream.takePromptestAnchor() { observe(anchor, of: capture) }
    }

    /// Whether it is known when the frames of a stream were captured, or nothing more can be learned before they are needed.
    private func isTimed(_ capture: Capture, isLast: Bool) -> Bool {
        guard !capture.drift.isTimed, let newest = capture.stream.anchor else { return true }
        let isStopped = segments.current?.end != nil
        capture.drift.time(
            by: capture.stream.takePromptestAnchor(), delivered: newest.frames, isLast: isLast || isStopped)
        return capture.drift.isTimed
    }

    /// The device lost frames before the newest ones; its newest anchor gives their place.
    ///
    /// Drift correction handles a small loss, so that is ignored here.
    private func noteOverrun(_ capture: Capture) {
        guard let anchor = capture.stream.anchor, capture.drift.lateness(of: anchor) > DriftEstimate.tolerance else {
            return
        }
        capture.drift.restart(from: anchor)
        guard capture.isAligned else { return }
        capture.isAligned = false
        pendingGap = PendingGap(reason: capture.settling.isMoved ? .device : .overload, isOverrun: true)
    }

    /// Places the newest frames in the recording; `capture.taken` is the device's index of the first.
    private func place(_ frames: UnsafeBufferPointer<Float>, of capture: Capture, now: Duration) {
        var rest = frames
        var index = capture.taken
        func skip(_ count: Int64) {
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(Int(count)))
            index += count
        }
        while !rest.isEmpty {
            guard let segment = segments.current else {
                capture.isAligned = false
                return
            }
            let start = capture.drift.frame(at: segment.start)
            if !capture.isAligned, index < start {
                skip(min(Int64(rest.count), start - index))
                continue
            }
            let end = segment.end.map { capture.drift.frame(at: $0) } ?? .max
            guard index < end else {
                closeSegment(now: now)
                continue
            }
            if !capture.isAligned {
                let surplus = align(capture, index: index, start: start, segment: segment, now: now)
                if surplus > 0 {
                    skip(min(Int64(rest.count), surplus))
                    continue
                }
            }
            let count = min(Int64(rest.count), end - index)
            write(
                UnsafeBufferPointer(rebasing: rest.prefix(Int(count))), of: capture,
                limit: segments.endFrame(of: segment), now: now)
            skip(count)
        }
    }

    /// Pads the recording up to the place of the device's frame `index`.
    ///
    /// Returns how many of the device's frames overlap the recording's end, or 0.
    private func align(
        _ capture: Capture, index: Int64, start: Int64, segment: RecordedSegments.Segment, now: Duration
    ) -> Int64 {
        guard let frames else { return 0 }
        let rate = capture.drift.sampleRate
        let offset = Double(index - start) / rate
        let position = segments.frame(of: segment.start, in: segment) + Int64((offset * Double(sampleRate)).rounded())
        let ahead = frames - position
        if ahead > 0 {
            let surplus = Int64((Double(ahead) / Double(sampleRate) * rate).rounded())
            if surplus > 0 { return surplus }
        }
        fill(to: position, now: now)
        // The first buffer was late, but its first frame was not.
        if pendingGap?.start == 0, position <= Self.alignment.frames(at: sampleRate) { pendingGap = nil }
        signalGap()
        let isOverrun = pendingGap?.isOverrun == true
        pendingGap = nil
        capture.isAligned = true
        capture.converter?.reset()
        if !isOverrun { capture.drift.realign() }
        return 0
    }

    private func write(_ frames: UnsafeBufferPointer<Float>, of capture: Capture, limit: Int64?, now: Duration) {
        if capture.converter == nil {
            append(frames, limit: limit, now: now)
        } else {
            capture.converter?.convert(frames) { append($0, limit: limit, now: now) }
        }
    }

    private func append(_ frames: UnsafeBufferPointer<Float>, limit: Int64?, now: Duration) {
        guard let placed = self.frames else { return }
        let room = limit.map { max(0, $0 - placed) } ?? .max
        let part = UnsafeBufferPointer(rebasing: frames.prefix(Int(min(Int64(frames.count), room))))
        guard capture?.stream.playback.isOwnRecording == true else {
            signalLeftOut()
            return keep(part, now: now)
        }
        if leftOutSince == nil {
            leftOutSince = placed
            signal(.playsOwnRecording)
        }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: part.count) { silence in
            silence.initialize(repeating: 0)
            keep(UnsafeBufferPointer(silence), now: now)
        }
    }

    private func keep(_ frames: UnsafeBufferPointer<Float>, now: Duration) {
        guard let first = self.frames else { return }
        updateTrack { track throws(AudioError) in try track.append(frames, to: channel, now: now) }
        meter.measure(frames, from: first) { level in
            signal(.level(level))
            let program = capture?.stream.playback.unheard
            if silence.isDue(after: level, if: program != nil), let program { signal(.unheard(program)) }
        }
    }

    /// Reports what was left out, once it is over.
    func signalLeftOut() {
        guard let start = leftOutSince, let frames else { return }
        leftOutSince = nil
        if frames > start { signal(.gap(from: start, to: frames, .ownPlayback)) }
    }

    private func fill(to frame: Int64, now: Duration) {
        guard let frames, frame > frames else { return }
        if pendingGap?.start == nil { pendingGap?.start = frames }
        updateTrack { track throws(AudioError) in try track.pad(frame - frames, of: channel, now: now) }
    }

    /// Reports the silence written since the gap began, or since the last report.
    private func signalGap() {
        guard let pendingGap, let start = pendingGap.start, let frames else { return }
        if frames - start > pendingGap.shortest.frames(at: sampleRate) {
            signal(.gap(from: start, to: frames, pendingGap.reason))
            self.pendingGap?.shortest = .zero
        }
        self.pendingGap?.start = frames
    }

    func fillToNow(_ now: Duration) {
        guard let segment = segments.current, capture?.isAligned != true else { return }
        fill(to: segments.frame(of: min(now, segment.end ?? now), in: segment), now: now)
    }

    func closeSegment(now: Duration) {
        if let end = segments.current.flatMap(segments.endFrame) {
            if let capture, capture.isAligned { capture.converter?.flush { append($0, limit: end, now: now) } }
            signalLeftOut()
            fill(to: end, now: now)
            signalGap()
        }
        segments.passCurrent()
        capture?.isAligned = false
    }

    private func observe(_ anchor: CaptureAnchor, of capture: Capture) {
        let rate = capture.drift.sampleRate
        var ahead: Double?
        if capture.isAligned, let frames, let segment = segments.current {
            let pending =
                Double(anchor.frames - capture.taken) / rate
                + (capture.converter?.pending ?? 0) / Double(sampleRate)
            ahead =
                Double(frames) / Double(sampleRate) + pending
                - (segment.meetingStart + (anchor.instant - segment.start)).seconds
        }
        let isSecondOver = capture.drift.observe(anchor, ahead: ahead)
        guard isSecondOver, capture.isAligned else { return }
        let drift = capture.drift
        let deviation = abs(drift.deviation)
        if drift.hasLostFrames {
            capture.isAligned = false
            pendingGap = PendingGap(reason: capture.settling.isMoved ? .device : .overload)
        } else if deviation > drift.tolerance || capture.converter?.isAdjusting == true {
            if capture.converter == nil {
                capture.converter = capture.buffer.withUnsafeBufferPointer { buffer in
                    let history = UnsafeBufferPointer(rebasing: buffer.prefix(capture.readCount).suffix(512))
                    return makeConverter(from: Int(rate), history: history)
                }
            }
            capture.converter?.adjust(by: drift.correction, isCalm: deviation < DriftEstimate.calm)
            endCorrection(of: capture)
        }
    }

    /// Stops converting once the deviation has been small for a while: a converter takes more time than all the rest.
    private func endCorrection(of capture: Capture) {
        guard let converter = capture.converter, converter.calmSeconds >= DriftEstimate.calmSeconds,
            Int(capture.drift.sampleRate) == sampleRate
        else { return }
        let (end, now) = (segments.current.flatMap(segments.endFrame), clock.now)
        capture.converter?.flush { append($0, limit: end, now: now) }
        capture.converter = nil
    }

    func makeConverter(from rate: Int, history: UnsafeBufferPointer<Float>? = nil) -> RateAdapter? {
        do throws(AudioError) {
            return try RateAdapter(from: rate, to: sampleRate, history: history)
        } catch {
            sendSignal(.writeFailed(error))
            return nil
        }
    }
}
