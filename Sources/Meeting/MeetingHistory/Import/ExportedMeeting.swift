import Foundation
internal import MeetingModel

/// A meeting as `standup export --format json` and `standup meeting --json` write it.
struct ExportedMeeting: Decodable {
    /// The version of the schema that it reads.
    private static let knownVersion = 1

    private let version: Int?
    private let id: UUID
    private let standup: StandupPart
    private let state: String?
    private let startedAt: Instant
    private let duration: Seconds
    private let language: String?
    private let attendees: [AttendeePart]
    private let turns: [TurnPart]
    private let pauses: [PausePart]?
    private let gaps: [GapPart]?
    private let marks: [MarkPart]?
    private let points: [PointPart]?
    private let updates: [UpdatePart]?
    private let transcript: [UtterancePart]
    private let note: String?

    /// The standup, as it was at the meeting.
    ///
    /// - Throws: An error that names a member out of range, or the version if it is unknown.
    func heldStandup() throws -> Standup {
        if let version, version != Self.knownVersion {
            throw ImportError(
                "its version is \(version), and this program reads \(Self.knownVersion); install a newer standup")
        }
        let slots = attendees.reduce(Duration.zero) { $0 + $1.slot.value }
        let range = Standup.lengthRange
        return try Standup(
            id: Standup.ID(rawValue: standup.id.lowercase), title: standup.title,
            length: min(max(slots, range.lowerBound), range.upperBound),
            attendees: attendees.map {
                Attendee(id: .init(rawValue: $0.id.lowercase), name: $0.name, isRemote: $0.remote ?? false)
            },
            language: spokenLanguage
        ).validated()
    }

    /// The meeting, without a recording: its file is not part of the document.
    func meeting(of standup: Standup) throws -> Meeting {
        let known = Set(attendees.map(\.id.lowercase))
        let named = [
            turns.map(\.attendee), transcript.map(\.attendee), (points ?? []).map(\.attendee),
            (updates ?? []).map(\.attendee),
        ]
        for attendee in named.joined()
        where !known.contains(attendee.lowercase) {
            throw ImportError(
                "the attendee \(attendee.lowercase) of a turn, utterance, point or update is not among the attendees")
        }
        var authors: Set<String> = []
        if let twice = (updates ?? []).map(\.attendee.lowercase).first(where: { !authors.insert($0).inserted }) {
            throw ImportError("the attendee \(twice) has several updates; keep one of them")
        }
        // A meeting that was running when it was exported is not running here.
        let state = state.flatMap { Meeting.State(rawValue: $0) } ?? .finished
        return Meeting(
            id: Meeting.ID(rawValue: id.lowercase), standupID: standup.id, title: standup.title,
            startedAt: startedAt.value, state: state == .live ? .interrupted : state, duration: duration.value,
            language: spokenLanguage,
            attendees: attendees.map { part in
                MeetingAttendee(
                    id: .init(rawValue: part.id.lowercase), name: part.name.trimmedName, slot: part.slot.value,
                    used: part.used?.value ?? .zero, overtime: part.overtime?.value ?? .zero,
                    state: part.state.flatMap { MeetingAttendee.State(rawValue: $0) } ?? .waiting,
                    isRemote: part.remote ?? false)
            },
            turns: turns.map {
                Turn(
                    attendee: .init(rawValue: $0.attendee.lowercase), start: $0.start.value,
                    end: $0.end?.value ?? duration.value)
            },
            pauses: (pauses ?? []).compactMap { part in
                Pause.Reason(rawValue: part.reason).map {
                    Pause(at: part.at.value, duration: part.duration?.value ?? .zero, reason: $0)
                }
            },
            gaps: (gaps ?? []).compactMap { part in
                Gap.Reason(rawValue: part.reason).map {
                    Gap(
                        start: part.start.value, end: max(part.end.value, part.start.value), reason: $0,
                        channel: part.channel.flatMap { AudioChannel(rawValue: $0) } ?? .room)
                }
            },
            transcript: transcript.map(\.utterance).sorted { $0.start < $1.start },
            note: note,
            marks: (marks ?? []).map {
                PassageMark(start: $0.start.value, end: max($0.end.value, $0.start.value))
            },
            points: (points ?? []).compactMap(\.point).sorted { $0.start < $1.start },
            updates: try (updates ?? []).map { try $0.update() })
    }

