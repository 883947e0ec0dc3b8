import AudioDevices
import AudioFiles
import Synchronization

/// A sound file from anywhere, which may be damaged: it is read as far as it goes.
final class SoundFile: RecordedAudio {
    /// Where the damage begins, and what the library that reads the file says of it.
    typealias Damage = (offset: Duration, reason: String)

    private let file: KeptRecording
    private let found = Mutex<Damage?>(nil)

    /// Opens the file at a path.
    init(path: String) throws(AudioError) {
        file = try KeptRecording(path: path)
    }

    /// Frames per second, in Hz.
    var sampleRate: Int { file.sampleRate }
    /// How many frames it has by its header.
    var frames: Int64 { file.frames }
    /// What of it could not be read; nil if nothing was in the way so far.
    var damage: Damage? {
        found.withLock { $0 } ?? (file.isCut ? (duration(of: frames), RecordingSource.cutReason) : nil)
    }

    /// Reads frames from a position; where there is damage the file ends, unless that is at its beginning.
    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
        do throws(AudioError) {
            let count = try file.read(from: frame, into: buffer)
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

    private func duration(of frames: Int64) -> Duration { .seconds(Double(frames) / Double(sampleRate)) }
}
