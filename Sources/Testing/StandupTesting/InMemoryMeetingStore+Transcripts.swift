package import MeetingHistory
package import MeetingModel

extension InMemoryMeetingStore {
    /// The transcripts of a meeting, in the order of their creation; empty if there is no such meeting.
    package func transcriptVersions(of meeting: Meeting.ID) -> [TranscriptVersion] {
        read { contents in
            guard let kept = contents.meetings.first(where: { $0.meeting.id == meeting && contents.isVisible($0) })
            else { return [] }
            return kept.transcripts.filter { kept.deletedTranscripts[$0.number] == nil }.map { transcript in
                TranscriptVersion(
                    number: transcript.number,
                    createdAt: transcript.createdAt ?? kept.meeting.startedAt,
                    origin: transcript.origin,
                    isCurrent: transcript.number == kept.current
                )
            }
        }
    }

    /// The utterances of one transcript, in the order of `Meeting.transcript`.
    package func transcript(of meeting: Meeting.ID, version: Int) throws(HistoryError) -> [NumberedUtterance] {
        let kept = read { contents in
            contents.meetings.first { $0.meeting.id == meeting && contents.isVisible($0) }
        }
        guard let kept else { throw .noMeeting(meeting) }
        return kept.transcripts[try kept.index(of: version)].utterances
    }

    /// Stores a recognizer's transcript of a whole meeting and makes it current.
    package func addTranscript(
        _ utterances: [Utterance],
        to meeting: Meeting.ID,
        recognizer: String,
        at instant: Timestamp,
        finishing draft: String?
    ) throws(HistoryError) -> Int {
        try change(meeting) { kept in
            if let draft { kept.removeDraft(draft) }
            kept.add(origin: .recognizer(recognizer), followsLive: false, at: instant)
            let number = kept.current
            for utterance in utterances { kept.insert(utterance) { $0.number == number } }
            return number
        }
    }

    /// Copies a transcript, corrects some utterances, and makes the copy current.
    package func correctTranscript(
        of meeting: Meeting.ID,
        version: Int,
        _ corrections: [UtteranceCorrection],
        at instant: Timestamp
    ) throws(HistoryError) -> Int {
        try change(meeting) { kept throws(HistoryError) in
            let base = kept.transcripts[try kept.index(of: version)]
            let corrected = base.utterances.corrected(by: corrections)
            guard corrected != base.utterances else { return version }
            kept.add(origin: .correction(of: version), followsLive: base.followsLive, at: instant)
            kept.transcripts[kept.transcripts.count - 1].utterances = corrected
            return kept.current
        }
    }

    /// Makes a transcript current, with the points by hand.
    package func chooseTranscript(
        of meeting: Meeting.ID, version: Int, at instant: Timestamp
    ) throws(HistoryError) {
        try change(meeting) { kept throws(HistoryError) in
            _ = try kept.index(of: version)
            kept.current = version
            kept.showPoints()
            kept.points.takeAlongPointsByHand(at: instant)
        }
    }

    /// Deletes a transcript permanently; fails for the current one and for the live one of a running meeting.
    package func deleteTranscript(of meeting: Meeting.ID, version: Int) throws(HistoryError) {
        try change(meeting) { kept throws(HistoryError) in
            guard let index = kept.transcripts.firstIndex(where: { $0.number == version }) else {
                throw .noTranscript(meeting, version: version)
            }
            try kept.checkNotInUse(version)
            kept.transcripts.remove(at: index)
            kept.deletedTranscripts[version] = nil
            kept.points.removeWords(of: version)
            kept.showPoints()
        }
    }

    func change<T>(
        _ meeting: Meeting.ID,
        _ change: (inout StoredMeeting) throws(HistoryError) -> T
    ) throws(HistoryError) -> T {
        try write { contents throws(HistoryError) in
            let index = contents.meetings.firstIndex { $0.meeting.id == meeting && contents.isVisible($0) }
            guard let index else { throw .noMeeting(meeting) }
            return try change(&contents.meetings[index])
        }
    }
}

