import AudioDevices
import MeetingModel

/// A recording that accepts every frame, even while the disk refuses writes.
///
/// Up to `maximumBacklog` of sound then waits in memory. Later sound is written as silence, so that every frame stays in
/// place.
struct RecordingTrack {
    /// The maximum sound kept in memory while the disk refuses writes.
    static let maximumBacklog = Duration.seconds(60)

    let recording: any RecordingWriter
    private var waiting = SampleBacklog<Float>()
    private var silent: Int64 = 0
    private var dropped: Range<Int64>?
    private var overflows = false
    private var retryAt: Duration?
    private let capacity: Int
    private let silence = [Float](repeating: 0, count: 4800)

    init(recording: any RecordingWriter) {
        self.recording = recording
        self.capacity = Int(Self.maximumBacklog.frames(at: recording.sampleRate))
    }

    /// The frames accepted so far, including those in memory.
    var frames: Int64 { recording.frames + Int64(waiting.count) + silent }

    /// Whether the disk refuses writes now.
    var isWaiting: Bool { retryAt != nil }

    /// Appends frames; throws when the disk begins to refuse writes, but keeps the frames.
    mutating func append(_ samples: UnsafeBufferPointer<Float>, now: Duration) throws(AudioError) {
        guard retryAt == nil else {
            keep(samples)
            try retry(now: now)
            return
        }
        let before = recording.frames
        do {
            try recording.append(samples)
        } catch {
            keep(UnsafeBufferPointer(rebasing: samples.dropFirst(Int(recording.frames - before))))
            retryAt = now + .seconds(1)
            throw error
        }
    }

    /// Appends frames of silence.
    mutating func pad(_ count: Int64, now: Duration) throws(AudioError) {
        var rest = count
        while rest > 0 {
            let part = Int(min(rest, Int64(silence.count)))
            rest -= Int64(part)
            do {
                try silence.withUnsafeBufferPointer { samples throws(AudioError) in
                    try append(UnsafeBufferPointer(rebasing: samples.prefix(part)), now: now)
                }
            } catch {
                if rest > 0 { silent += rest }
                throw error
            }
        }
    }

    /// Retries writing the waiting sound, at most once a second unless `atOnce`.
    mutating func retry(now: Duration, atOnce: Bool = false) throws(AudioError) {
        guard let instant = retryAt, atOnce || now >= instant else { return }
        retryAt = now + .seconds(1)
        while waiting.count > 0 {
            let before = recording.frames
            defer { waiting.removeFirst(Int(recording.frames - before)) }
            do {
                try waiting.withFirst { samples throws(AudioError) in try recording.append(samples) }
            } catch {
                if atOnce { throw error }
                return
            }
        }
        retryAt = nil
        let count = silent
        silent = 0
        guard count > 0 else { return }
        dropped = recording.frames..<recording.frames + count
        try pad(count, now: now)
    }

    /// Removes the frames from `frame` on.
    mutating func truncate(to frame: Int64) {
        let surplus = frames - frame
        guard surplus > 0 else { return }
        let ofSilence = min(surplus, silent)
        silent -= ofSilence
        waiting.removeLast(Int(min(surplus - ofSilence, Int64(waiting.count))))
        if recording.frames > frame { recording.truncate(to: frame) }
    }

    /// The frames replaced by silence because memory was full; resets them.
    mutating func takeDropped() -> Range<Int64>? { dropped.take() }

    /// Whether memory has become full since the last call; resets it.
    mutating func takeOverflow() -> Bool {
        defer { overflows = false }
        return overflows
    }

    private mutating func keep(_ samples: UnsafeBufferPointer<Float>) {
        let room = silent > 0 ? 0 : max(0, capacity - waiting.count)
        if silent == 0, samples.count > room { overflows = true }
        waiting.append(samples.prefix(room))
        silent += Int64(max(0, samples.count - room))
    }
}
