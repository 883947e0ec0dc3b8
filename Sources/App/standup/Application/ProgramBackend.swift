import MeetingEngine
import MeetingHistory
import MeetingModel
import Presentation
import Sound
import StandupFeatures

/// The backend of the program.
struct ProgramBackend: Backend {
    let composition: Composition
    let library: DataFolderLibrary
    let player: RecordingFilePlayer
    let recognizers: InstalledRecognizers
    let preferences: any Preferences
    let store: any MeetingStore
    let now: Timestamp
    let noting: UndoHistory.Note

    private var models: InstalledModels { InstalledModels(composition: composition) }
    private var inviter: WebInviter { WebInviter(folder: composition.folder) }

    var folders: any FolderReader { HomeFolders() }
    var exportFormats: [OfferedFormat] { ApplicationExporter.formats }

    func meeting(_ id: Meeting.ID, version: Int?) throws(HistoryError) -> LoadedMeeting? {
        try LoadedMeeting.read(id, version: version, in: store, path: library.path(of:))
    }

    func note(_ done: UndoHistory.Entry) { noting(done) }

    func keep(_ meeting: Meeting.ID) throws(HistoryError) { try library.keep(meeting) }

    func completeInterrupted() throws(HistoryError) { try library.completeInterrupted() }

    func transcriptChanged(of meeting: Meeting.ID) { library.transcriptChanged(of: meeting) }

    func deletionReach(of item: DeletedItem) -> DeletionReach? { library.deletionReach(of: item) }

    func postPreviews(of meeting: Meeting.ID) -> Result<[PostPreview], TaskProblem> {
        Result { () throws(TaskProblem) in
            try ApplicationTasks(composition: composition).previews(of: meeting, in: store)
        }
    }

    func transcriptionOffer(for language: String) -> TranscriptionOffer { recognizers.offer(for: language) }

    func termList(for language: String) -> TermListSummary? {
        (try? TermList(for: language, composition.configuration))?.summary
    }

    func speechModels() throws(TaskProblem) -> SpeechModelShelf { try models.shelf() }

    func chooseRecognizer(_ recognizer: String?) throws(TaskProblem) { try models.choose(recognizer) }

    func removeModel(_ model: String) throws(TaskProblem) { try models.remove(model) }

    func completion(of path: String) -> String { ApplicationExporter.completion(of: path) }

    func waveform(of path: String) -> Waveform? {
        // The recording may be played next.
        player.prepare()
        return player.waveform(of: path)
    }

    func likelySpeakers(of utterance: Utterance, in meeting: Meeting) -> [Attendee.ID] {
        guard let path = meeting.recording.flatMap(library.path(of:)) else { return [] }
        let found = try? store.likelySpeakers(
            of: utterance, in: meeting, recording: StoredRecording(path: path), by: Composition.voiceRecognition)
        return found ?? []
    }

    func inspect(_ path: String) throws(TaskProblem) -> ImportCandidate { try ApplicationImporter.inspect(path) }

    func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem> { inviter.invite(request) }

    func invitations(to standup: Standup.ID) -> Result<[ListedInvitation], InvitationProblem> {
        inviter.invitations(to: standup, history: store)
    }

    func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem> { inviter.revoke(invitation) }
}
