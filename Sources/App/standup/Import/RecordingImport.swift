import Glibc
import MeetingHistory
import MeetingModel
import Sound
import StandupHistory

/// Creates a meeting's recording from a sound file, atomically.
///
/// Until the meeting is in the history, the recording has a second name, which marks it as being imported. A later
/// import removes what a killed one leaves.
struct RecordingImport {
    private let source: RecordingSource
    private let fileName: String
    private let path: String
    private let part: String

    /// Creates an import for a meeting whose lock the caller holds.
    init(of source: RecordingSource, as id: Meeting.ID, in history: History) throws {
        self.source = source
        fileName = DataFolder.recordingName(of: id)
        path = try history.folder.recordingPath(fileName)
        part = try history.folder.recordingPath(id.rawValue + DataFolder.partSuffix)
        try Self.removeAbandoned(from: history)
    }

    /// Call this once the meeting is in the history.
    func complete() { unlink(part) }

    /// Removes the recording, because the meeting could not be stored.
    func discard() {
        unlink(path)
        unlink(part)
    }

    /// Writes the recording, and says why the rest of the file could not be read; call `complete` or `discard` then.
    ///
    /// Nil if `goOn`, which receives the progress from 0 to 1, stopped it. Then, and if it throws, no partial recording is
    /// left.
    func write(while goOn: (Double) -> Bool) throws -> (recording: Recording, damage: String?)? {
        do {
            let file = try WAVRecording(creating: part, sampleRate: source.sampleRate)
            let copied = try copy(to: file, while: goOn)
            guard copied.isWhole else {
                unlink(part)
                return nil
            }
            guard file.frames > 0 else {
                throw ImportedFile.failure(source.path, copied.damage ?? "it holds no sound")
            }
            try file.finish()
            // Some file systems have no second names.
            guard link(part, path) == 0 || rename(part, path) == 0 else {
                throw AudioError.refused(path, by: errno)
            }
            return (
                Recording(fileName: fileName, sampleRate: source.sampleRate, frames: file.frames), copied.damage
            )
        } catch {
            unlink(part)
            throw error
        }
    }

    /// Copies all frames unless it is stopped; stops at damage and returns its description.
    private func copy(
        to file: WAVRecording, while goOn: (Double) -> Bool
    ) throws -> (isWhole: Bool, damage: String?) {
        var block = [Float](repeating: 0, count: 1 << 15)
        while goOn(Double(file.frames) / Double(max(source.frames, 1))) {
            let count: Int
            do throws(AudioError) {
                count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
                    try source.read(into: block)
                }
            } catch {
                guard case .file(_, let reason) = error else { throw error }
                return (true, reason)
            }
            guard count > 0 else {
                return (true, source.isTruncated(at: file.frames) ? RecordingSource.cutReason : nil)
            }
            try block.withUnsafeBufferPointer { block throws(AudioError) in
                try file.append(UnsafeBufferPointer(rebasing: block[..<count]))
            }
        }
        return (false, nil)
    }

    /// Deletes the files of imports that were killed, unless their meeting is in the history.
    private static func removeAbandoned(from history: History) throws {
        for name in DataFolder.names(in: history.folder.recordingsPath)
        where name.hasSuffix(DataFolder.partSuffix) && DataFolder.isOwnRecording(name) {
            let id = Meeting.ID(rawValue: String(name.dropLast(DataFolder.partSuffix.count)))
            guard let lock = try? LiveMeetingLock.acquire(id, in: history.folder) else { continue }
            defer { lock.release() }
            let isStored = try !history.store.meetingIDs(startingWith: id.rawValue).isEmpty
            try history.folder.removePart(of: id, isStored: isStored)
        }
    }
}
