/// A kind of row that a team shares, with the rules for it.
///
/// `SharedKind` and `PrivateKind` together are the one table of what is shared: docs/team.md prints it, and a test checks that it
/// names every table of the history.
package enum SharedKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// The settings of a standup.
    case standup
    /// Who leads a standup: a member of the team, who may delete it and its meetings.
    case lead
    /// A person of a standup.
    case attendee
    /// An ended meeting: its people, turns, pauses, gaps and updates, without words.
    case meeting
    /// A transcript of a meeting, with its words.
    case transcript
    /// Which transcript of a meeting is current.
    case shown
    /// A marked passage of a meeting.
    case mark
    case point
    /// What somebody wrote for a standup's next meeting.
    case update

    /// How two devices' changes of an item come together.
    package enum Merge: String, Sendable {
        /// It never changes: whoever has it keeps it.
        case unchanging
        /// Of each field, the later value wins.
        case fields
        /// The server accepts only what the present lead writes; of that, the later value wins.
        case byLead
    }

    /// Who may delete an item for all.
    package enum Deleter: String, Sendable {
        /// Nobody: it is changed or goes with what it belongs to.
        case nobody
        case lead
        /// The lead of the standup, and who recorded the meeting.
        case recorder
        /// The lead of the standup, who recorded the meeting, and who wrote the item.
        case writer
    }

    package var merge: Merge {
        switch self {
        case .meeting, .transcript: .unchanging
        case .lead: .byLead
        case .standup, .attendee, .shown, .mark, .point, .update: .fields
        }
    }

    package var deleter: Deleter {
        switch self {
        case .standup: .lead
        case .meeting: .recorder
        case .transcript: .writer
        case .lead, .attendee, .shown, .mark, .point, .update: .nobody
        }
    }

    /// The tables of the history that hold it.
    var tables: [String] {
        switch self {
        case .standup: ["standup", "vocabulary"]
        case .lead: ["standup"]
        case .attendee: ["attendee"]
        case .meeting: ["meeting", "meeting_attendee", "turn", "pause", "gap", "written_update"]
        case .transcript: ["transcript", "utterance"]
        case .shown: ["meeting"]
        case .mark: ["mark"]
        case .point: ["point"]
        case .update: ["written_update"]
        }
    }
}

/// A kind of row that never leaves its history.
enum PrivateKind: String, CaseIterable, Sendable {
    /// The lead's private note: a column of `meeting`.
    case note
    /// Where a recording is, and how far it is transcribed: columns of `meeting`.
    case recording
    /// The call that a standup used last, and whether it learns voices: columns of `standup`.
    case call
    /// The steps of a running or interrupted countdown.
    case countdown
    /// Earlier versions of a meeting's points; only the current points are shared.
    case pointVersions
    /// Transcriptions that are not complete.
    case drafts
    /// What the recognizers have learnt about a microphone or a voice.
    case recognizer
    /// Minutes for other services.
    case posts
    /// The trash, and what is still to be erased from the files.
    case trash
    case search
    /// How far this device has come with the team.
    case team

    /// The tables of the history that hold nothing else; none for a kind that is only columns.
    var tables: [String] {
        switch self {
        case .note, .recording, .call: []
        case .countdown: ["countdown_step"]
        case .pointVersions: ["point_version"]
        case .drafts: ["draft", "queued_transcript"]
        case .recognizer: ["recognizer_state"]
        case .posts: ["post"]
        case .trash: ["deleted_transcript", "pending_erasure"]
        case .search: ["search", "search_label"]
        case .team:
            [
                "team", "team_item", "team_lead", "team_outbox", "team_pending", "team_received", "team_tombstone",
                "team_hidden", "team_waiting", "team_past_value", "team_holding", "team_removed_recording",
            ]
        }
    }
}
