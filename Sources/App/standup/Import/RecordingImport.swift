import ArgumentParser
import AudioDevices
import AudioFiles
import Glibc
import MeetingHistory
import MeetingModel

/// Creates a meeting's recording from a sound file, atomically.
struct RecordingImport {
    private static let partSuffix = ".part"

    private let source: RecordingSource
    private let fileName: String
    private let path: String
    private let part: String

    /// Creates an import for a meeting whose lock the caller holds.
    init(of source: RecordingSource, as id: Meeting.ID, in folder: DataFolder) throws(DataFolderError) {
        self.source = source
        fileName = DataFolder.recordingName(of: id)
        path = try folder.recordingPath(fileName)
        part = try folder.recordingPath(id.rawValue + Self.partSuffix)
        Self.removeAbandoned(in: folder)
    }

    /// Writes the recording and returns it.
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
            guard rename(part, path) == 0 else {
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

    /// Deletes the partial files of imports that were killed.
    private static func removeAbandoned(in folder: DataFolder) {
        for name in DataFolder.names(in: folder.recordingsPath)
        where name.hasSuffix(partSuffix) && DataFolder.isOwnRecording(name) {
            let id = Meeting.ID(rawValue: String(name.dropLast(partSuffix.count)))
            guard let lock = try? LiveMeetingLock.acquire(id, in: folder) else { continue }
            if let path = try? folder.recordingPath(name) { unlink(path) }
            lock.release()
        }
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
