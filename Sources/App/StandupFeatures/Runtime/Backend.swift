package import MeetingHistory
package import MeetingModel
package import Sound

/// What features call outside the application. [each function: the queue of its calls]
package protocol Backend: Sendable {
    /// The open history.
    var store: any MeetingStore { get }
    /// The wall clock's time.
    var now: Timestamp { get }

    /// The path of a recording; nil if recordings are not files.
    func path(of recording: Recording) -> String?

    /// Makes the points of a meeting again after another transcript became current, if its rules are to do that.
    func transcriptChanged(of meeting: Meeting.ID)

    /// For whom the deletion of an item would be; nil if it is not shared with the team.
    func deletionReach(of item: DeletedItem) -> DeletionReach?

    /// What each destination of a meeting's minutes would get; there is at least one.
    func postPreviews(of meeting: Meeting.ID) -> Result<[PostPreview], TaskProblem>

    /// The recognizers that can transcribe a meeting again, and the usual one for its language.
    func transcriptionOffer(for language: String) -> TranscriptionOffer

    /// The models that are installed or can be installed, and the choice.
    func speechModels() throws(TaskProblem) -> SpeechModelShelf

    /// Chooses the recognizer of the following meetings; nil for the best that is installed.
    func chooseRecognizer(_ recognizer: String?) throws(TaskProblem)

    func removeModel(_ model: String) throws(TaskProblem)

    func exportOffer() -> ExportOffer

    /// The path with its last part completed to the folder that it begins; unchanged if there is none.
    func completion(of path: String) -> String

    /// Reads the waveform of a sound file, which takes a moment; nil if it cannot be read.
    func waveform(of path: String) -> Waveform?

    /// Finds a folder with its entries, or a file, by its path in a folder; nil is the folder of the last import.
    func find(_ path: String?, in folder: String) -> Result<FoundPath, FolderProblem>

    func inspect(_ path: String) -> Result<ImportCandidate, TaskProblem>

    /// Creates a link to a standup's pages, and starts the web server if none runs.
    func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem>

    /// The invitations to a standup's pages that have not ended.
    func invitations(to standup: Standup.ID) -> Result<[ListedInvitation], InvitationProblem>

    /// Revokes an invitation, and signs out the browsers that opened it; nothing happens if it has ended.
    func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem>
}

struct ApplicationBackend: Backend {
    let dependencies: ApplicationDependencies
    let store: any MeetingStore
    let now: Timestamp

    func path(of recording: Recording) -> String? { dependencies.library.path(of: recording) }

    func transcriptChanged(of meeting: Meeting.ID) { dependencies.library.transcriptChanged(of: meeting) }

    func deletionReach(of item: DeletedItem) -> DeletionReach? { dependencies.library.deletionReach(of: item) }

    func postPreviews(of meeting: Meeting.ID) -> Result<[PostPreview], TaskProblem> {
        Result { () throws(TaskProblem) in try dependencies.previewer.previews(of: meeting, in: store) }
    }

    func transcriptionOffer(for language: String) -> TranscriptionOffer {
        dependencies.recognizers.offer(for: language)
    }

    func speechModels() throws(TaskProblem) -> SpeechModelShelf { try dependencies.models.shelf() }

    func chooseRecognizer(_ recognizer: String?) throws(TaskProblem) { try dependencies.models.choose(recognizer) }

    func removeModel(_ model: String) throws(TaskProblem) { try dependencies.models.remove(model) }

    func exportOffer() -> ExportOffer {
        ExportOffer(
            formats: dependencies.exporter.formats, folder: dependencies.exporter.folder,
            memory: dependencies.preferences.value(.export))
    }

    func completion(of path: String) -> String { dependencies.exporter.completion(of: path) }

    func waveform(of path: String) -> Waveform? {
        // The recording may be played next.
        dependencies.player.prepare()
        return dependencies.player.waveform(of: path)
    }

    func find(_ path: String?, in folder: String) -> Result<FoundPath, FolderProblem> {
        let folders = dependencies.folders
        let last = path ?? dependencies.preferences.value(.importFolder)
        let found = Result { () throws(FolderProblem) in try folders.find(last ?? folders.start, in: folder) }
        guard path == nil, case .failure = found else { return found }
        return Result { () throws(FolderProblem) in try folders.find(folders.start, in: folder) }
    }

    func inspect(_ path: String) -> Result<ImportCandidate, TaskProblem> {
        let result = Result { () throws(TaskProblem) in try dependencies.inspector.inspect(path) }
        if case .success = result, let folder = FilePath.parent(of: path) {
            dependencies.preferences.keep(folder, for: .importFolder)
        }
        return result
    }

    func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem> {
        dependencies.inviter.invite(request)
    }

    func invitations(to standup: Standup.ID) -> Result<[ListedInvitation], InvitationProblem> {
        dependencies.inviter.invitations(to: standup, history: store)
    }

    func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem> {
        dependencies.inviter.revoke(invitation)
    }
}
