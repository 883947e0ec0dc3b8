package import MeetingHistory
package import MeetingModel
package import Presentation
package import Sound
package import StandupFeatures

/// A history, and fixed answers to all other calls.
package struct FixedBackend: Backend {
    /// What a file to import contains, by its path; any other is a recording of two minutes.
    package typealias Contents = [String: Result<ImportCandidate.Content, TaskProblem>]

    package var store: any MeetingStore
    package var now: Timestamp
    package var noting: UndoHistory.Note = { _ in }
    package var preferences: any Preferences = InMemoryPreferences()
    /// Where recordings and their deletion are looked up; nil for made-up paths and `reach`.
    package var library: TemporaryLibrary?
    /// What is read of any past meeting instead of what the history has.
    package var loaded: (@Sendable (_ version: Int?) -> LoadedMeeting?)?
    package var reach: DeletionReach?
    package var previews: [PostPreview] = []
    package var transcriptionOffer = TranscriptionOffer()
    package var models = FixedModels()
    package var termList: TermListSummary?
    package var exportFormats = [OfferedFormat("md", isSound: false), OfferedFormat("wav", isSound: true)]
    package var player: (any RecordingPlayer)?
    package var waveform: Waveform?
    /// Whose voice each utterance is.
    package var likelySpeakers: [Attendee.ID] = []
    package var folders: any FolderReader = InMemoryFolders()
    package var contents: Contents = [:]
    /// The title of a recording to import; nil for the name of its file.
    package var title: String? = "Monday"
    package var inviter = FixedInviter()
    /// The answer to an invitation instead of that of `inviter`.
    package var invitation: Result<InvitationLink, InvitationProblem>?
    package var invitations: [ListedInvitation]?

    package init(_ store: any MeetingStore, now: Timestamp = Timestamp(nanosecondsSince1970: 0)) {
        self.store = store
        self.now = now
    }

    package func meeting(_ id: Meeting.ID, version: Int?) throws(HistoryError) -> LoadedMeeting? {
        if let loaded { return loaded(version) }
        return try LoadedMeeting.read(id, version: version, in: store) { recording in
            guard let library else { return "/home/ann/.local/share/standup/recordings/\(recording.fileName)" }
            return library.path(of: recording)
        }
    }

    package func note(_ done: UndoHistory.Entry) { noting(done) }

    package func keep(_ meeting: Meeting.ID) throws(HistoryError) { try store.record([.countdownSettled], in: meeting) }

    package func completeInterrupted() throws(HistoryError) { try library?.completeInterrupted() }

    package func transcriptChanged(of meeting: Meeting.ID) { library?.transcriptChanged(of: meeting) }

    package func deletionReach(of item: DeletedItem) -> DeletionReach? { library?.deletionReach(of: item) ?? reach }

    package func postPreviews(of meeting: Meeting.ID) -> Result<[PostPreview], TaskProblem> {
        previews.isEmpty ? .failure(.noDestination) : .success(previews)
    }

    package func transcriptionOffer(for language: String) -> TranscriptionOffer { transcriptionOffer }

    package func termList(for language: String) -> TermListSummary? { termList }

    package func speechModels() -> SpeechModelShelf { models.shelf() }

    package func chooseRecognizer(_ recognizer: String?) throws(TaskProblem) { try models.choose(recognizer) }

    package func removeModel(_ model: String) throws(TaskProblem) { try models.remove(model) }

    package func completion(of path: String) -> String { path + "minutes/" }

    package func waveform(of path: String) -> Waveform? {
        player?.prepare()
        return waveform ?? player?.waveform(of: path)
    }

    package func likelySpeakers(of utterance: Utterance, in meeting: Meeting) -> [Attendee.ID] { likelySpeakers }

    package func inspect(_ path: String) throws(TaskProblem) -> ImportCandidate {
        let recording = ImportCandidate.Recording(
            duration: .seconds(125), channels: 1, title: title ?? FilePath.name(of: path), date: "2026-02-03 09:30")
        return ImportCandidate(path: path, content: try (contents[path] ?? .success(.recording(recording))).get())
    }

    package func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem> {
        invitation ?? inviter.invite(request)
    }

    package func invitations(to standup: Standup.ID) -> Result<[ListedInvitation], InvitationProblem> {
        invitations.map { .success($0) } ?? inviter.invitations(to: standup)
    }

    package func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem> {
        invitations == nil ? inviter.revoke(invitation) : .success(())
    }
}
