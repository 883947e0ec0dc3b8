import MeetingHistory
import MeetingModel
import MeetingSocket
import StandupHistory

/// Compares the history's rows with the files in the data folder, and repairs what it can.
struct DataDoctor {
    private let composition: Composition

    init(_ composition: Composition) {
        self.composition = composition
    }

    private var folder: DataFolder { composition.folder }

    var path: String { folder.path }

    /// The findings, and the repairs for findings in rows.
    struct Diagnosis {
        var findings: [DataFinding] = []
        var rows: [HistoryFinding] = []
        /// A summary of the contents for the case that nothing is wrong.
        var summary = "nothing is kept yet"
    }

    /// Changes nothing except what every command does: it completes the meetings and deletions of programs that
    /// crashed.
    func examine() throws -> Diagnosis {
        var diagnosis = Diagnosis()
        guard DataFolder.exists(folder.path) else { return diagnosis }
        // A folder that is not a data folder has nothing to examine.
        do { try folder.checkOwnership() } catch { return diagnosis }
        try examineContents(&diagnosis)
        // Opening the history has removed what programs that crashed have left.
        diagnosis.findings.insert(contentsOf: FolderCheck.findings(in: folder), at: 0)
        return diagnosis
    }

    private func examineContents(_ diagnosis: inout Diagnosis) throws {
        // Do not open targets of symbolic links.
        let own = [folder.databasePath, folder.recordingsPath, folder.livePath]
        guard !own.contains(where: DataFolder.isLink), DataFolder.kindOfObstacle(at: folder.databasePath) == nil else {
            return
        }
        let hasRecordings = DataFolder.names(in: folder.recordingsPath).contains(where: DataFolder.isOwnRecording)
        guard folder.hasHistory || hasRecordings else { return }
        do throws(HistoryError) {
            try examineHistory(&diagnosis)
        } catch {
            diagnosis.findings.append(finding(error))
        }
    }

    private func examineHistory(_ diagnosis: inout Diagnosis) throws(HistoryError) {
        let store: SQLiteMeetingStore
        do {
            _ = try composition.openHistory()
            store = try SQLiteMeetingStore(path: folder.databasePath)
        } catch let error as HistoryError {
            throw error
        } catch {
            throw HistoryError.cannotWrite(path: folder.path, reason: Failure(error).message)
        }
        if let damage = try store.damage() { throw .unreadable(path: folder.databasePath, reason: damage) }
        diagnosis.rows = try store.findings()
        diagnosis.findings += diagnosis.rows.enumerated().map { index, finding in
            DataFinding(
                kind: .rows, path: folder.databasePath, problem: finding.problem, repair: .rows(index),
                advice: finding.repair)
        }
        if try !store.finishErasure() {
            diagnosis.findings.append(
                DataFinding(
                    kind: .history, path: folder.databasePath,
                    problem: "deleted words are still in the file, because another program reads it",
                    advice: "close that program; the next command erases them"))
        }
        if diagnosis.rows.isEmpty { diagnosis.findings += unreadableMeetings(in: store) }
        let rows = try store.recordingRows()
        diagnosis.findings += RecordingCheck(folder: folder, rows: rows).findings()
        diagnosis.summary =
            "standups: \(try store.standups().count), meetings: \(rows.count), "
            + "recordings: \(rows.count { $0.fileName != nil }), all complete and consistent"
    }

    /// Meetings that pass all rules but cannot be read.
    private func unreadableMeetings(in store: SQLiteMeetingStore) -> [DataFinding] {
        ((try? store.unreadableMeetings()) ?? []).map { id, reason in
            DataFinding(
                kind: .rows, path: folder.databasePath,
                problem: "the meeting \(id) cannot be read: \(Failure(reason).message)",
                advice: "export what you can of it, then delete it")
        }
    }

    private func finding(_ error: HistoryError) -> DataFinding {
        let path = folder.databasePath
        guard case .unreadable(_, let reason) = error else {
            return DataFinding(kind: .history, path: path, problem: error.line, advice: "nothing is changed")
        }
        return DataFinding(
            kind: .history, path: path, problem: "the history cannot be read: \(DisplayText(reason))",
            repair: .salvage,
            advice: "keeps it aside and recovers what can be read into a new one")
    }

    /// Throws if the folder is a home folder, the root or contains other files, unless the user has allowed it.
    func checkMayRepair() throws(DataFolderError) {
        guard !folder.isShared, let objection = folder.reasonNotToOwn else { return }
        throw .notAlone(path: folder.path, reason: objection)
    }

    /// Describes the foreign files in the folder; nil if there are none.
    var others: String? {
        folder.reasonNotToOwn.map { "left alone in \(DisplayText(folder.path)): \(DisplayText($0))" }
    }

    /// Repairs what it can, and returns the repaired findings.
    ///
    /// Prints a note for each repair that fails.
    func repair(_ diagnosis: Diagnosis) throws -> [DataFinding] {
        guard let lock = try LiveLock.acquire(DataRepair.lockName, in: folder) else {
            throw Failure(.failed, "another program is mending the data in \(folder.path); wait until it is done")
        }
        defer { lock.release() }
        let repair = DataRepair(folder: folder, rows: diagnosis.rows)
        var repaired: [DataFinding] = []
        for finding in diagnosis.findings {
            guard let what = finding.repair else { continue }
            do {
                try repair.perform(what, at: finding.path)
                repaired.append(finding)
            } catch {
                StandardOutput.note("standup: note: not mended: \(Failure(error).message)")
            }
        }
        return repaired
    }
}
