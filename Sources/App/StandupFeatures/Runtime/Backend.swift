package import MeetingHistory
package import MeetingModel
package import Presentation
package import Sound

/// What features call outside the application. [each function: the queue of its calls]
///
/// The program implements it, and tests use `FixedBackend`.
package protocol Backend: Sendable {
    /// The open history.
    var store: any MeetingStore { get }
    /// The wall clock's time.
    var now: Timestamp { get }
    var preferences: any Preferences { get }
    /// The folders of this machine, for the choice of a file.
    var folders: any FolderReader { get }
    var exportFormats: [OfferedFormat] { get }

    /// A past meeting with its current transcript or another version; nil if it is not in the history.
    func meeting(_ id: Meeting.ID, version: Int?) throws(HistoryError) -> LoadedMeeting?

    /// Notes what was done in the history, so that it can be undone until the application quits.
    func note(_ done: UndoHistory.Entry)

    /// Keeps an interrupted meeting as it is, permanently.
    ///
    /// Its audio that has not been transcribed yet is transcribed.
    func keep(_ meeting: Meeting.ID) throws(HistoryError)

    /// Completes the meetings whose process has died since the history was opened.
    func completeInterrupted() throws(HistoryError)

    /// Makes the points of a meeting again after another transcript became current, if its rules are to do that.
    func transcriptChanged(of meeting: Meeting.ID)

    /// For whom the deletion of an item would be; nil if it is not shared with the team.
    func deletionReach(of item: DeletedItem) -> DeletionReach?

    /// What each destination of a meeting's minutes would get; there is at least one.
    func postPreviews(of meeting: Meeting.ID) -> Result<[PostPreview], TaskProblem>

    /// The recognizers that can transcribe a meeting again, and the usual one for its language.
    func transcriptionOffer(for language: String) -> TranscriptionOffer

    /// The list of terms that all standups of a language share; nil if there is none.
    func termList(for language: String) -> TermListSummary?

    /// The models that are installed or can be installed, and the choice.
    func speechModels() throws(TaskProblem) -> SpeechModelShelf

    /// Chooses the recognizer of the following meetings; nil for the best that is installed.
    func chooseRecognizer(_ recognizer: String?) throws(TaskProblem)

    func removeModel(_ model: String) throws(TaskProblem)

    /// The path with its last part completed to the folder that it begins; unchanged if there is none.
    func completion(of path: String) -> String

    /// Reads the waveform of a sound file, which takes a moment; nil if it cannot be read.
    func waveform(of path: String) -> Waveform?

    /// Whose voice an utterance of a past meeting is, the most similar first; empty if no voice is known, or if it cannot be
    /// heard.
    func likelySpeakers(of utterance: Utterance, in meeting: Meeting) -> [Attendee.ID]

    /// What a file to import contains.
    func inspect(_ path: String) throws(TaskProblem) -> ImportCandidate

    /// Creates a link to a standup's pages, and starts the web server if none runs.
    func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem>

    /// The invitations to a standup's pages that have not ended.
    func invitations(to standup: Standup.ID) -> Result<[ListedInvitation], InvitationProblem>

    /// Revokes an invitation, and signs out the browsers that opened it; nothing happens if it has ended.
    func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem>
}

/// A list of terms that all standups share.
package struct TermListSummary: Hashable, Sendable {
    /// Its name or path in the configuration.
    package var name: String
    package var count: Int

    package init(name: String, count: Int) {
        (self.name, self.count) = (name, count)
    }
}

extension Backend {
    /// Changes a standup, if it is there; tries again if another process changes it in the meantime.
    func change(_ standup: Standup.ID, by change: (inout Standup) -> Void) throws(HistoryError) {
        while let kept = try store.standups().first(where: { $0.id == standup }) {
            var changed = kept
            change(&changed)
            guard changed != kept else { return }
            if try store.save(changed, replacing: kept) == .saved { return }
        }
    }

    func exportOffer() -> ExportOffer {
        ExportOffer(formats: exportFormats, folder: folders.start, memory: preferences.value(.export))
    }

    /// Finds a folder with its entries, or a file, by its path in a folder; nil is the folder of the last import.
    func find(_ path: String?, in folder: String) -> Result<FoundPath, FolderProblem> {
        let last = path ?? preferences.value(.importFolder)
        let found = Result { () throws(FolderProblem) in try folders.find(last ?? folders.start, in: folder) }
        guard path == nil, case .failure = found else { return found }
        return Result { () throws(FolderProblem) in try folders.find(folders.start, in: folder) }
    }

    /// Inspects a file, and begins the next import in its folder.
    func chooseForImport(_ path: String) -> Result<ImportCandidate, TaskProblem> {
        let result = Result { () throws(TaskProblem) in try inspect(path) }
        if case .success = result, let folder = FilePath.parent(of: path) {
            preferences.keep(folder, for: .importFolder)
        }
        return result
    }
}
