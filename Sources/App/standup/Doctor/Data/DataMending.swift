import AudioFiles
import Glibc
import MeetingHistory
import MeetingImport
import MeetingModel
import MeetingTiming
import SQLiteHistory

/// Makes right what is wrong in the data folder.
struct DataMending {
    /// The lock that is held meanwhile: two programs that mend at once would undo each other's work.
    static let lockName = "mend"

    let folder: DataFolder
    /// The findings of the rows, by their place in what was found.
    let rows: [HistoryFinding]

    /// Does what a finding says.
    func perform(_ mending: DataFinding.Mending, at path: String) throws {
        switch mending {
        case .salvage: try salvage()
        case .rows(let index): try store().mend(rows[index])
        case .mode(let mode): try setMode(mode, of: path)
        case .removal:
            // Between the look and the answer to a question some program may have taken it up.
            guard FolderExamination.isLeft(path, in: folder) || isLeftSilence(path) else { return }
            guard unlink(path) == 0 || errno == ENOENT else { throw Self.cannotWrite(path) }
        case .lock(let name):
            guard FolderExamination.isLeft(path, in: folder) else { return }
            try LiveLock.acquire(name, in: folder)?.release()
        case .recording(let meeting, let recording):
            _ = try WAVRecording.mend(path: folder.recordingPath(recording.fileName))
            try store().setRecording(recording, of: meeting)
        case .noRecording(let meeting): try store().setRecording(nil, of: meeting)
        case .newMeeting(let recording): try bringIn(recording)
        }
    }

    private func store() throws -> SQLiteMeetingStore {
        try SQLiteMeetingStore(path: folder.databasePath)
    }

    /// Keeps the damaged history aside, and puts what can be read of it in its place.
    private func salvage() throws {
        try checkNothingRuns()
        let salvage = try Salvage(ofDatabaseAt: folder.databasePath)
        do {
            let today = LocalTime(Timestamp(nanosecondsSince1970: Composition.clock.nanosecondsSince1970)).date
            guard let aside = try folder.replaceHistory(with: salvage.path, on: today) else {
                throw Failure(.failed, "another program is at the history, \(folder.databasePath), try again")
            }
            StandardOutput.note("standup: note: the damaged history is kept: \(DisplayText(aside))")
            for table in salvage.tables where table.rows > 0 || table.isIncomplete {
                let rest = table.isIncomplete ? "; more could not be read" : ""
                StandardOutput.note("standup: note: \(table.name): \(table.rows) came over\(rest)")
            }
        } catch {
            salvage.discard()
            throw error
        }
    }

    /// Throws if a program holds a meeting: what it writes now would go into the damaged history.
    private func checkNothingRuns() throws {
        guard folder.lockNames.allSatisfy({ $0 == Self.lockName || !LiveLock.isHeld($0, in: folder) }) else {
            throw Failure(
                .failed,
                "the history is in use, \(folder.databasePath), end meetings and close the application first")
        }
    }

    /// Whether a file is a recording of no sound that no program writes.
    private func isLeftSilence(_ path: String) -> Bool {
        guard path.hasPrefix(folder.recordingsPath + "/"), path.hasSuffix(".wav") else { return false }
        let meeting = Meeting.ID(rawValue: String(path.dropFirst(folder.recordingsPath.count + 1).dropLast(4)))
        let file = try? WAVRecording.examine(path: path)
        return file?.frames == 0 && !LiveMeetingLock.isHeld(meeting, in: folder)
    }

    /// Sets the mode of what is at a path, unless it is a link.
    private func setMode(_ mode: UInt32, of path: String) throws {
        // O_PATH, a macro that Swift does not see: whoever may not read it may still set its mode.
        let descriptor = open(path, 0o10_000_000 | O_CLOEXEC | (path == folder.path ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw Self.cannotWrite(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFLNK, status.st_uid == geteuid(),
            chmod("/proc/self/fd/\(descriptor)", mode) == 0
        else { throw Self.cannotWrite(path) }
    }

    private static func cannotWrite(_ path: String) -> Failure {
        Failure(.cannotWrite, "cannot change, \(path) (\(systemMessage(errno))), look whose it is")
    }

    /// Makes a meeting of a recording, which stays where it is: it ended when the file was last written.
    private func bringIn(_ recording: Recording) throws {
        let store = try store()
        var status = stat()
        guard stat(try folder.recordingPath(recording.fileName), &status) == 0 else { return }
        let end = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        let stem = recording.fileName.hasSuffix(".wav") ? String(recording.fileName.dropLast(4)) : ""
        var generator = SystemRandomNumberGenerator()
        // Under its own id the next look finds its file.
        let id = stem.count == 36 ? Meeting.ID(rawValue: stem) : Meeting.ID(using: &generator)
        let standup = try store.standups().first { $0.title == Self.title } ?? Self.standup(using: &generator)
        let meeting = try Meeting(
            bringingIn: id, of: standup, title: Self.title,
            startedAt: Timestamp(nanosecondsSince1970: end - recording.duration.nanoseconds), recording: recording,
            times: nil, isToBeTranscribed: true, using: &generator)
        _ = try store.add([standup], [meeting])
    }

    /// The title of what nobody knows the title of.
    private static let title = "Recovered"

    private static func standup(using generator: inout SystemRandomNumberGenerator) -> Standup {
        let id = Standup.ID(using: &generator)
        return Standup(id: id, title: title, attendees: [Meeting.someone(of: id)])
    }
}
