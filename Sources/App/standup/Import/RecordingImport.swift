import ArgumentParser
import AudioDevices
import AudioFiles
import Glibc
import MeetingHistory
import MeetingModel
import SQLiteHistory

/// Creates a meeting's recording from a sound file, atomically.
///
/// Until the meeting is in the history, the recording has a second name, which marks it as being imported. A later
/// import removes what a killed one leaves.
struct RecordingImport {
    private static let partSuffix = ".part"

    private let source: RecordingSource
    private let fileName: String
    private let path: String
    private let part: String

    /// Creates an import for a meeting whose lock the caller holds.
    init(of source: RecordingSource, as id: Meeting.ID, in history: History) throws {
        self.source = source
        fileName = DataFolder.recordingName(of: id)
        path = try history.folder.recordingPath(fileName)
        part = try history.folder.recordingPath(id.rawValue + Self.partSuffix)
        try Self.removeAbandoned(from: history)
    }

    /// Call this once the meeting is in the history.
    func complete() { unlink(part) }

    /// Removes the recording, because the meeting could not be stored.
    func discard() {
        unlink(path)
        unlink(part)
    }

    /// Writes the recording and returns it; call `complete` or `discard` then.
    ///
    /// - Throws: A `Failure` if there is no space, an `ExitCode` after a signal. In both cases no partial recording is
    ///   left.
    func write() throws -> Recording {
        let stop = StopSignal()
        defer { stop.end() }
        do {
            let file = try WAVRecording(creating: part, sampleRate: source.sampleRate)
            let problem = try copy(to: file, until: stop)
            if let number = stop.number { throw ExitCode(128 + number) }
            guard file.frames > 0 else {
                throw ImportedFile.failure(source.path, problem ?? "it holds no sound")
            }
            try file.finish()
            // Some file systems have no second names.
            guard link(part, path) == 0 || rename(part, path) == 0 else {
                throw AudioError.cannotWrite(path: path, reason: systemMessage(errno))
            }
            let recording = Recording(fileName: fileName, sampleRate: source.sampleRate, frames: file.frames)
            if let problem {
                StandardOutput.note(
                    "standup: note: the file is damaged from \(recording.duration.clockText(.position)) on "
                        + "(\(DisplayText(problem))); everything before was imported")
            }
            return recording
        } catch {
            unlink(part)
            throw error
        }
    }

    /// Copies all frames; stops at damage and returns its description.
    private func copy(to file: WAVRecording, until stop: StopSignal) throws -> String? {
        var block = [Float](repeating: 0, count: 1 << 15)
        let progress = Progress(frames: source.frames)
        defer { progress.end() }
        while stop.number == nil {
            let count: Int
            do throws(AudioError) {
                count = try block.withUnsafeMutableBufferPointer { block throws(AudioError) in
                    try source.read(into: block)
                }
            } catch {
                guard case .file(_, let reason) = error else { throw error }
                return reason
            }
            guard count > 0 else { return source.isTruncated(at: file.frames) ? RecordingSource.cutReason : nil }
            try block.withUnsafeBufferPointer { block throws(AudioError) in
                try file.append(UnsafeBufferPointer(rebasing: block[..<count]))
            }
            progress.show(file.frames)
        }
        return nil
    }

    /// Deletes the files of imports that were killed, unless their meeting is in the history.
    private static func removeAbandoned(from history: History) throws {
        for name in DataFolder.names(in: history.folder.recordingsPath)
        where name.hasSuffix(partSuffix) && DataFolder.isOwnRecording(name) {
            let id = Meeting.ID(rawValue: String(name.dropLast(partSuffix.count)))
            guard let lock = try? LiveMeetingLock.acquire(id, in: history.folder) else { continue }
            defer { lock.release() }
            let part = try history.folder.recordingPath(name)
            let path = try history.folder.recordingPath(DataFolder.recordingName(of: id))
            if isSameFile(part, path), try history.store.meetingIDs(startingWith: id.rawValue).isEmpty { unlink(path) }
            unlink(part)
        }
    }

    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return lstat(one, &first) == 0 && lstat(other, &second) == 0 && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }
}

/// Shows the percentage of copied frames on a terminal.
private final class Progress {
    private let frames: Int64
    private var shown: Int64 = -1
    private let isShown = isatty(STDERR_FILENO) == 1

    init(frames: Int64) {
        self.frames = max(frames, 1)
    }

    func show(_ done: Int64) {
        let percent = min(100, done / max(1, frames / 100))
        guard isShown, percent != shown else { return }
        shown = percent
        StandardOutput.note("\r\(percent) %", terminator: "")
    }

    func end() {
        if shown >= 0 { StandardOutput.note("\r\u{1B}[K", terminator: "") }
    }
}
