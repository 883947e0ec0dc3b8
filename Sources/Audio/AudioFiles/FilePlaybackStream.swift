import AudioDevices
import Glibc
import Synchronization

/// A loudspeaker that writes what would be heard, from its opening to its closing, into a WAV file.
///
/// Memory holds the cues that were scheduled, not the sound. The file appears when the stream is closed.
final class FilePlaybackStream: PlaybackStream {
    private let path: String
    private let cues: CueSounds
    private let time: FrameTime
    private let now: @Sendable () -> Duration
    private let score: Mutex<Score>

    private struct Score {
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

    /// A loudspeaker at the cues' sample rate.
    ///
    /// A path at which no file could be put is an error.
    init(path: String, cues: CueSounds, now: @escaping @Sendable () -> Duration) throws(AudioError) {
        try Replacement.check(path)
        self.path = path
        self.cues = cues
        self.now = now
        time = FrameTime(start: now(), rate: cues.sampleRate)
        score = Mutex(Score(state: .running(sampleRate: cues.sampleRate)))
    }

    var state: StreamState { score.withLock { $0.state } }

    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket {
        let frame = max(time.nearestFrame(to: instant), time.frames(at: now()))
        return score.withLock { score in
            let ticket = CueTicket(number: score.nextTicket)
            score.nextTicket += 1
            score.entries.append(Entry(ticket: ticket, frame: frame, samples: cues.samples[cue] ?? []))
            return ticket
        }
    }

    func cancel(_ ticket: CueTicket) {
        let passed = time.frames(at: now())
        score.withLock { $0.entries.removeAll { $0.ticket == ticket && $0.frame > passed } }
    }

    /// Closes, and has written the file when it returns.
    ///
    /// The file ends now, or with a cue that has begun; cues still to come are dropped. Silence takes no room and no
    /// time, so hours are written in milliseconds. If the file cannot be written, what was at the path stays and the
    /// stream has failed.
    func close() {
        let passed = time.frames(at: now())
        score.withLock { score in
            guard case .running = score.state else { return }
            let heard = score.entries.filter { $0.frame <= passed }
            score.entries = []
            do throws(AudioError) {
                try write(heard, frames: heard.map(\.end).reduce(passed, max))
                score.state = .closed
            } catch {
                score.state = .failed(error)
            }
        }
    }

    private func write(_ entries: [Entry], frames: Int64) throws(AudioError) {
        let form = SoundFileWriter.Form(frames: frames)
        try Replacement.write(to: path, mode: 0o600) { file throws(AudioError) in
            let dataOffset = try SoundFileWriter(file, sampleRate: cues.sampleRate, form: form).dataOffset
            try file.truncate(to: dataOffset + frames * 2)
            for (frame, samples) in Self.mix(entries) {
                let samples = samples.map { PCM16.sample($0).littleEndian }
                try samples.withUnsafeBufferPointer { samples throws(AudioError) in
                    try file.write(UnsafeRawBufferPointer(samples), at: dataOffset + frame * 2)
                }
            }
            try WAVHeader(of: file).mend(file)
            return true
        }
    }

    /// Puts cues that overlap together into stretches that do not.
    private static func mix(_ entries: [Entry]) -> [(frame: Int64, samples: [Float])] {
        var stretches: [(frame: Int64, samples: [Float])] = []
        for entry in entries.sorted(by: { $0.frame < $1.frame }) {
            guard let last = stretches.last, entry.frame < last.frame + Int64(last.samples.count) else {
                stretches.append((entry.frame, entry.samples))
                continue
            }
            let offset = Int(entry.frame - last.frame)
            let index = stretches.count - 1
            let missing = max(offset + entry.samples.count - last.samples.count, 0)
            stretches[index].samples.append(contentsOf: repeatElement(0, count: missing))
            for (position, sample) in entry.samples.enumerated() {
                stretches[index].samples[offset + position] += sample
            }
        }
        return stretches
    }
}
