public import MeetingModel

/// Something that was found.
public struct SearchHit: Hashable, Sendable {
    /// What the text is that was found.
    public enum Source: Hashable, Sendable {
        /// What somebody said; the number names it in the transcript that is shown.
        case utterance(KeptUtterance.ID, attendee: Attendee.ID, name: String, start: Duration, end: Duration)
        /// The title under which the meeting was held.
        case title
        /// A line of the meeting's note.
        case note
        /// The name of somebody who was to be there.
        case name(Attendee.ID)
    }

    /// The meeting; of a title or a name that many meetings have, the newest of them.
    public let meeting: Meeting.ID
    /// The meeting's standup.
    public let standup: Standup.ID
    /// The title under which the meeting was held.
    public let title: String
    /// When the meeting started.
    public let startedAt: Timestamp
    /// What the text is.
    public let source: Source
    /// The text.
    public let text: String
    /// What in the text was looked for: whole words, in order.
    public let matches: [Range<String.Index>]

    /// A hit.
    public init(
        meeting: Meeting.ID,
        standup: Standup.ID,
        title: String,
        startedAt: Timestamp,
        source: Source,
        text: String,
        matches: [Range<String.Index>]
    ) {
        self.meeting = meeting
        self.standup = standup
        self.title = title
        self.startedAt = startedAt
        self.source = source
        self.text = text
        self.matches = matches
    }

    /// Where in the meeting it was said; the beginning for what was not said.
    public var offset: Duration {
        if case .utterance(_, _, _, let start, _) = source { start } else { .zero }
    }
}

extension SearchHit.Source {
    /// The line of a note in which most of what was looked for is; the first of those.
    package static func line(of note: String, matching query: SearchQuery) -> String {
        var best = (line: note, count: 0)
        for line in note.split(whereSeparator: \.isNewline) {
            let count = query.matches(in: String(line)).count
            if count > best.count { best = (String(line), count) }
        }
        return best.line
    }
}
