import Foundation
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// A folder that is removed when the test ends.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "standup-history-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var database: String { path + "/standup.db" }

    /// Opens the history in the folder, once more if it is open.
    func open() throws -> SQLiteMeetingStore { try SQLiteMeetingStore(path: database) }

    /// Puts a file in place of the database.
    func write(_ contents: Data) throws {
        try contents.write(to: URL(fileURLWithPath: database))
    }

    /// The contents of all files of the folder.
    func bytes() throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .reduce(into: Data()) { data, name in
                data += FileManager.default.contents(atPath: path + "/" + name) ?? Data()
            }
    }
}

extension Identifier: ExpressibleByUnicodeScalarLiteral {}
extension Identifier: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Identifier: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// Names and titles that a store must return unchanged.
let difficultTexts = [
    "", " ", "Zoë", "Zoe\u{308}", "李小龍", "שרה", "\u{202e}olleh", "👩‍👩‍👧", "a\0b", "\0",
    "it's \"quoted\"; DROP TABLE standup;--",
    "\u{1b}[2J\n\t\r", "\u{feff}x\u{fffd}", String(repeating: "🦊", count: 10_000), "\\u0000", "{\"json\": [1]}",
]

extension Standup {
    static func sample(_ id: Standup.ID, title: String = "Daily", names: [String] = ["Ann", "Bob"]) -> Standup {
        Standup(
            id: id,
            title: title,
            length: .seconds(900),
            theme: .navy,
            attendees: names.enumerated()
                .map { Attendee(id: Attendee.ID(rawValue: "\(id)-\($0)"), name: $1, isRemote: $0 == 1) },
            settings: MeetingSettings(
                atSlotEnd: .overtime,
                timeSharing: .shared,
                warnings: [.seconds(30), .milliseconds(1500)],
                warningSounds: true
            ),
            language: "en-GB",
            vocabulary: ["kubectl", "Zoë"],
            call: "auto"
        )
    }
}

extension Meeting {
    static func sample(
        _ id: Meeting.ID,
        of standup: Standup.ID = "s",
        title: String = "Daily",
        at seconds: Int64 = 0,
        state: State = .live,
        names: [String] = ["Ann", "Bob"]
    ) -> Meeting {
        Meeting(
            id: id,
            standupID: standup,
            title: title,
            startedAt: Timestamp(nanosecondsSince1970: seconds * 1_000_000_000),
            state: state,
            language: "en-GB",
            attendees: names.enumerated()
                .map {
                    MeetingAttendee(
                        id: Attendee.ID(rawValue: "\($0)"), name: $1, slot: .nanoseconds(333_333_333_333),
                        isRemote: $0 == 1)
                }
        )
    }

    /// A finished meeting with something in every place.
    static func full(_ id: Meeting.ID, text: String = "yesterday I finished") -> Meeting {
        var meeting = sample(id, title: "Daily \(text)", state: .finished)
        meeting.duration = .nanoseconds(24_000_000_001)
        meeting.attendees[0].used = .seconds(8)
        meeting.attendees[0].overtime = .milliseconds(1)
        meeting.attendees[0].state = .spoke
        meeting.attendees[1].state = .absent
        meeting.turns = [Turn(attendee: "0", start: .zero, end: .seconds(8)), Turn(attendee: "1", start: .seconds(8))]
        meeting.pauses = [
            Pause(at: .seconds(1), duration: .seconds(30), reason: .user), Pause(at: .seconds(2), reason: .question),
        ]
        meeting.gaps = [
            Gap(start: .seconds(3), end: .milliseconds(3400), reason: .device),
            Gap(start: .seconds(5), end: .seconds(6), reason: .overload, channel: .call),
        ]
        meeting.recording = Recording(fileName: "\(id).wav", sampleRate: 44_100, frames: 1_058_400, channels: 2)
        meeting.transcribedUpTo = .seconds(20)
        meeting.marks = [PassageMark(start: .seconds(9), end: .seconds(10))]
        meeting.note = "ask \(text) again"
        meeting.isRehearsal = true
        meeting.points = [
            Point(
                id: .init(rawValue: "\(id.rawValue)-p1"), attendee: "0", kind: .done, text: text,
                start: .milliseconds(400),
                end: .milliseconds(1400), maker: .rules, transcript: 1),
            Point(
                id: .init(rawValue: "\(id.rawValue)-p2"), attendee: "1", kind: .plan, text: "and today",
                start: .seconds(9),
                end: .seconds(10), maker: .hand, state: .dropped, continues: "earlier"),
        ]
        meeting.updates = [.sample(of: "1", "on leave until \(text)")]
        meeting.transcript = [
            .sample(at: 0.4, text: text, words: [text, "I"], channel: .room),
            .sample(at: 9, attendee: "1", text: "and today", words: []),
        ]
        return meeting
    }
}

extension WrittenUpdate {
    static func sample(of attendee: Attendee.ID = "0", _ text: String, at seconds: Int64 = 1) -> WrittenUpdate {
        WrittenUpdate(
            attendee: attendee, text: text, writtenAt: Timestamp(nanosecondsSince1970: seconds * 1_000_000_000 + 1))
    }
}

extension Utterance {
    static func sample(
        at seconds: Double,
        attendee: Attendee.ID = "0",
        text: String = "yes",
        words: [String] = ["yes"],
        channel: AudioChannel? = nil,
        isInterjection: Bool = false
    ) -> Utterance {
        let start = Duration.milliseconds(Int((seconds * 1000).rounded()))
        return Utterance(
            attendee: attendee,
            start: start,
            end: start + .seconds(1),
            text: text,
            recognizer: "pocketsphinx",
            words: words.map {
                Word(
                    text: $0, start: start, end: start + .nanoseconds(1), confidence: 0.1 + 0.2,
                    heard: $0 == "I" ? "eye \"\"" : nil)
            },
            channel: channel,
            isInterjection: isInterjection
        )
    }
}
