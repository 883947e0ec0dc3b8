import Foundation
internal import MeetingModel

/// A standup in another app's JSON file.
///
/// It has the members of all three apps; each file has only some of them.
struct StandupEntry: Decodable {
    private let id: UUID
    private let title: String
    private let theme: String?
    private let attendees: [AttendeeEntry]?
    private let duration: DurationEntry?
    private let lengthInMinutes: MinutesEntry?
    private let meetings: [MeetingEntry]?
    private let history: [MeetingEntry]?

    /// The standup; 5 minutes long, as in the apps, if the file has no length.
    ///
    /// - Throws: An error that names a member out of range.
    func standup() throws -> Standup {
        let length = lengthInMinutes?.value ?? duration?.value ?? .seconds(300)
        let title = title.trimmedName
        return try Standup(
            id: Standup.ID(rawValue: id.text), title: title.isEmpty ? "Untitled" : title, length: length,
            theme: theme.flatMap(Theme.init) ?? .bubblegum,
            attendees: attendees?.attendees(of: id.text) ?? []
        ).validated()
    }

    func meetings(of standup: Standup) -> [Meeting] {
        ((meetings ?? []) + (history ?? [])).map { $0.meeting(of: standup) }
    }
}

private struct MeetingEntry: Decodable {
    let id: UUID
    let date: DateEntry
    let transcript: String?
    let attendees: [AttendeeEntry]?
    let lengthInMinutes: MinutesEntry?

    /// The meeting; its words belong to the unknown speaker.
    func meeting(of standup: Standup) -> Meeting {
        let length = lengthInMinutes?.value ?? standup.length
        let text = (transcript ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let someone = Meeting.someone(of: standup.id)
        let present = attendees?.attendees(of: standup.id.rawValue) ?? standup.attendees
        var meeting = Meeting(
            id: Meeting.ID(rawValue: id.text), standupID: standup.id, title: standup.title, startedAt: date.value,
            state: .finished, duration: length, language: standup.language,
            attendees: present.map { MeetingAttendee(id: $0.id, name: $0.name, slot: .zero) })
        guard !text.isEmpty else { return meeting }
        meeting.attendees.append(
            MeetingAttendee(id: someone.id, name: someone.name, slot: length, used: length, state: .spoke))
        meeting.turns = [Turn(attendee: someone.id, start: .zero, end: length)]
        meeting.transcript = [
            Utterance(
                attendee: someone.id, start: .zero, end: length, text: text, recognizer: Meeting.importRecognizer,
                words: [])
        ]
        return meeting
    }
}

/// An attendee: an object with an id, or only a name, as in older files.
private struct AttendeeEntry: Decodable {
    let id: UUID?
    let name: String

    private enum CodingKeys: CodingKey {
        case id, name
    }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            (id, self.name) = (nil, name)
        } else {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try members.decode(UUID.self, forKey: .id)
            name = try members.decode(String.self, forKey: .name)
        }
    }
}

extension [AttendeeEntry] {
    /// The attendees who have a name; a missing id is derived from the standup's.
    fileprivate func attendees(of standup: String) -> [Attendee] {
        var generator = SeededGenerator(seed: standup.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) })
        return map { entry in
            Attendee(
                id: entry.id.map { Attendee.ID(rawValue: $0.text) } ?? Attendee.ID(using: &generator), name: entry.name)
        }.filter { !$0.name.trimmedName.isEmpty }
    }
}

/// A duration in Swift's encoding (two halves of a number of attoseconds), or a number of seconds.
private struct DurationEntry: Decodable {
    let value: Duration

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) {
            value = try container.duration(seconds)
        } else if let halves = try? container.decode(Duration.self) {
            // A duration whose seconds exceed 64 bits cannot even be printed.
            guard (.zero ... .seconds(1e9)).contains(halves) else { throw container.outOfRange }
            value = halves
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a duration; write it in seconds")
        }
    }
}

private struct MinutesEntry: Decodable {
    let value: Duration

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.duration(container.decode(Double.self) * 60)
    }
}

extension SingleValueDecodingContainer {
    fileprivate var outOfRange: DecodingError {
        .dataCorruptedError(in: self, debugDescription: "out of range")
    }

    /// A duration in seconds, at most 30 years.
    fileprivate func duration(_ seconds: Double) throws -> Duration {
        guard (0...1e9).contains(seconds) else { throw outOfRange }
        return .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}

/// An instant: seconds since 2001, as Swift encodes it, or an ISO 8601 text.
private struct DateEntry: Decodable {
    let value: Timestamp

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try? container.decode(String.self)
        let date = try text.map(Timestamp.init(calendarText:)) ?? Timestamp(since2001: container.decode(Double.self))
        guard let date else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        value = date
    }
}

extension Timestamp {
    /// The instant in seconds since the start of 2001 (UTC); nil if it exceeds 64 bits of nanoseconds.
    fileprivate init?(since2001 seconds: Double) {
        let seconds = seconds + 978_307_200
        guard abs(seconds) < 9e9 else { return nil }
        self.init(nanosecondsSince1970: Int64((seconds * 1e6).rounded()) * 1000)
    }
}

extension UUID {
    /// The id in lower case, as in `Identifier`.
    fileprivate var text: String { uuidString.lowercased() }
}
