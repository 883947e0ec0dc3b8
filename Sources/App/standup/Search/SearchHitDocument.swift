import MeetingHistory
import MeetingModel

/// A hit in `search --json`.
struct SearchHitDocument: Codable, Hashable {
    /// The range of a match in Unicode scalars (code points); the end is exclusive.
    struct Match: Codable, Hashable {
        var start: Int
        var end: Int
    }

    /// A point's own properties.
    struct Point: Codable, Hashable {
        var id: String
        /// `done`, `plan`, `blocker`, `decision`, `question` or `other`.
        var kind: String
        /// `open`, `done` or `dropped`.
        var state: String
    }

    /// `utterance`, `update`, `point`, `title`, `note` or `name`.
    var kind: String
    /// The id.
    var meeting: String
    var standup: MeetingPart.Standup
    /// When the meeting started, in ISO 8601.
    var startedAt: String
    /// The point; omitted for everything else.
    var point: Point?
    /// The speaker of an utterance, the author of an update, the person of a point, or the attendee whose name matched.
    @Nullable var attendee: String?
    /// The name of `attendee`.
    @Nullable var name: String?
    /// The side of the call, `room` or `call`, if the utterance is an interjection; omitted if not.
    var interjection: String?
    /// The start of an utterance or a point, in seconds of meeting time.
    @Nullable var start: Double?
    @Nullable var end: Double?
    var text: String
    var matches: [Match]

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
        name = hit.name
        (attendee, start, end) = (nil, nil, nil)
        switch hit.source {
        case .utterance(_, let attendee, _, let start, let end):
            kind = "utterance"
            self.attendee = attendee.rawValue
            (self.start, self.end) = (start.seconds, end.seconds)
        case .update(let attendee, _):
            kind = "update"
            self.attendee = attendee.rawValue
        case .point(let point, _):
            kind = "point"
            self.point = Point(id: point.id.rawValue, kind: point.kind.rawValue, state: point.state.rawValue)
            self.attendee = point.attendee.rawValue
            (self.start, self.end) = (point.start.seconds, point.end.seconds)
        case .title: kind = "title"
        case .note: kind = "note"
        case .name(let attendee):
            kind = "name"
            self.attendee = attendee.rawValue
        }
    }
}
