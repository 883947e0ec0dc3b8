internal import Foundation
package import MeetingModel

package struct SharedContentError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, as a part of a sentence.
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// An ended meeting as it is shared: without words, recording, note, marks and points.
///
/// Durations are nanoseconds.
package struct SharedMeeting: Codable {
    private struct Person: Codable {
        var id, name: String
        var slot, used, overtime: Int64
        var state: MeetingAttendee.State
        var isRemote: Bool
    }
    private struct Part: Codable {
        var attendee: String
        var start: Int64
        var end: Int64?
    }
    private struct Rest: Codable {
        var at: Int64
        var duration: Int64?
        var reason: Pause.Reason
    }
    private struct Loss: Codable {
        var start, end: Int64
        var reason: Gap.Reason
        var channel: AudioChannel
    }
    private struct Written: Codable {
        var attendee, text: String
        var writtenAt: Int64
    }

    private let title: String
    private let startedAt: Int64
    private let state: Meeting.State
    private let duration: Int64
    private let language: String
    private let attendees: [Person]
    private let turns: [Part]
    private let pauses: [Rest]
    private let gaps: [Loss]
    private let updates: [Written]

    package init(_ meeting: Meeting) {
        title = meeting.title
        startedAt = meeting.startedAt.nanosecondsSince1970
        state = meeting.state
        duration = meeting.duration.nanoseconds
        language = meeting.language
        attendees = meeting.attendees.map {
            Person(
                id: $0.id.rawValue, name: $0.name, slot: $0.slot.nanoseconds, used: $0.used.nanoseconds,
                overtime: $0.overtime.nanoseconds, state: $0.state, isRemote: $0.isRemote)
        }
        turns = meeting.turns.map {
            // A program that was killed did not end the last one.
            Part(
                attendee: $0.attendee.rawValue, start: $0.start.nanoseconds,
                end: ($0.end ?? max($0.start, meeting.duration)).nanoseconds)
        }
        pauses = meeting.pauses.map {
            Rest(at: $0.at.nanoseconds, duration: $0.duration?.nanoseconds, reason: $0.reason)
        }
        gaps = meeting.gaps.map {
            Loss(start: $0.start.nanoseconds, end: $0.end.nanoseconds, reason: $0.reason, channel: $0.channel)
        }
        updates = meeting.updates.map {
            Written(attendee: $0.attendee.rawValue, text: $0.text, writtenAt: $0.writtenAt.nanosecondsSince1970)
        }
    }

    /// Throws if no program of ours can have written it.
    package func meeting(_ id: Meeting.ID, of standup: Standup.ID) throws(SharedContentError) -> Meeting {
        guard state != .live else { throw SharedContentError("a meeting that has not ended") }
        guard Set(attendees.map(\.id)).count == attendees.count else {
            throw SharedContentError("two attendees with the same id")
        }
        var times = [duration]
        for person in attendees { times += [person.slot, person.used, person.overtime] }
        for turn in turns { times += [turn.start, turn.end ?? turn.start] }
        for pause in pauses { times += [pause.at, pause.duration ?? 0] }
        for gap in gaps { times += [gap.start, gap.end] }
        guard ([startedAt] + updates.map(\.writtenAt)).allSatisfy({ (0...HybridClock.latest).contains($0) }) else {
            throw SharedContentError("a time that cannot be")
        }
        guard times.allSatisfy({ (0...SharedContent.longest).contains($0) }) else {
            throw SharedContentError("a time outside a meeting")
        }
        let texts = [title, language] + attendees.flatMap { [$0.id, $0.name] } + updates.map(\.text)
        guard turns.allSatisfy({ $0.start <= $0.end ?? $0.start }), gaps.allSatisfy({ $0.start <= $0.end }) else {
            throw SharedContentError("a turn that ends before it starts")
        }
        guard ([title] + attendees.map(\.name)).allSatisfy(Standup.isName) else {
            throw SharedContentError("a title or a name that is too long")
        }
        guard texts.allSatisfy({ $0.utf8.count <= SharedContent.longestText }) else {
            throw SharedContentError("a text that is too long")
        }
        return Meeting(
            id: id, standupID: standup, title: title, startedAt: Timestamp(nanosecondsSince1970: startedAt),
            state: state,
            duration: .nanoseconds(duration), language: language,
            attendees: attendees.map {
                MeetingAttendee(
                    id: Attendee.ID(rawValue: $0.id), name: $0.name, slot: .nanoseconds($0.slot),
                    used: .nanoseconds($0.used), overtime: .nanoseconds($0.overtime), state: $0.state,
                    isRemote: $0.isRemote)
            },
            turns: turns.map {
                Turn(
                    attendee: Attendee.ID(rawValue: $0.attendee), start: .nanoseconds($0.start),
                    end: .nanoseconds($0.end ?? max($0.start, duration)))
            },
            pauses: pauses.map {
                Pause(at: .nanoseconds($0.at), duration: $0.duration.map { .nanoseconds($0) }, reason: $0.reason)
            },
            gaps: gaps.map {
                Gap(start: .nanoseconds($0.start), end: .nanoseconds($0.end), reason: $0.reason, channel: $0.channel)
            },
            updates: updates.map {
                WrittenUpdate(
                    attendee: Attendee.ID(rawValue: $0.attendee), text: $0.text,
                    writtenAt: Timestamp(nanosecondsSince1970: $0.writtenAt))
            })
    }
}

/// Limits of what is accepted from others.
package enum SharedContent {
    /// The longest time, in nanoseconds: a year.
    package static let longest: Int64 = 366 * 86_400 * 1_000_000_000
    /// The longest id, in bytes of UTF-8.
    package static let longestID = 200
    /// The longest text of a field, in bytes of UTF-8.
    package static let longestText = 100_000

    /// JSON with its keys in order.
    package static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The shared values have nothing that JSON cannot hold.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws(SharedContentError)
        -> Value
    {
        do { return try JSONDecoder().decode(type, from: Data(text.utf8)) } catch {
            throw SharedContentError("content that is not a \(type)")
        }
    }
}
