package import MeetingHistory
package import MeetingModel

/// An address that the web server answers.
///
/// `init(target:)` parses it from a request, `url` makes its link, and `access(_:)` tells which right a method needs.
package enum WebRoute: Hashable, Sendable {
    /// The list of standups: `/`.
    case list
    /// A standup's page: its past meetings from `from` on (0 is the newest), and the change just saved, if any:
    /// `/standup/ID?from=100`, `?saved=update`.
    case standup(Standup.ID, from: Int = 0, saved: SavedChange? = nil)
    /// A standup's statistics: `/standup/ID/statistics`.
    case statistics(Standup.ID)
    /// The running meeting of a standup: `/standup/ID/live`, and `?compact` for a small window beside a call.
    case live(Standup.ID, isCompact: Bool = false)
    /// The running meeting's events, a stream: `/standup/ID/events`.
    case events(Standup.ID)
    /// Takes commands to the running meeting: `/standup/ID/command`.
    case command(Standup.ID)
    /// Takes updates for the next meeting: `/standup/ID/update`.
    case update(Standup.ID)
    /// Takes decisions whether an attendee's voice may be learned: `/standup/ID/voice`.
    case voice(Standup.ID)
    /// A past meeting: `/standup/ID/meeting/ID?t=83.5&correct=12`.
    case meeting(Standup.ID, Meeting.ID, MeetingPlace = MeetingPlace())
    /// Takes corrections of a transcript: `/standup/ID/meeting/ID/correct`.
    case correction(Standup.ID, Meeting.ID)
    /// Takes marks of a standup's open points: `/standup/ID/points`.
    case points(Standup.ID)
    /// The search: `/search?q=login&standup=ID&speaker=Ann&since=2026-01-31&from=20`.
    case search(SearchPlace = SearchPlace())
    /// The exchange of an invitation: `/join`.
    case join
    /// The server's monotonic time in milliseconds: `/clock`.
    case clock
    /// The recording of a meeting: `/meeting/ID/recording.flac`.
    case recording(Meeting.ID, RecordingFormat)
    /// The transcript of a meeting as a file: `/meeting/ID/export.md`.
    case export(Meeting.ID, TranscriptFormat)
    /// A file that all pages use: `/style.css`, `/script.js`, `/icon.svg`.
    case asset(WebAsset)
}

/// What a form of a standup's page has just changed.
package enum SavedChange: Hashable, Sendable {
    /// An update for the next meeting was written.
    case update
    /// An update for the next meeting was deleted.
    case updateDeletion
    /// A voice was forgotten for good, or may be learned again.
    case voice(VoiceForm.Change)
    /// An open point was marked.
    case point(Point.ID)
}

/// Where a meeting's page opens.
package struct MeetingPlace: Hashable, Sendable {
    /// The meeting time to play from; nil for the start.
    package var time: Duration?
    /// The number of the utterance at that time, which the browser scrolls to.
    ///
    /// Only the link's fragment carries it, so parsing loses it.
    package var utterance: Int64?
    /// The number of the utterance whose correction is open.
    package var correcting: Int64?

    package init(time: Duration? = nil, utterance: Int64? = nil, correcting: Int64? = nil) {
        self.time = time
        self.utterance = utterance
        self.correcting = correcting
    }
}

/// A search and a position in its results.
package struct SearchPlace: Hashable, Sendable {
    /// The words as typed; empty before a search.
    package var words: String
    /// The standup to search; nil for all that the visitor may read.
    package var standup: Standup.ID?
    /// The name of the person whose words are searched; nil for everything.
    package var speaker: String?
    /// The first and the last day, such as 2026-01-31; nil for no limit.
    package var since: String?
    package var until: String?
    /// How many hits to skip.
    package var from: Int

    /// The longest text that is searched, in bytes of UTF-8; longer texts are cut off.
    static let longestText = 1_000

    package init(
        words: String = "", standup: Standup.ID? = nil, speaker: String? = nil, since: String? = nil,
        until: String? = nil, from: Int = 0
    ) {
        self.words = words
        self.standup = standup
        self.speaker = speaker
        self.since = since
        self.until = until
        self.from = from
    }
}
