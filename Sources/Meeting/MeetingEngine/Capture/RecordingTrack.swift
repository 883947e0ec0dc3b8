import AudioDevices
import MeetingModel

/// A recording that accepts every frame of every channel, even while the disk refuses writes.
///
/// The channels grow independently; a frame goes to the file once every channel has it. Up to `maximumBacklog` of sound
/// per channel waits in memory. Later sound is written as silence, so that every frame stays in place.
///
/// It belongs to the pump and its sources, and is used on their queue only.
final class RecordingTrack {
    /// The maximum sound kept in memory.
    static let maximumBacklog = Duration.seconds(60)

    /// The frames of a channel that are not in the file yet: sound, then silence.
    private struct Line {
        var waiting = SampleBacklog<Float>()
        var silent: Int64 = 0
        /// The frames that were replaced by silence, and not reported yet.
        var dropped: Range<Int64>?

        var count: Int64 { Int64(waiting.count) + silent }
    }

    let recording: any RecordingWriter
    private var lines: [Line]
    private var sameSound = SameSoundDetector()
    private var isSameSound = false
    private var overflows = false
    private var retryAt: Duration?
    private let capacity: Int
    private static let silence = [Float](repeating: 0, count: 4800)
    /// The next samples for the file, alternating.
    private var block: [Float]

    init(recording: any RecordingWriter) {
        self.recording = recording
        capacity = Int(Self.maximumBacklog.frames(at: recording.sampleRate))
        lines = [Line](repeating: Line(), count: recording.channels)
        block = [Float](repeating: 0, count: recording.channels * Self.silence.count)
    }

    /// The frames of a channel accepted so far, including those in memory.
    func frames(of channel: AudioChannel) -> Int64 { recording.frames + lines[channel.index].count }

    /// The frames accepted so far of the longest channel.
    var frames: Int64 { recording.frames + (lines.map(\.count).max() ?? 0) }

    /// Whether the disk refuses writes now.
    var isWaiting: Bool { retryAt != nil }

    /// Appends frames; throws when the disk begins to refuse writes, but keeps the frames.
    func append(
        _ samples: UnsafeBufferPointer<Float>, to channel: AudioChannel, now: Duration
    ) throws(AudioError) {
        if lines.count == 1, retryAt == nil, lines[0].count == 0 {
            let before = recording.frames
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

    /// Appends frames of silence.
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
            let surplus = min(recording.frames + lines[index].count - frame, lines[index].count)
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

    /// Writes the frames that every channel has.
    private func write() throws(AudioError) {
        while true {
            for index in lines.indices where lines[index].waiting.count == 0 { voice(index) }
            let count = min(lines.map(\.waiting.count).min() ?? 0, Self.silence.count)
            guard count > 0 else { return }
            interleave(count)
            detectSameSound(count)
            let before = recording.frames
            defer {
                let written = Int(recording.frames - before)
                for index in lines.indices { lines[index].waiting.removeFirst(written) }
            }
            try block.withUnsafeBufferPointer { block throws(AudioError) in
                try recording.append(UnsafeBufferPointer(rebasing: block.prefix(count * lines.count)))
            }
        }
    }

    /// Moves silence that replaced dropped sound to the front of an empty line.
    private func voice(_ index: Int) {
        let count = min(lines[index].silent, Int64(Self.silence.count))
        guard count > 0 else { return }
        let start = recording.frames
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
        }
    }
}
