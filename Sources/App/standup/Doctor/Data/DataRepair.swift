import Glibc
import MeetingHistory
import MeetingModel
import Sound
import StandupHistory

struct DataRepair {
    /// The lock during repairs: two concurrent repairs would undo each other's work.
    static let lockName = "mend"

    let folder: DataFolder
    /// The findings in rows, by their index.
    let rows: [HistoryFinding]

    func perform(_ repair: DataFinding.Repair, at path: String) throws {
        switch repair {
        case .salvage: try salvage()
        case .rows(let index): try store().repair(rows[index])
        case .mode(let mode): try setMode(mode, of: path)
        case .removal:
            // A program may have started to use the file since the check.
            guard FolderCheck.isLeft(path, in: folder) || isLeftSilence(path) else { return }
            guard unlink(path) == 0 || errno == ENOENT else { throw Self.cannotWrite(path) }
        case .lock(let name):
            guard FolderCheck.isLeft(path, in: folder) else { return }
            try LiveLock.acquire(name, in: folder)?.release()
        case .recording(let meeting, let recording):
            let path = try folder.recordingPath(recording.fileName)
            _ = try WAVRecording.repair(path: path)
            // One that came back from the trash counts as new: `keep-audio-days` leaves it alone for as long.
            if try store().meeting(meeting)?.recording == nil { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }
            try store().setRecording(recording, of: meeting)
        case .noRecording(let meeting): try store().setRecording(nil, of: meeting)
        case .newMeeting(let recording): try importRecording(recording)
        }
    }

    private func store() throws -> SQLiteMeetingStore {
        try SQLiteMeetingStore(path: folder.databasePath)
    }

    /// Moves the damaged history aside, and creates a new one from its readable rows.
    private func salvage() throws {
        try checkNothingRuns()
        let salvage = try Salvage(ofDatabaseAt: folder.databasePath)
        do {
            let today = LocalTime(Timestamp.now).date
            guard let aside = try folder.replaceHistory(with: salvage.path, on: today) else {
                throw Failure(.failed, "another program is using the history \(folder.databasePath); try again")
            }
            StandardOutput.note("standup: note: the damaged history is kept: \(DisplayText(aside))")
            for table in salvage.tables where table.rows > 0 || table.isIncomplete {
                let rest = table.isIncomplete ? "; more could not be read" : ""
                StandardOutput.note("standup: note: \(table.name): \(table.rows) recovered\(rest)")
            }
        } catch {
            salvage.discard()
            throw error
        }
    }

    /// Throws if a meeting is running: its next writes would go to the damaged history.
    private func checkNothingRuns() throws {
        guard folder.lockNames.allSatisfy({ $0 == Self.lockName || !LiveLock.isHeld($0, in: folder) }) else {
            throw Failure(
                .failed,
                "the history \(folder.databasePath) is in use; end meetings, and close the application and the web "
                    + "server first")
        }
    }

    /// Whether a file is an empty recording that no program is writing.
    private func isLeftSilence(_ path: String) -> Bool {
        guard path.hasPrefix(folder.recordingsPath + "/"), path.hasSuffix(".wav") else { return false }
        let meeting = Meeting.ID(rawValue: String(path.dropFirst(folder.recordingsPath.count + 1).dropLast(4)))
        let file = try? WAVRecording.examine(path: path)
        return file?.frames == 0 && !LiveMeetingLock.isHeld(meeting, in: folder)
    }

    /// Sets the mode of the file at a path, unless it is a symbolic link.
    private func setMode(_ mode: UInt32, of path: String) throws {
        // `O_PATH`, a macro that Swift does not import, also opens files that the user may not read.
        let descriptor = open(path, 0o10_000_000 | O_CLOEXEC | (path == folder.path ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw Self.cannotWrite(path) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor), status.kind != .link, status.owner == geteuid(),
            chmod("/proc/self/fd/\(descriptor)", mode) == 0
        else { throw Self.cannotWrite(path) }
    }

    private static func cannotWrite(_ path: String) -> Failure {
        Failure(.cannotWrite, "cannot change \(path) (\(systemMessage(errno))); check its owner")
    }

    /// Creates a meeting for a recording, which stays in place; its end is the file's modification time.
    private func importRecording(_ recording: Recording) throws {
        let store = try store()
        guard let end = FileStatus(try folder.recordingPath(recording.fileName))?.modified else { return }
        let stem = recording.fileName.hasSuffix(".wav") ? String(recording.fileName.dropLast(4)) : ""
        var generator = SystemRandomNumberGenerator()
        // With its own id as the meeting's id, the next check finds the file.
        let id = stem.count == 36 ? Meeting.ID(rawValue: stem) : Meeting.ID(using: &generator)
        let standup = try store.standups().first { $0.title == Self.title } ?? Self.standup(using: &generator)
        let meeting = try Meeting(
            importing: id, of: standup, title: Self.title,
            startedAt: end - recording.duration, recording: recording,
            times: nil, isToBeTranscribed: true, using: &generator)
        _ = try store.add([standup], [meeting])
    }

    /// The title for meetings whose title is lost.
    private static let title = "Recovered"

    private static func standup(using generator: inout SystemRandomNumberGenerator) -> Standup {
        let id = Standup.ID(using: &generator)
        return Standup(id: id, title: title, attendees: [Meeting.someone(of: id)])
    }
}
