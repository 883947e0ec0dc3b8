public import MeetingModel

/// Where standups and meetings are kept.
///
/// Every call is atomic and is on disk when it returns. Durations are kept to the nanosecond. Calls may take as long
/// as the disk does, so an engine makes them on a queue that nothing waits for.
///
/// What is marked deleted (`setDeleted`) is in no answer but those that say so, and neither are the meetings of a
/// standup that is. [any thread]
public protocol MeetingStore: Sendable {
    // MARK: Standups

    /// All standups, in the order in which they were created.
    func standups() throws(HistoryError) -> [Standup]

    /// Inserts the standup, or replaces the one with its id; one that is marked deleted is there again.
    func save(_ standup: Standup) throws(HistoryError)

    /// Saves the standup unless somebody else has changed or deleted it since `original` was read.
    ///
    /// Without an original it is to be new. One that is kept as it is to be saved counts as saved.
    func save(_ standup: Standup, replacing original: Standup?) throws(HistoryError) -> SaveOutcome

    /// Removes a standup and its meetings from the history, those marked deleted included, for good.
    ///
    /// One that is not there is no error. Their recordings are the caller's to remove, see `PermanentDeletion`.
    func deleteStandup(_ id: Standup.ID) throws(HistoryError)

    // MARK: Meetings

    /// A page of the meetings of one standup or of all, newest first, without turns, pauses, gaps and transcript.
    ///
    /// Of two that started at the same instant the one begun last comes first. Without a limit it is all from `offset`.
    func meetings(of standup: Standup.ID?, limit: Int?, offset: Int) throws(HistoryError) -> [Meeting]

    /// A page of the meetings of one standup or of all, newest first, with all that a list of them says.
    ///
    /// It begins behind `last`, the last one of the page before; nil gives the first page.
    func listedMeetings(
        of standup: Standup.ID?, after last: ListedMeeting?, limit: Int
    ) throws(HistoryError) -> [ListedMeeting]

    /// How many meetings one standup has had, or all together.
    func meetingCount(of standup: Standup.ID?) throws(HistoryError) -> Int

    /// What a list of standups says of the meetings of each, in no order; a standup without meetings is not in it.
    func meetingSummaries() throws(HistoryError) -> [MeetingSummary]

    /// The ids of the meetings whose id starts so, in any case (of ASCII), newest first.
    func meetingIDs(startingWith prefix: String) throws(HistoryError) -> [Meeting.ID]

    /// The ids of the meetings whose state is live, those of a program that died included.
    func liveMeetings() throws(HistoryError) -> [Meeting.ID]

    /// The meetings that started before an instant and have a recording, as `meetings` lists them.
    func recordedMeetings(before instant: Timestamp) throws(HistoryError) -> [Meeting]

    /// One whole meeting, nil if there is none with this id.
    func meeting(_ id: Meeting.ID) throws(HistoryError) -> Meeting?

    /// One meeting with everything but the words of its utterances, which are most of it.
    func meetingWithoutWords(_ id: Meeting.ID) throws(HistoryError) -> Meeting?

    /// Writes the beginning of a meeting; one with the same id is replaced.
    func begin(_ meeting: Meeting) throws(HistoryError)

