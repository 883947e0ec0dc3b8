import MeetingModel
import Sound
import Synchronization

/// A sound file that may be damaged; it is read up to the damage.
final class SoundFile: RecordedAudio {
    /// The position of the damage, and the library's description of it.
    typealias Damage = (offset: Duration, reason: String)

    private let file: StoredRecording
    private let channel: AudioChannel?
    private let found = Mutex<Damage?>(nil)

    /// Opens the file at a path; `channel` is one of a file of the room and the call, nil the average of all channels.
    init(path: String, channel: AudioChannel? = nil) throws(Failure) {
        do throws(AudioError) {
            file = try StoredRecording(path: path)
        } catch {
            throw Failure(error)
        }
        try channel?.check(channelsOf: path, file.channels)
        self.channel = channel
    }

    /// The sample rate in Hz.
    var sampleRate: Int { file.sampleRate }
    /// The number of frames in the header.
    var frames: Int64 { file.frames }
    /// The damage found so far; nil if there is none.
    var damage: Damage? {
        found.withLock { $0 } ?? (file.isTruncated ? (duration(of: frames), RecordingSource.cutReason) : nil)
    }

    /// Reads frames from a position; the file ends at damage, but damage at the start is an error.
    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        do throws(AudioError) {
            let count =
                if let channel {
                    try file.read(channel, from: frame, into: buffer)
                } else {
                    try file.read(from: frame, into: buffer)
                }
            let next = frame + Int64(count)
            if count == 0, RecordingSource.isEarly(frame, of: frames, sampleRate: sampleRate) {
                found.withLock { $0 = (duration(of: frame), RecordingSource.cutReason) }
            }
            guard count > 0, count < buffer.count, next < frames else { return count }
            return count + (try read(from: next, into: UnsafeMutableBufferPointer(rebasing: buffer[count...])))
        } catch {
            guard case .file(_, let reason) = error, frame > 0 else { throw error }
            found.withLock { $0 = (duration(of: frame), reason) }
            return 0
        }
    }

    /// Says on standard error where the file is damaged, if it is, and what was done with the rest.
    func noteDamage(of path: String, _ rest: String) {
        guard let damage else { return }
        StandardOutput.note(
            "standup: note: \(DisplayText(path)) is damaged from \(damage.offset.clockText(.position)) on "
                + "(\(DisplayText(damage.reason))); \(rest)")
    }

    private func duration(of frames: Int64) -> Duration { .seconds(Double(frames) / Double(sampleRate)) }
}
