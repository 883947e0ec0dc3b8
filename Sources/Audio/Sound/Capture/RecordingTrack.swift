import MeetingModel

/// A recording that accepts every frame of every channel, even while the disk refuses writes.
///
/// The channels grow independently; a frame goes to the file once every channel has it. If a channel is late, the sound of
/// the other waits for `maximumWait` and is then written beside silence, so that a crash does not lose it; the late sound
/// replaces the silence when it comes. While the disk refuses writes, up to `maximumBacklog` of sound per channel waits in
/// memory. Later sound is written as silence, so that every frame stays in place.
///
/// It belongs to the pump and its sources, and is used on their queue only.
package final class RecordingTrack {
    package static let maximumBacklog = Duration.seconds(60)
    static let maximumWait = Duration.milliseconds(250)

    /// A channel: its frames in the file, then sound that is not in the file yet, then silence.
    private struct Line {
        /// What the file has of this channel; the rest of a longer file is silent.
        var written: Int64
        var waiting = SampleBacklog<Float>()
        var silent: Int64 = 0
        /// The frames that were replaced by silence, and not reported yet.
        var dropped: Range<Int64>?

        var count: Int64 { Int64(waiting.count) + silent }
        var end: Int64 { written + count }
    }

    let recording: any RecordingWriter
    private var lines: [Line]
    private var sameSound = SameSoundDetector()
    private var isSameSound = false
    private var overflows = false
    private var retryAt: Duration?
    private let capacity: Int
    private let patience: Int
    private static let silence = [Float](repeating: 0, count: 4800)
    /// The next samples for the file, alternating.
    private var block: [Float]

    init(recording: any RecordingWriter) {
        self.recording = recording
        capacity = Int(Self.maximumBacklog.frames(at: recording.sampleRate))
        patience = Int(Self.maximumWait.frames(at: recording.sampleRate))
        lines = [Line](repeating: Line(written: recording.frames), count: recording.channels)
        block = [Float](repeating: 0, count: recording.channels * Self.silence.count)
    }

    /// The frames of a channel accepted so far, including those in memory.
    func frames(of channel: AudioChannel) -> Int64 { lines[channel.index].end }

    /// The frames accepted so far of the longest channel.
    var frames: Int64 { lines.map(\.end).max() ?? 0 }

    /// The frames in the file that do not change any more.
    var completeFrames: Int64 { lines.map(\.written).min() ?? 0 }

    /// Whether the disk refuses writes now.
    var isWaiting: Bool { retryAt != nil }

    /// Appends frames; throws when the disk begins to refuse writes, but keeps the frames.
    func append(
        _ samples: UnsafeBufferPointer<Float>, to channel: AudioChannel, now: Duration
    ) throws(AudioError) {
        if lines.count == 1, retryAt == nil, lines[0].count == 0 {
            let before = recording.frames
            defer { lines[0].written = recording.frames }
            do {
                return try recording.append(samples)
            } catch {
                keep(UnsafeBufferPointer(rebasing: samples.dropFirst(Int(recording.frames - before))), of: channel)
                retryAt = now + .seconds(1)
                throw error
            }
        }
        keep(samples, of: channel)
        guard retryAt == nil else { return try retry(now: now) }
        do {
            try write()
        } catch {
            retryAt = now + .seconds(1)
            throw error
        }
    }

    func pad(_ count: Int64, of channel: AudioChannel, now: Duration) throws(AudioError) {
        var rest = count
        while rest > 0 {
            let part = Int(min(rest, Int64(Self.silence.count)))
            rest -= Int64(part)
            do {
                try Self.silence.withUnsafeBufferPointer { samples throws(AudioError) in
                    try append(UnsafeBufferPointer(rebasing: samples.prefix(part)), to: channel, now: now)
                }
            } catch {
                if rest > 0 { lines[channel.index].silent += rest }
                throw error
            }
        }
    }

    /// Writes the sound that has waited too long for that of another channel; call once a period, after all appends.
    func writeOverdue(now: Duration) throws(AudioError) {
        guard lines.count > 1, retryAt == nil else { return }
        let late = lines.indices.filter { lines[$0].count == 0 }
        guard !late.isEmpty, let waiting = lines.map(\.waiting.count).max(), waiting > 0,
            waiting > patience || late.contains(where: { lines[$0].written < recording.frames })
        else { return }
        do {
            try write(withoutWaiting: true)
        } catch {
            retryAt = now + .seconds(1)
            throw error
        }
    }

    /// Retries writing the waiting sound, at most once a second unless `atOnce`.
    func retry(now: Duration, atOnce: Bool = false) throws(AudioError) {
        guard let instant = retryAt, atOnce || now >= instant else { return }
        retryAt = now + .seconds(1)
        do {
            try write()
            retryAt = nil
        } catch {
            if atOnce { throw error }
        }
    }

    /// Removes all frames from `frame` on.
    func truncate(to frame: Int64) {
        for index in lines.indices {
            let surplus = min(lines[index].end - frame, lines[index].count)
            lines[index].written = min(lines[index].written, frame)
            guard surplus > 0 else { continue }
            let ofSilence = min(surplus, lines[index].silent)
            lines[index].silent -= ofSilence
            lines[index].waiting.removeLast(Int(surplus - ofSilence))
        }
        if recording.frames > frame { recording.truncate(to: frame) }
    }

    /// The frames of each channel replaced by silence because memory was full; resets them.
    func takeDropped() -> [(AudioChannel, Range<Int64>)] {
        AudioChannel.allCases.prefix(lines.count)
            .compactMap { channel in lines[channel.index].dropped.take().map { (channel, $0) } }
    }

    /// Whether memory has become full since the last call; resets it.
    func takeOverflow() -> Bool {
        defer { overflows = false }
        return overflows
    }

    /// Whether the channels were found to carry the same sound since the last call; resets it.
    func takeSameSound() -> Bool {
        defer { isSameSound = false }
        return isSameSound
    }

    private func detectSameSound(_ count: Int) {
        guard lines.count == 2 else { return }
        let isSame = block.withUnsafeBufferPointer {
            sameSound.add(UnsafeBufferPointer(rebasing: $0.prefix(count * 2)))
        }
        if isSame { isSameSound = true }
    }

    private func keep(_ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel) {
        let line = lines[channel.index]
        let room = line.silent > 0 ? 0 : max(0, capacity - line.waiting.count)
        if line.silent == 0, samples.count > room { overflows = true }
        lines[channel.index].waiting.append(samples.prefix(room))
        lines[channel.index].silent += Int64(max(0, samples.count - room))
    }

    /// Writes the frames that every channel has, and late ones in place of the silence that the file has for them.
    ///
    /// `withoutWaiting`: also those that another channel lacks.
    private func write(withoutWaiting: Bool = false) throws(AudioError) {
        while true {
            for index in lines.indices {
                if lines[index].waiting.count == 0 { voice(index) }
                if lines[index].written < recording.frames { try replaceSilence(index) }
            }
            let counts = lines.map(\.waiting.count)
            guard let count = withoutWaiting ? counts.max() : counts.min(), count > 0 else { return }
            try append(min(count, Self.silence.count))
        }
    }

    /// Appends frames of all channels to the file; a channel that has fewer is silent for the rest.
    private func append(_ count: Int) throws(AudioError) {
        interleave(count)
        if lines.allSatisfy({ $0.waiting.count >= count }) { detectSameSound(count) }
        let before = recording.frames
        defer {
            for index in lines.indices { pass(min(Int(recording.frames - before), lines[index].waiting.count), index) }
        }
        try block.withUnsafeBufferPointer { block throws(AudioError) in
            try recording.append(UnsafeBufferPointer(rebasing: block.prefix(count * lines.count)))
        }
    }

    /// Writes waiting sound of a channel to places that the file already has.
    private func replaceSilence(_ index: Int) throws(AudioError) {
        while lines[index].waiting.count > 0, lines[index].written < recording.frames {
            let known = Int(min(recording.frames - lines[index].written, Int64(block.count)))
            let line = lines[index]
            let count = block.withUnsafeMutableBufferPointer {
                line.waiting.copyFirst(into: UnsafeMutableBufferPointer(rebasing: $0[..<known]))
            }
            try block.withUnsafeBufferPointer { block throws(AudioError) in
                try recording.replace(
                    UnsafeBufferPointer(rebasing: block[..<count]), of: AudioChannel.allCases[index],
                    from: line.written)
            }
            pass(count, index)
            if lines[index].waiting.count == 0 { voice(index) }
        }
    }

    /// Notes that the file has the first waiting frames of a channel.
    private func pass(_ count: Int, _ index: Int) {
        lines[index].waiting.removeFirst(count)
        lines[index].written += Int64(count)
    }

    /// Moves silence that replaced dropped sound to the front of an empty line.
    private func voice(_ index: Int) {
        let count = min(lines[index].silent, Int64(Self.silence.count))
        guard count > 0 else { return }
        let start = lines[index].written
        let known = lines[index].dropped
        lines[index].dropped = (known?.lowerBound ?? start)..<start + lines[index].silent
        lines[index].silent -= count
        lines[index].waiting.append(Self.silence.prefix(Int(count)))
    }

    private func interleave(_ count: Int) {
        let stride = lines.count
        for (index, line) in lines.enumerated() {
            var frame = 0
            line.waiting.forEach(first: count) { sample in
                block[frame * stride + index] = sample
                frame += 1
            }
            while frame < count {
                block[frame * stride + index] = 0
                frame += 1
            }
        }
    }
}
