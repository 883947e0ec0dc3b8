import AudioFiles
import Glibc
import MeetingHistory
import MeetingModel
import SQLiteHistory

/// Compares what the history says of each recording with the files.
struct RecordingExamination {
    private let folder: DataFolder
    private let rows: [RecordingRow]

    /// An examination of the recordings of a folder, by the rows of its history.
    init(folder: DataFolder, rows: [RecordingRow]) {
        self.folder = folder
        self.rows = rows
    }

    /// What is wrong with them; those of meetings that run now are left alone.
    func findings() -> [DataFinding] {
        // Behind a link there are none of ours.
        guard !DataFolder.isLink(folder.recordingsPath) else { return [] }
        return rows.compactMap(finding) + filesWithoutMeeting()
    }

    // MARK: Meetings

    private func finding(_ row: RecordingRow) -> DataFinding? {
        guard let name = row.fileName, !isLive(row) else { return nil }
        do {
            let path = try folder.recordingPath(name)
            var status = stat()
            guard lstat(path, &status) == 0 else {
                return DataFinding(
                    kind: .recording, path: path, problem: "the recording of \(Self.name(of: row)) is not there",
                    mending: .noRecording(row.meeting), advice: "notes that the meeting has none")
            }
            let file = try WAVRecording.examine(path: path)
            var problems: [String] = []
            if file.mended { problems.append("its header is wrong") }
            if file.frames != row.frames || Int64(file.sampleRate) != row.sampleRate {
                problems.append(
                    "\(file.frames) frames at \(file.sampleRate) Hz are there, the history says \(row.frames) "
                        + "at \(row.sampleRate) Hz")
            }
            guard !problems.isEmpty else { return nil }
            let recording = Recording(fileName: name, sampleRate: file.sampleRate, frames: file.frames)
            return DataFinding(
                kind: .recording, path: path,
                problem: problems.joined(separator: "; ") + " (\(Self.name(of: row)))",
                mending: .recording(row.meeting, recording), advice: "makes both say what the file holds")
        } catch DataFolderError.unsafeName {
            return DataFinding(
                kind: .recording, path: folder.databasePath,
                problem: "the recording of \(Self.name(of: row)) is called \(DisplayText(quoting: name)), which is no "
                    + "name of ours",
                mending: .noRecording(row.meeting), advice: "notes that the meeting has none; no file is touched")
        } catch DataFolderError.link, DataFolderError.notAFile {
            // It is a finding of its own.
            return nil
        } catch {
            return DataFinding(
                kind: .recording, path: folder.recordingsPath + "/" + name,
                problem: "the recording of \(Self.name(of: row)) cannot be read: \(Failure(error).message)",
                advice: "keep it for somebody who can save it, or delete the meeting")
        }
    }

    private func isLive(_ row: RecordingRow) -> Bool {
        row.isLive && LiveMeetingLock.isHeld(row.meeting, in: folder)
    }

    private static func name(of row: RecordingRow) -> String {
        "\(DisplayText(quoting: row.title)) of \(LocalTime(row.startedAt).minute)"
    }

    // MARK: Files

    private func filesWithoutMeeting() -> [DataFinding] {
        let known = Set(rows.compactMap(\.fileName))
        let meetings = Dictionary(rows.map { ($0.meeting.rawValue, $0) }) { first, _ in first }
        return DataFolder.names(in: folder.recordingsPath)
            .filter { DataFolder.isOwnRecording($0) && $0.hasSuffix(".wav") && !known.contains($0) }
            .compactMap { name in finding(file: name, meetings: meetings) }
    }

    private func finding(file name: String, meetings: [String: RecordingRow]) -> DataFinding? {
        let stem = String(name.dropLast(".wav".count))
        guard !LiveMeetingLock.isHeld(Meeting.ID(rawValue: stem), in: folder) else { return nil }
        let path = folder.recordingsPath + "/" + name
        do {
            let file = try WAVRecording.examine(path: folder.recordingPath(name))
            let recording = Recording(fileName: name, sampleRate: file.sampleRate, frames: file.frames)
            guard recording.frames > 0 else {
                return DataFinding(
                    kind: .recording, path: path, problem: "no meeting's, and it holds no sound", mending: .removal,
                    advice: "removes it")
            }
            let length = recording.duration.clockText()
            // It has its meeting's name, and nothing that is there has taken its place.
            if let row = meetings[stem], row.fileName.flatMap({ try? folder.recordingPath($0) }) == nil {
                return DataFinding(
                    kind: .recording, path: path,
                    problem: "\(length) of \(Self.name(of: row)), of which the history does not say so",
                    mending: .recording(row.meeting, recording), advice: "gives it back to the meeting")
            }
            return DataFinding(
                kind: .recording, path: path, problem: "\(length) of sound of no meeting",
                mending: .newMeeting(recording), advice: "brings it in as a meeting of its date and length")
        } catch DataFolderError.link, DataFolderError.notAFile {
            return nil
        } catch {
            return DataFinding(
                kind: .file, path: path, problem: "no meeting's, and no recording that can be read",
                advice: "move it elsewhere")
        }
    }
}
