import MeetingExport
import MeetingHistory
import MeetingModel

/// A hit in `search --json`.
struct SearchHitDocument: Codable, Hashable {
    /// The range of a match in Unicode scalars (code points); the end is exclusive.
    struct Match: Codable, Hashable {
        var start: Int
        var end: Int
    }

    /// `utterance`, `update`, `title`, `note` or `name`.
    var kind: String
    var meeting: String
    var standup: MeetingPart.Standup
    var startedAt: String
    /// The speaker of an utterance, the author of an update, or the attendee whose name matched.
    @Nullable var attendee: String?
    @Nullable var name: String?
    /// The side of the call, `room` or `call`, if the utterance is an interjection; omitted if not.
    var interjection: String?
    /// The start of an utterance, in seconds of meeting time.
    @Nullable var start: Double?
    @Nullable var end: Double?
    var text: String
    var matches: [Match]

    /// Creates the document of a hit.
    init(_ hit: SearchHit) {
        meeting = hit.meeting.rawValue
        standup = MeetingPart.Standup(id: hit.standup.rawValue, title: hit.title)
        startedAt = LocalTime(hit.startedAt).iso8601
        text = hit.text
        let scalars = hit.text.unicodeScalars
        matches = hit.matches.map { range in
            let start = scalars.distance(from: scalars.startIndex, to: range.lowerBound)
            return Match(start: start, end: start + scalars.distance(from: range.lowerBound, to: range.upperBound))
        }
        interjection = hit.interjection?.rawValue
        (attendee, name, start, end) = (nil, nil, nil, nil)
        switch hit.source {
        case .utterance(_, let attendee, let name, let start, let end):
            kind = "utterance"
            (self.attendee, self.name) = (attendee.rawValue, name)
            (self.start, self.end) = (start.seconds, end.seconds)
        case .update(let attendee, let name):
            kind = "update"
            (self.attendee, self.name) = (attendee.rawValue, name)
        case .title: kind = "title"
        case .note: kind = "note"
        case .name(let attendee):
            kind = "name"
            (self.attendee, name) = (attendee.rawValue, hit.text)
        }
    }
}
