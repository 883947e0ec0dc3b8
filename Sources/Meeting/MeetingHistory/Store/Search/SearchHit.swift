public import MeetingModel

/// A search result.
public struct SearchHit: Hashable, Sendable {
    /// The source of the text.
    public enum Source: Hashable, Sendable {
        /// An utterance, with the number that it has in its transcript, and the name of who said it.
        case utterance(Int64, attendee: Attendee.ID, name: String, start: Duration, end: Duration)
        /// A line of an update, with the name of who wrote it.
        case update(attendee: Attendee.ID, name: String)
        /// A point of a meeting, and the name of its person.
        case point(Point, name: String)
        /// The title of a meeting.
        case title
        /// A line of the meeting's note.
        case note
        /// The name of an attendee.
        case name(Attendee.ID)
    }

    /// The meeting; for a title or a name, the newest meeting that has it.
    public let meeting: Meeting.ID
    /// The meeting's standup.
    public let standup: Standup.ID
    /// The meeting's title.
    public let title: String
    /// When the meeting started.
    public let startedAt: Timestamp
    /// The source of the text.
    public let source: Source
    /// The text.
    public let text: String
    /// The side of the call that an utterance came from if it is an interjection; nil for everything else.
    public let interjection: AudioChannel?
    /// The ranges of the text that match: whole words, in order.
    public let matches: [Range<String.Index>]

    package init(
        meeting: Meeting.ID,
        standup: Standup.ID,
        title: String,
        startedAt: Timestamp,
        source: Source,
        text: String,
        interjection: AudioChannel? = nil,
        matches: [Range<String.Index>]
    ) {
        self.meeting = meeting
        self.standup = standup
        self.title = title
        self.startedAt = startedAt
        self.source = source
        self.text = text
        self.interjection = interjection
        self.matches = matches
    }

    /// The name of the speaker of an utterance, the author of an update, the person of a point, or the attendee whose name
    /// matched; nil for a title or a note.
    public var name: String? {
        switch source {
        case .utterance(_, _, let name, _, _), .update(_, let name), .point(_, let name): name
        case .name: text
        case .title, .note: nil
        }
    }

    /// The meeting time of an utterance or a point; 0 for other sources.
    public var offset: Duration {
        switch source {
        case .utterance(_, _, _, let start, _): start
        case .point(let point, _): point.start
        case .update, .title, .note, .name: .zero
        }
    }
}

extension SearchHit.Source {
    /// The first of the lines of a note or an update with the most matches.
    package static func line(of note: String, matching query: SearchQuery) -> String {
        var best = (line: note, count: 0)
        for line in note.split(whereSeparator: \.isNewline) {
            let count = query.matches(in: String(line)).count
            if count > best.count { best = (String(line), count) }
        }
        return best.line
    }
}