/// A stored meeting with its transcripts.
struct StoredMeeting {
    struct Transcript {
        let number: Int
        /// Nil for the live transcript.
        let createdAt: Timestamp?
        let origin: TranscriptVersion.Origin
        let followsLive: Bool
        var utterances: [NumberedUtterance] = []
    }

    /// The meeting without its transcript.
    var meeting: Meeting
    var deletedBy: String?
    /// The number of the current transcript.
    var current = 1
    var transcripts = [Transcript(number: 1, createdAt: nil, origin: .live, followsLive: true)]
    /// The owners of the deletion marks of transcripts, by number.
    var deletedTranscripts: [Int: String] = [:]
    /// The drafts by name.
    var drafts: [String: [DraftPart]] = [:]
    /// The draft of the queued transcript.
    var queuedDraft: String?
    /// The steps of the countdown; empty once it is settled.
    var countdownSteps: [String] = []
    /// The versions of its points.
    var points = StoredPoints()
    /// The postings of its minutes, by destination.
    var posts: [String: MinutesPost] = [:]
    private var lastNumber = 1
    private var lastUtterance: Int64 = 0

    init(_ meeting: Meeting) {
        self.meeting = meeting
        self.meeting.transcript = []
        self.meeting.points = []
        self.meeting.updates = meeting.updates.sorted(by: meeting.attendees.map(\.id))
        if let first = meeting.points.first {
            _ = points.add(meeting.points.withLiveTranscript, by: first.maker, from: nil, at: meeting.startedAt)
        }
        for utterance in meeting.transcript { insert(utterance) { $0.followsLive } }
    }

    /// The meeting with its current transcript.
    var whole: Meeting {
        var whole = meeting
        whole.transcript = transcripts.first { $0.number == current }?.utterances.map(\.utterance) ?? []
        whole.points = points[points.current]
        return whole
    }

    /// The meeting as `meetings` returns it.
    var listed: Meeting {
        var listed = meeting
        listed.turns = []
        listed.pauses = []
        listed.gaps = []
        listed.marks = []
        listed.updates = []
        return listed
    }

    /// Shows the version of the points that belongs to the current transcript.
    mutating func showPoints() {
        points.current = PointVersion.number(
            shownWith: current, left: Set(transcripts.map(\.number)), among: points.listed)
    }

    mutating func apply(_ change: MeetingChange) {
        switch change {
        case .utterance(let utterance): insert(utterance) { $0.followsLive }
        case .countdownStep(let step): countdownSteps.append(step)
        case .countdownSettled: countdownSteps = []
        default: meeting.apply(change)
        }
    }

    /// Removes a draft, and its transcript from the queue.
    mutating func removeDraft(_ name: String) {
        for channel in AudioChannel.allCases { drafts[DraftPart.name(of: name, channel)] = nil }
        if queuedDraft == name { queuedDraft = nil }
    }

    func index(of version: Int) throws(HistoryError) -> Int {
        guard let index = transcripts.firstIndex(where: { $0.number == version }), deletedTranscripts[version] == nil
        else { throw .noTranscript(meeting.id, version: version) }
        return index
    }

    /// Throws if a transcript is current or a live meeting is writing it.
    func checkNotInUse(_ version: Int) throws(HistoryError) {
        guard version != current, !(version == 1 && meeting.state == .live) else {
            throw .transcriptInUse(meeting.id, version: version)
        }
    }

    /// Inserts an utterance into the selected transcripts, in the order that `Meeting.apply` uses.
    mutating func insert(_ utterance: Utterance, into isWanted: (Transcript) -> Bool) {
        lastUtterance += 1
        let kept = NumberedUtterance(id: lastUtterance, utterance: utterance)
        for index in transcripts.indices where isWanted(transcripts[index]) {
            let position = transcripts[index].utterances.lastIndex { $0.utterance.start <= utterance.start }
            transcripts[index].utterances.insert(kept, at: position.map { $0 + 1 } ?? 0)
        }
    }

    /// Adds an empty transcript and makes it current.
    mutating func add(origin: TranscriptVersion.Origin, followsLive: Bool, at instant: Timestamp) {
        lastNumber += 1
        current = lastNumber
        transcripts.append(
            Transcript(number: lastNumber, createdAt: instant, origin: origin, followsLive: followsLive)
        )
        showPoints()
    }
}
