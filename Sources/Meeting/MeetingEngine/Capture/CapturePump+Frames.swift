import AudioDevices
import MeetingModel
import MeetingTiming

/// Putting each frame at its place in the recording.
extension CapturePump {
    func drain(now: Duration) {
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
            // A short read was the last: more may have come meanwhile, but this period's time does not pass here. A disk
            // that is slower than the sound would never let it come to that, nor the meeting to its end.
            isBehind = count == buffer.count && clock.now - now > Self.period
            if count < buffer.count || isBehind { break }
        }
        if let anchor = stream.anchor { observe(anchor) }
    }

    /// The device lost frames before those that came in now: they belong where its newest anchor puts them.
    ///
    /// A loss that is no greater than what is corrected by speed anyway is left to that.
    private func noteOverrun(_ stream: any CaptureStream) {
        guard let anchor = stream.anchor, let late = drift?.lateness(of: anchor), late > DriftEstimate.tolerance else {
            return
        }
        drift?.restart(from: anchor)
        guard aligned else { return }
        aligned = false
        hole = Hole(reason: .overload, isOverrun: true)
    }

    /// Puts frames that came in, `taken` and following of the device's, where they belong.
    func place(_ frames: UnsafeBufferPointer<Float>, now: Duration) {
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
    func align(index: Int64, start: Int64, stretch: RecordedStretches.Stretch, now: Duration) -> Int64 {
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
        let isOverrun = hole?.isOverrun == true
        hole = nil
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
        guard let track else { return }
        let room = limit.map { max(0, $0 - track.frames) } ?? .max
        let part = UnsafeBufferPointer(rebasing: frames.prefix(Int(min(Int64(frames.count), room))))
        report { track throws(AudioError) in try track.append(part, now: now) }
        if let level = meter.measure(part) { signal(.level(level)) }
    }

    func fill(to frame: Int64, now: Duration) {
        guard let frames = track?.frames, frame > frames else { return }
        if hole?.start == nil { hole?.start = frames }
        report { track throws(AudioError) in try track.pad(frame - frames, now: now) }
    }

    /// Tells of the silence that was put in since the hole began, or since it was last told.
    func closeHole() {
        guard let hole, let start = hole.start, let frames = track?.frames else { return }
        if frames > start { signal(.gap(from: start, to: frames, hole.reason)) }
        self.hole?.start = frames
    }

    func fillToNow(_ now: Duration) {
        guard current < stretches.stretches.count, !aligned else { return }
        let stretch = stretches.stretches[current]
        fill(to: stretches.frame(of: min(now, stretch.end ?? now), in: stretch), now: now)
    }

    func closeStretch(now: Duration) {
        let stretch = stretches.stretches[current]
        if let end = stretches.endFrame(of: stretch) {
            if aligned { converter?.flush { append($0, limit: end, now: now) } }
            fill(to: end, now: now)
            closeHole()
        }
        current += 1
        aligned = false
    }

    func observe(_ anchor: CaptureAnchor) {
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

    func makeConverter(from rate: Int, history: UnsafeBufferPointer<Float>? = nil) -> RateAdapter? {
        do throws(AudioError) {
            return try RateAdapter(from: rate, to: sampleRate, history: history)
        } catch {
            signal(.refused(error))
            return nil
        }
    }
}
