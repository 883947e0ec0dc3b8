import Glibc
import MeetingHistory
import MeetingModel
import Sound
import StandupHistory

/// Compares the history's rows about recordings with the files.
struct RecordingCheck {
    private let folder: DataFolder
    private let rows: [RecordingRow]

    init(folder: DataFolder, rows: [RecordingRow]) {
        self.folder = folder
        self.rows = rows
    }

    /// The problems of recordings, except those of running meetings.
    func findings() -> [DataFinding] {
        // The target of a symbolic link is not the program's folder.
        guard !DataFolder.isLink(folder.recordingsPath) else { return [] }
        return rows.compactMap(finding) + filesWithoutMeeting()
    }

    // MARK: Meetings

    private func finding(_ row: RecordingRow) -> DataFinding? {
        guard let name = row.fileName, !isLive(row) else { return nil }
        do {
            let path = try folder.recordingPath(name)
            guard FileStatus(path, followingLinks: false) != nil else {
                return DataFinding(
                    kind: .recording, path: path, problem: "the recording of \(Self.name(of: row)) is missing",
                    repair: .noRecording(row.meeting), advice: "marks the meeting as not recorded")
            }
            let file = try WAVRecording.examine(path: path)
            var problems: [String] = []
            if file.headerWasWrong { problems.append("its header is wrong") }
            if file.frames != row.frames || Int64(file.sampleRate) != row.sampleRate {
                problems.append(
                    "\(file.frames) frames at \(file.sampleRate) Hz, but the history says \(row.frames) "
                        + "at \(row.sampleRate) Hz")
            }
            let channels = min(file.channels, 2)
            if channels != row.channels {
                problems.append("the number of channels is \(channels), but the history says \(row.channels)")
            }
            guard !problems.isEmpty else { return nil }
            let recording = Recording(
                fileName: name, sampleRate: file.sampleRate, frames: file.frames, channels: channels)
            return DataFinding(
                kind: .recording, path: path,
                problem: problems.joined(separator: "; ") + " (\(Self.name(of: row)))",
                repair: .recording(row.meeting, recording), advice: "corrects the header and the history")
        } catch DataFolderError.unsafeName {
            return DataFinding(
                kind: .recording, path: folder.databasePath,
                problem: "the recording of \(Self.name(of: row)) is called \(DisplayText(quoting: name)), which is "
                    + "not a name that standup gives",
                repair: .noRecording(row.meeting), advice: "marks the meeting as not recorded; no file is touched")
        } catch DataFolderError.link, DataFolderError.notAFile {
            // A separate finding covers this case.
            return nil
        } catch {
            return DataFinding(
                kind: .recording, path: folder.recordingsPath + "/" + name,
                problem: "the recording of \(Self.name(of: row)) cannot be read: \(Failure(error).message)",
                advice: "keep it for recovery, or delete the meeting")
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
            let recording = Recording(
                fileName: name, sampleRate: file.sampleRate, frames: file.frames,
                channels: min(file.channels, 2))
            guard recording.frames > 0 else {
                return DataFinding(
                    kind: .recording, path: path, problem: "belongs to no meeting and holds no sound",
                    repair: .removal,
                    advice: "removes it")
            }
            let length = recording.duration.clockText()
            // The file has its meeting's name, and no other file has replaced it.
            if let row = meetings[stem], row.fileName.flatMap({ try? folder.recordingPath($0) }) == nil {
                return DataFinding(
                    kind: .recording, path: path,
                    problem: "\(length) of \(Self.name(of: row)), unknown to the history",
                    repair: .recording(row.meeting, recording), advice: "returns it to the meeting")
            }
            return DataFinding(
                kind: .recording, path: path, problem: "\(length) of sound without a meeting",
                repair: .newMeeting(recording), advice: "imports it as a meeting of its date and length")
        } catch DataFolderError.link, DataFolderError.notAFile {
            return nil
        } catch {
            return DataFinding(
                kind: .file, path: path, problem: "belongs to no meeting and cannot be read",
                advice: "move it elsewhere")
        }
    }
}
