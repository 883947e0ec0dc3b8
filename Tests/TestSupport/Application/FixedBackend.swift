package import MeetingHistory
package import MeetingModel
package import Sound
package import StandupFeatures
import StandupTesting

/// A history in memory, and fixed answers to all other calls.
package struct FixedBackend: Backend {
    package var store: any MeetingStore
    package var now: Timestamp
    package var reach: DeletionReach?
    package var previews: [PostPreview] = []
    package var transcriptionOffer = TranscriptionOffer()
    package var models = FixedModels()
    package var offer = ExportOffer(formats: [], folder: "/", memory: nil)
    package var waveform: Waveform?
    package var folders: any FolderReader = InMemoryFolders()
    package var inspector: any ImportInspecting = FixedInspector()
    package var invitation: Result<InvitationLink, InvitationProblem> = .failure(.notInstalled)
    package var invitations: [ListedInvitation] = []

    package init(_ store: any MeetingStore, now: Timestamp = Timestamp(nanosecondsSince1970: 0)) {
        self.store = store
        self.now = now
    }

    package func path(of recording: Recording) -> String? {
        "/home/ann/.local/share/standup/recordings/\(recording.fileName)"
    }

    package func transcriptChanged(of meeting: Meeting.ID) {}

    package func deletionReach(of item: DeletedItem) -> DeletionReach? { reach }

    package func postPreviews(of meeting: Meeting.ID) -> Result<[PostPreview], TaskProblem> { .success(previews) }

    package func transcriptionOffer(for language: String) -> TranscriptionOffer { transcriptionOffer }

    package func speechModels() -> SpeechModelShelf { models.shelf() }

    package func chooseRecognizer(_ recognizer: String?) throws(TaskProblem) { try models.choose(recognizer) }

    package func removeModel(_ model: String) throws(TaskProblem) { try models.remove(model) }

    package func exportOffer() -> ExportOffer { offer }

    package func completion(of path: String) -> String { path }

    package func waveform(of path: String) -> Waveform? { waveform }

    package func find(_ path: String?, in folder: String) -> Result<FoundPath, FolderProblem> {
        Result { () throws(FolderProblem) in try folders.find(path ?? folders.start, in: folder) }
    }

    package func inspect(_ path: String) -> Result<ImportCandidate, TaskProblem> {
        Result { () throws(TaskProblem) in try inspector.inspect(path) }
    }

    package func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem> { invitation }

    package func invitations(to standup: Standup.ID) -> Result<[ListedInvitation], InvitationProblem> {
        .success(invitations)
    }

    package func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem> { .success(()) }
}