    private var spokenLanguage: String {
        language.flatMap { LanguageName.isPlausible($0) ? $0 : nil } ?? "en"
    }
}

/// Whether a text may be the tag of a language.
private enum LanguageName {
    static func isPlausible(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}

private struct StandupPart: Decodable {
    let id: UUID
    let title: String
}

private struct AttendeePart: Decodable {
    let id: UUID
    let name: String
    let slot: Seconds
    let used: Seconds?
    let overtime: Seconds?
    let state: String?
    let remote: Bool?
}

private struct MarkPart: Decodable {
    let start: Seconds
    let end: Seconds
}

private struct PointPart: Decodable {
    let id: UUID
    let attendee: UUID
    let kind: String
    let text: String
    let start: Seconds
    let end: Seconds
    let maker: String?
    let state: String?
    let continues: UUID?

    /// The point, with the words of the only transcript; nil if it is of an unknown kind.
    var point: Point? {
        guard let kind = Point.Kind(rawValue: kind) else { return nil }
        return Point(
            id: .init(rawValue: id.lowercase), attendee: .init(rawValue: attendee.lowercase), kind: kind, text: text,
            start: start.value, end: max(end.value, start.value),
            maker: maker.flatMap { Point.Maker(rawValue: $0) } ?? .hand, transcript: 1,
            state: state.flatMap { Point.State(rawValue: $0) },
            continues: continues.map { .init(rawValue: $0.lowercase) })
    }
}

private struct UpdatePart: Decodable {
    let attendee: UUID
    let text: String
    let writtenAt: Instant

    /// Throws an error if its text is empty or too long.
    func update() throws -> WrittenUpdate {
        do {
            let cleaned = try WrittenUpdate.cleaned(text)
            return WrittenUpdate(
                attendee: .init(rawValue: attendee.lowercase), text: cleaned, writtenAt: writtenAt.value)
        } catch {
            throw ImportError("\(error)")
        }
    }
}

private struct TurnPart: Decodable {
    let attendee: UUID
    let start: Seconds
    let end: Seconds?
}

private struct PausePart: Decodable {
    let at: Seconds
    let duration: Seconds?
    let reason: String
}

private struct GapPart: Decodable {
    let start: Seconds
    let end: Seconds
    let reason: String
    let channel: String?
}

private struct UtterancePart: Decodable {
    let attendee: UUID
    let start: Seconds
    let end: Seconds
    let text: String
    let recognizer: String?
    let words: [WordPart]?
    let channel: String?
    let interjection: Bool?
    let byVoice: Bool?

    var utterance: Utterance {
        let channel = channel.flatMap { AudioChannel(rawValue: $0) }
        return Utterance(
            attendee: .init(rawValue: attendee.lowercase), start: start.value, end: max(end.value, start.value),
            text: text, recognizer: recognizer ?? Meeting.importRecognizer, words: (words ?? []).map(\.word),
            channel: channel, isInterjection: channel != nil && interjection == true, isByVoice: byVoice == true)
    }
}

private struct WordPart: Decodable {
    let text: String
    let start: Seconds
    let end: Seconds
    let confidence: Double?
    let heard: String?

    var word: Word {
        Word(
            text: text, start: start.value, end: max(end.value, start.value),
            confidence: min(max(confidence ?? 0, 0), 1), heard: heard)
    }
}

/// A number of seconds of meeting time, at most a day.
private struct Seconds: Decodable {
    let value: Duration

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard (0...86_400).contains(seconds) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "out of range")
        }
        value = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}

/// An instant in ISO 8601.
private struct Instant: Decodable {
    let value: Timestamp

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = Timestamp(calendarText: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        value = instant
    }
}

extension UUID {
    /// The id in lower case, as in `Identifier`.
    fileprivate var lowercase: String { uuidString.lowercased() }
}
