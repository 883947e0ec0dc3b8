import MeetingModel
import MeetingTiming

/// Places each frame in the recording.
extension CaptureSource {
    /// Places all frames that the device has delivered; `isLast`: nothing more is read from this stream.
    func drain(now: Duration, isLast: Bool = false) {
        guard track != nil, let stream, isTimed(stream, isLast: isLast) else { return }
        while true {
            let count = buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) }
            // A read never crosses a loss: the lost frames preceded these.
            let lost = stream.lostFrames
            if lost > lostFrames {
                taken += lost - lostFrames
                lostFrames = lost
                aligned = false
                pendingGap = PendingGap(reason: .overload)
            }
            if stream.overruns > overruns {
                overruns = stream.overruns
                noteOverrun(stream)
            }
            guard count > 0 else {
                isBehind = false
                break
            }
            newest = count
            buffer.withUnsafeBufferPointer { place(UnsafeBufferPointer(rebasing: $0.prefix(count)), now: now) }
            taken += Int64(count)
            // Stop after a short read, or when draining has taken longer than a period. With a disk slower than the
            // sound, no read would ever be short, and the meeting could never end.
            isBehind = count == buffer.count && clock.now - now > CapturePump.period
            if count < buffer.count || isBehind { break }
        }
        if let anchor = stream.takePromptestAnchor() { observe(anchor) }
    }

    /// Whether it is known when the frames of a stream were captured, or nothing more can be learned before they are needed.
    private func isTimed(_ stream: any CaptureStream, isLast: Bool) -> Bool {
        guard drift?.isTimed == false, let newest = stream.anchor else { return true }
        let isStopped = current < segments.segments.count && segments.segments[current].end != nil
        drift?.time(by: stream.takePromptestAnchor(), delivered: newest.frames, isLast: isLast || isStopped)
        return drift?.isTimed == true
    }

    /// The device lost frames before the newest ones; its newest anchor gives their place.
    ///
    /// Drift correction handles a small loss, so that is ignored here.
    private func noteOverrun(_ stream: any CaptureStream) {
        guard let anchor = stream.anchor, let late = drift?.lateness(of: anchor), late > DriftEstimate.tolerance else {
            return
        }
        drift?.restart(from: anchor)
        guard aligned else { return }
        aligned = false
        pendingGap = PendingGap(reason: isMoved ? .device : .overload, isOverrun: true)
    }

    /// Places the newest frames in the recording; `taken` is the device's index of the first.
    func place(_ frames: UnsafeBufferPointer<Float>, now: Duration) {
        guard let drift else { return }
        var rest = frames
        var index = taken
        func skip(_ count: Int64) {
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(Int(count)))
            index += count
        }
        while !rest.isEmpty {
            guard current < segments.segments.count else {
                aligned = false
                return
            }
            let segment = segments.segments[current]
            let start = drift.frame(at: segment.start)
            if !aligned, index < start {
                skip(min(Int64(rest.count), start - index))
                continue
            }
            let end = segment.end.map { drift.frame(at: $0) } ?? .max
            guard index < end else {
                closeSegment(now: now)
                continue
            }
            if !aligned {
                let surplus = align(index: index, start: start, segment: segment, now: now)
                if surplus > 0 {
                    skip(min(Int64(rest.count), surplus))
                    continue
                }
            }
            let count = min(Int64(rest.count), end - index)
            write(
                UnsafeBufferPointer(rebasing: rest.prefix(Int(count))),
                limit: segments.endFrame(of: segment),
                now: now
            )
            skip(count)
        }
    }

    /// Pads the recording up to the place of the device's frame `index`.
    ///
    /// Returns how many of the device's frames overlap the recording's end, or 0.
    func align(index: Int64, start: Int64, segment: RecordedSegments.Segment, now: Duration) -> Int64 {
        guard let frames, let drift else { return 0 }
        let offset = Double(index - start) / drift.sampleRate
        let position = segments.frame(of: segment.start, in: segment) + Int64((offset * Double(sampleRate)).rounded())
        let ahead = frames - position
        if ahead > 0 {
            let surplus = Int64((Double(ahead) / Double(sampleRate) * drift.sampleRate).rounded())
            if surplus > 0 { return surplus }
        }
        fill(to: position, now: now)
        // The first buffer was late, but its first frame was not.
        if pendingGap?.start == 0, position <= Self.alignment.frames(at: sampleRate) { pendingGap = nil }
        signalGap()
        let isOverrun = pendingGap?.isOverrun == true
        pendingGap = nil
        aligned = true
        converter?.reset()
        if !isOverrun { self.drift?.realign() }
        return 0
    }

    func write(_ frames: UnsafeBufferPointer<Float>, limit: Int64?, now: Duration) {
        if converter == nil {
            append(frames, limit: limit, now: now)
        } else {
            converter?.convert(frames) { append($0, limit: limit, now: now) }
        }
    }

    func append(_ frames: UnsafeBufferPointer<Float>, limit: Int64?, now: Duration) {
        guard let placed = self.frames else { return }
        let room = limit.map { max(0, $0 - placed) } ?? .max
        let part = UnsafeBufferPointer(rebasing: frames.prefix(Int(min(Int64(frames.count), room))))
        guard stream?.playback.isOwnRecording == true else {
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
            let program = stream?.playback.unheard
            if silence.isDue(after: level, if: program != nil), let program { signal(.unheard(program)) }
        }
    }

    /// Reports what was left out, once it is over.
    func signalLeftOut() {
        guard let start = leftOutSince, let frames else { return }
        leftOutSince = nil
        if frames > start { signal(.gap(from: start, to: frames, .ownPlayback)) }
    }

    func fill(to frame: Int64, now: Duration) {
        guard let frames, frame > frames else { return }
        if pendingGap?.start == nil { pendingGap?.start = frames }
        updateTrack { track throws(AudioError) in try track.pad(frame - frames, of: channel, now: now) }
    }

    /// Reports the silence written since the gap began, or since the last report.
    func signalGap() {
        guard let pendingGap, let start = pendingGap.start, let frames else { return }
        if frames - start > pendingGap.shortest.frames(at: sampleRate) {
            signal(.gap(from: start, to: frames, pendingGap.reason))
            self.pendingGap?.shortest = .zero
        }
        self.pendingGap?.start = frames
    }

    func fillToNow(_ now: Duration) {
        guard current < segments.segments.count, !aligned else { return }
        let segment = segments.segments[current]
        fill(to: segments.frame(of: min(now, segment.end ?? now), in: segment), now: now)
    }

    func closeSegment(now: Duration) {
        let segment = segments.segments[current]
        if let end = segments.endFrame(of: segment) {
            if aligned { converter?.flush { append($0, limit: end, now: now) } }
            signalLeftOut()
            fill(to: end, now: now)
            signalGap()
        }
        current += 1
        aligned = false
    }

    func observe(_ anchor: CaptureAnchor) {
        guard var drift else { return }
        var ahead: Double?
        if aligned, let frames, current < segments.segments.count {
            let segment = segments.segments[current]
            let pending =
                Double(anchor.frames - taken) / drift.sampleRate + (converter?.pending ?? 0) / Double(sampleRate)
            ahead =
                Double(frames) / Double(sampleRate) + pending
                - (segment.meetingStart + (anchor.instant - segment.start)).seconds
        }
        let isSecondOver = drift.observe(anchor, ahead: ahead)
        self.drift = drift
        guard isSecondOver, aligned else { return }
        let deviation = abs(drift.deviation)
        if drift.hasLostFrames {
            aligned = false
            pendingGap = PendingGap(reason: isMoved ? .device : .overload)
        } else if deviation > drift.tolerance || converter?.isAdjusting == true {
            if converter == nil {
                converter = buffer.withUnsafeBufferPointer { buffer in
                    let history = UnsafeBufferPointer(rebasing: buffer.prefix(newest).suffix(512))
                    return makeConverter(from: Int(drift.sampleRate), history: history)
                }
            }
            converter?.adjust(by: drift.correction)
            endCorrection(deviation: deviation, rate: Int(drift.sampleRate))
        }
    }

    /// Stops converting once the deviation has been small for a while: a converter takes more time than all the rest.
    private func endCorrection(deviation: Double, rate: Int) {
        calmSeconds = deviation < DriftEstimate.calm ? calmSeconds + 1 : 0
        guard calmSeconds >= DriftEstimate.calmSeconds, rate == sampleRate else { return }
        calmSeconds = 0
        let (end, now) = (segments.endFrame(of: segments.segments[current]), clock.now)
        converter?.flush { append($0, limit: end, now: now) }
        converter = nil
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
