import Glibc
import MeetingModel
import Synchronization

/// A loudspeaker that writes its output, from opening to closing, into a WAV file.
///
/// It stores scheduled cues, not samples. The file appears when the stream is closed.
final class FileCuePlaybackStream: CuePlaybackStream {
    private let path: String
    private let cues: CueSounds
    private let time: FrameTime
    private let now: @Sendable () -> Duration
    private let schedule: Mutex<Schedule>

    private struct Schedule {
        var state: StreamState
        var entries: [Entry] = []
        var nextTicket: UInt64 = 0
    }

    private struct Entry {
        let ticket: CueTicket
        let frame: Int64
        let samples: [Float]

        var end: Int64 { frame + Int64(samples.count) }
    }

    /// Throws if the path is not writable.
    init(path: String, cues: CueSounds, now: @escaping @Sendable () -> Duration) throws(AudioError) {
        try AtomicFile.check(path, as: AudioError.self)
        self.path = path
        self.cues = cues
        self.now = now
        time = FrameTime(start: now(), rate: cues.sampleRate)
        schedule = Mutex(Schedule(state: .running(sampleRate: cues.sampleRate)))
    }

    var state: StreamState { schedule.withLock { $0.state } }

    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket {
        let frame = max(time.nearestFrame(to: instant), time.frames(at: now()))
        return schedule.withLock { schedule in
            let ticket = CueTicket(number: schedule.nextTicket)
            schedule.nextTicket += 1
            schedule.entries.append(Entry(ticket: ticket, frame: frame, samples: cues.samples[cue] ?? []))
            return ticket
        }
    }

    func cancel(_ ticket: CueTicket) {
        let passed = time.frames(at: now())
        schedule.withLock { $0.entries.removeAll { $0.ticket == ticket && $0.frame > passed } }
    }

    /// Closes the stream and writes the file.
    ///
    /// The file ends now, or with the cue that is playing; later cues are dropped. Silence is stored as a hole, so
    /// hours are written in milliseconds. If the file cannot be written, an existing file stays and the stream fails.
    func close() {
        let passed = time.frames(at: now())
        schedule.withLock { schedule in
            guard case .running = schedule.state else { return }
            let heard = schedule.entries.filter { $0.frame <= passed }
            schedule.entries = []
            do throws(AudioError) {
                try write(heard, frames: heard.map(\.end).reduce(passed, max))
                schedule.state = .closed
            } catch {
                schedule.state = .failed(error)
            }
        }
    }

    private func write(_ entries: [Entry], frames: Int64) throws(AudioError) {
        try AtomicFile.write(to: path, mode: 0o600) { file throws(AudioError) in
            var header = try WAVHeader(creating: file, sampleRate: cues.sampleRate, channels: 1)
            try file.truncate(to: header.end(ofFrames: frames))
            for (frame, samples) in Self.mix(entries) {
                let samples = samples.map { PCM16.sample($0).littleEndian }
                try samples.withUnsafeBufferPointer { samples throws(AudioError) in
                    try file.write(UnsafeRawBufferPointer(samples), at: header.end(ofFrames: frame))
                }
            }
            try header.setFrames(frames, in: file)
            return true
        }
    }

    /// Merges overlapping cues into disjoint segments.
    private static func mix(_ entries: [Entry]) -> [(frame: Int64, samples: [Float])] {
        var segments: [(frame: Int64, samples: [Float])] = []
        for entry in entries.sorted(by: { $0.frame < $1.frame }) {
            guard let last = segments.last, entry.frame < last.frame + Int64(last.samples.count) else {
                segments.append((entry.frame, entry.samples))
                continue
            }
            let offset = Int(entry.frame - last.frame)
            let index = segments.count - 1
            let missing = max(offset + entry.samples.count - last.samples.count, 0)
            segments[index].samples.append(contentsOf: repeatElement(0, count: missing))
            for (position, sample) in entry.samples.enumerated() {
                segments[index].samples[offset + position] += sample
            }
        }
        return segments
    }
}