    /// Writes what has changed in a meeting that was begun, also in one that is marked deleted.
    ///
    /// One that is not there is an error.
    func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError)

    /// What was done to a meeting's countdown (`MeetingChange.countdownStep`), in order; none once it is settled.
    func countdownSteps(of meeting: Meeting.ID) throws(HistoryError) -> [String]

    /// The meetings that were interrupted and can be gone on with, newest first, as `meetings` lists them.
    ///
    /// Of each standup that is still there it is at most the one held last, until somebody has settled what becomes of it.
    func resumableMeetings() throws(HistoryError) -> [Meeting]

    /// Removes a meeting from the history, for good; one that is not there is no error.
    ///
    /// Its recording is the caller's to remove, see `PermanentDeletion`.
    func deleteMeeting(_ id: Meeting.ID) throws(HistoryError)

    /// What each attendee took of the latest meetings of a standup, the newest first, each in its order of attendees.
    ///
    /// Meetings that are live are left out.
    func contributions(to standup: Standup.ID, last meetings: Int) throws(HistoryError) -> [Contribution]

    /// Adds standups and whole meetings from elsewhere, all or none; those whose id is there already are left as they are.
    ///
    /// One that is marked deleted counts as not there.
    func add(_ standups: [Standup], _ meetings: [Meeting]) throws(HistoryError) -> AddedItems

    // MARK: Search

    /// What fits a request: utterances of the transcripts that are shown, titles, notes and names.
    ///
    /// What fits best comes first (BM25), among equals what is newer. A title or a name that many meetings of a standup
    /// have is one hit.
    func search(_ request: SearchRequest) throws(HistoryError) -> [SearchHit]

    /// Everybody who was to be at a meeting, under each name that the person had, in no order.
    func people() throws(HistoryError) -> [Attendee]

    // MARK: Deleting so that it can be undone

    /// Marks something deleted; false if it is not there, or is marked already.
    ///
    /// Its owner can undo it, and is to remove it for good, see `Trash`.
    @discardableResult
    func setDeleted(_ item: DeletedItem, by owner: String) throws(HistoryError) -> Bool

    /// Takes the mark away; false if there is no such thing any more.
    @discardableResult
    func undelete(_ item: DeletedItem) throws(HistoryError) -> Bool

    /// Everything that is marked deleted.
    func tombstones() throws(HistoryError) -> [Tombstone]

    /// The meetings that go if something is removed for good, those marked deleted included, as `meetings` lists them.
    func meetings(removedWith item: DeletedItem) throws(HistoryError) -> [Meeting]

    // MARK: Transcripts

    /// The transcripts of a meeting, in the order in which they were made; none if there is no such meeting.
    func transcriptVersions(of meeting: Meeting.ID) throws(HistoryError) -> [TranscriptVersion]

    /// One transcript of a meeting, in the order of `Meeting.transcript`; one that is not there is an error.
    func transcript(of meeting: Meeting.ID, version: Int) throws(HistoryError) -> [KeptUtterance]

    /// Keeps another recogniser's transcript of the whole meeting, shows it from now on, and returns its number.
    ///
    /// With it goes the draft from which it was made, if there was one.
    func addTranscript(
        _ utterances: [Utterance],
        to meeting: Meeting.ID,
        recognizer: String,
        at instant: Timestamp,
        finishing draft: String?
    ) throws(HistoryError) -> Int

    /// Makes a new transcript from one that is there, with some utterances corrected, and shows it from now on.
    ///
    /// What is added to the one that the meeting wrote while it ran, later too, is in those made from it as well. A
    /// correction of an utterance that is not in that transcript does nothing.
    ///
    /// - Returns: The new number; the one it was to be made from if nothing in that would change.
    func correctTranscript(
        of meeting: Meeting.ID,
        version: Int,
        _ corrections: [UtteranceCorrection],
        at instant: Timestamp
    ) throws(HistoryError) -> Int

    /// Shows another transcript: it is `Meeting.transcript` from now on.
    func chooseTranscript(of meeting: Meeting.ID, version: Int) throws(HistoryError)

    /// Removes a transcript for good; not the one that is shown, and not the one that a live meeting writes.
    func deleteTranscript(of meeting: Meeting.ID, version: Int) throws(HistoryError)

    // MARK: Transcripts to come

    /// Notes that a meeting is to get a transcript; one of the same draft that it is to get already stays as it is.
    ///
    /// One of another draft takes its place. A meeting that is not there is an error.
    func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError)

    /// The transcripts that meetings are still to get, in the order of the meetings' start.
    ///
    /// One that was finished (`addTranscript`) is not among them any more.
    func queuedTranscripts() throws(HistoryError) -> [QueuedTranscript]

    /// Notes that a meeting is not to get a transcript any more, and removes its draft; one that is not there is no error.
    func dequeueTranscript(_ transcript: QueuedTranscript) throws(HistoryError)

    // MARK: Drafts

    /// What is kept of a transcript that is being made, in the order of the recording; none if there is no such meeting.
    ///
    /// A draft is no transcript: it is not shown, and goes with its meeting.
    func draft(_ name: String, of meeting: Meeting.ID) throws(HistoryError) -> [DraftPart]

    /// Keeps a part of a transcript that is being made; one of the same frames is replaced.
    func keep(_ part: DraftPart, in draft: String, of meeting: Meeting.ID) throws(HistoryError)

    /// The meetings that have ended with a part of the recording that nobody has transcribed yet, newest first.
    ///
    /// A few more may be among them.
    func untranscribedMeetings() throws(HistoryError) -> [Meeting.ID]

    // MARK: Others

    /// A number that differs from the one before if another connection or process has written since then.
    ///
    /// What was written through this store itself changes nothing in it. It costs next to nothing to ask.
    func dataVersion() throws(HistoryError) -> Int64

    /// What a recogniser learned about a microphone, nil if nothing was kept under this key.
    func recognizerState(_ key: String) throws(HistoryError) -> [Float]?

    /// Keeps what a recogniser learned about a microphone.
    func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError)
}

