import MeetingHistory
import MeetingModel
import SQLiteHistory

/// Checks every row against every file of the data folder, and mends what can be mended.
struct DataDoctor {
    private let composition: Composition

    /// A doctor for the data folder that a command names.
    init(_ composition: Composition) {
        self.composition = composition
    }

    private var folder: DataFolder { composition.folder }

    /// The data folder.
    var path: String { folder.path }

    /// What was found, and what makes the findings of rows right.
    struct Diagnosis {
        var findings: [DataFinding] = []
        var rows: [HistoryFinding] = []
        /// What there is, in words, if nothing is wrong.
        var summary = "nothing is kept yet"
    }

    /// Looks at everything; nothing is changed but what each command brings to its end: meetings and deletions of
    /// programs that died.
    func examine() throws -> Diagnosis {
        var diagnosis = Diagnosis()
        guard DataFolder.isThere(folder.path) else { return diagnosis }
        // A folder that is not ours holds nothing of ours either.
        do { try folder.checkOwnership() } catch { return diagnosis }
        diagnosis.findings = FolderExamination.findings(in: folder)
        // What lies behind a link is not ours to open.
        let own = [folder.databasePath, folder.recordingsPath, folder.livePath]
        guard !own.contains(where: DataFolder.isLink), DataFolder.kindOfObstacle(at: folder.databasePath) == nil else {
            return diagnosis
        }
        let hasRecordings = DataFolder.names(in: folder.recordingsPath).contains(where: DataFolder.isOwnRecording)
        guard folder.hasHistory || hasRecordings else { return diagnosis }
        do throws(HistoryError) {
            try examineHistory(&diagnosis)
        } catch {
            diagnosis.findings.append(finding(error))
        }
        return diagnosis
    }

    private func examineHistory(_ diagnosis: inout Diagnosis) throws(HistoryError) {
        let store: SQLiteMeetingStore
        do {
            _ = try composition.openHistory()
            store = try SQLiteMeetingStore(path: folder.databasePath)
        } catch let error as HistoryError {
            throw error
        } catch {
            throw HistoryError.cannotWrite(path: folder.path, reason: "\(error)")
        }
        if let damage = try store.damage() { throw .unreadable(path: folder.databasePath, reason: damage) }
        diagnosis.rows = try store.findings()
        diagnosis.findings += diagnosis.rows.enumerated().map { index, finding in
            DataFinding(
                kind: .rows, path: folder.databasePath, problem: finding.problem, mending: .rows(index),
                advice: finding.mend)
        }
        if try !store.finishErasure() {
            diagnosis.findings.append(
                DataFinding(
                    kind: .history, path: folder.databasePath,
                    problem: "what was deleted is still in the file, as another program reads it",
                    advice: "close that program; each command erases it then"))
        }
        if diagnosis.rows.isEmpty { diagnosis.findings += unreadableMeetings(in: store) }
        let rows = try store.recordingRows()
        diagnosis.findings += RecordingExamination(folder: folder, rows: rows).findings()
        diagnosis.summary =
            "standups: \(try store.standups().count), meetings: \(rows.count), "
            + "recordings: \(rows.count { $0.fileName != nil }), all whole and fitting each other"
    }

    /// Meetings that no rule finds wrong, and that still cannot be read.
    private func unreadableMeetings(in store: SQLiteMeetingStore) -> [DataFinding] {
        ((try? store.unreadableMeetings()) ?? []).map { id, reason in
            DataFinding(
                kind: .rows, path: folder.databasePath,
                problem: "the meeting \(id) cannot be read: \(Failure(reason).message)",
                advice: "export what can be exported of it, and delete it")
        }
    }

    private func finding(_ error: HistoryError) -> DataFinding {
        let path = folder.databasePath
        guard case .unreadable(_, let reason) = error else {
            return DataFinding(kind: .history, path: path, problem: error.description, advice: "nothing is changed")
        }
        return DataFinding(
            kind: .history, path: path, problem: "the history is damaged: \(DisplayText(reason))", mending: .salvage,
            advice: "keeps it aside, and brings what can be read of it over into a new one")
    }

    /// Throws if the folder is a home folder or the root, or holds other things, unless the user has said that it may.
    func checkMayMend() throws(DataFolderError) {
        guard !folder.isShared, let objection = folder.objection else { return }
        throw .notAlone(path: folder.path, reason: objection)
    }

    /// What is in the folder and is not ours, in words; nil if nothing is.
    var others: String? { folder.objection.map { "left alone in \(DisplayText(folder.path)): \(DisplayText($0))" } }

    /// Mends what can be mended; what went wrong with a finding becomes its problem.
    func mend(_ diagnosis: Diagnosis) throws -> [DataFinding] {
        guard let lock = try LiveLock.acquire(DataMending.lockName, in: folder) else {
            throw Failure(.failed, "another program mends the data, \(folder.path), wait for its end")
        }
        defer { lock.release() }
        let mending = DataMending(folder: folder, rows: diagnosis.rows)
        var mended: [DataFinding] = []
        for finding in diagnosis.findings {
            guard let what = finding.mending else { continue }
            do {
                try mending.perform(what, at: finding.path)
                mended.append(finding)
            } catch {
                StandardOutput.note("standup: note: not mended: \(Failure(error).message)")
            }
        }
        return mended
    }
}