extension MeetingStore {
    /// The meetings of one standup or of all, newest first, without turns, pauses, gaps and transcript.
    public func meetings(of standup: Standup.ID?) throws(HistoryError) -> [Meeting] {
        try meetings(of: standup, limit: nil, offset: 0)
    }

    /// Keeps another recogniser's transcript of the whole meeting, shows it from now on, and returns its number.
    public func addTranscript(
        _ utterances: [Utterance], to meeting: Meeting.ID, recognizer: String, at instant: Timestamp
    ) throws(HistoryError) -> Int {
        try addTranscript(utterances, to: meeting, recognizer: recognizer, at: instant, finishing: nil)
    }

    /// A page of the meetings of one standup or of all; one look for each meeting unless the store does it better.
    public func listedMeetings(
        of standup: Standup.ID?, after last: ListedMeeting?, limit: Int
    ) throws(HistoryError) -> [ListedMeeting] {
        let offset = last.map { Int($0.place) + 1 } ?? 0
        var listed: [ListedMeeting] = []
        for (index, part) in try meetings(of: standup, limit: limit, offset: offset).enumerated() {
            guard var meeting = try meetingWithoutWords(part.id) else { continue }
            let speech = Dictionary(
                meeting.transcript.map { ($0.attendee, $0.end - $0.start) }, uniquingKeysWith: +)
            (meeting.turns, meeting.transcript) = ([], [])
            listed.append(ListedMeeting(meeting, speech: speech, place: Int64(offset + index)))
        }
        return listed
    }

    /// One meeting with everything but the words of its utterances; takes them away unless the store does it better.
    public func meetingWithoutWords(_ id: Meeting.ID) throws(HistoryError) -> Meeting? {
        guard var meeting = try meeting(id) else { return nil }
        meeting.transcript = meeting.transcript.map(\.withoutWords)
        return meeting
    }
}

extension Utterance {
    fileprivate var withoutWords: Utterance {
        Utterance(attendee: attendee, start: start, end: end, text: text, recognizer: recognizer, words: [])
    }
}

/// What became of a standup that was to be saved.
public enum SaveOutcome: Hashable, Sendable {
    /// It is kept.
    case saved
    /// Somebody else has changed it to this meanwhile; nothing was saved.
    case changed(Standup)
    /// Somebody else has deleted it meanwhile; nothing was saved.
    case deleted
}

/// What was added to a history.
public struct AddedItems: Hashable, Sendable {
    /// The standups that were not there.
    public let standups: [Standup.ID]
    /// The meetings that were not there.
    public let meetings: [Meeting.ID]

    /// What was added.
    public init(standups: [Standup.ID], meetings: [Meeting.ID]) {
        self.standups = standups
        self.meetings = meetings
    }
}

/// The meetings of one standup in short.
public struct MeetingSummary: Hashable, Sendable {
    /// The standup.
    public let standupID: Standup.ID
    /// The title under which the newest meeting was held.
    public let lastTitle: String
    /// When the newest meeting started.
    public let lastStartedAt: Timestamp
    /// How many there are.
    public let count: Int

    /// A summary.
    public init(standupID: Standup.ID, lastTitle: String, lastStartedAt: Timestamp, count: Int) {
        self.standupID = standupID
        self.lastTitle = lastTitle
        self.lastStartedAt = lastStartedAt
        self.count = count
    }
}

extension SaveOutcome {
    /// What becomes of a standup that is to replace `original` where `kept` is.
    public init(of standup: Standup, replacing original: Standup?, where kept: Standup?) {
        self =
            if let kept {
                kept == original || kept == standup ? .saved : .changed(kept)
            } else {
                original == nil ? .saved : .deleted
            }
    }
}
