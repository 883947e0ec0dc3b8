import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import StandupFeatures
import StandupHistory
import StandupTesting
import TestSupport

@testable import standup
@testable import StandupTerminal

/// What comes in while the program runs: from a script, a terminal, an editor.
enum InputFuzzing {
    /// Reads lines of commands, which are the same however they come, and has a meeting do them.
    static func readCommands(_ bytes: [UInt8]) throws {
        var (whole, pieces) = (CommandLines(), CommandLines())
        let lines = whole.take(bytes) + whole.end()
        let again = bytes.flatMap { pieces.take([$0]) } + pieces.end()
        try require(lines == again, "\(lines) came as \(again)")

        let attendees = ["Ann", "Bob", "bob"].enumerated().map { Attendee(id: .init(rawValue: "\($0)"), name: $1) }
        var timer = try MeetingTimer(
            attendees: attendees.map(\.id), length: .seconds(60), settings: MeetingSettings())
        timer.start(at: .zero)
        for line in lines.prefix(100) {
            guard let command = try attempt({ try CommandText(line, attendees: attendees) }),
                case .timer(let action, _) = command.command
            else { continue }
            timer.perform(action, at: command.at ?? timer.nextDeadline ?? .zero)
        }
    }

    /// Decodes terminal input: no key is a control character, and ASCII gives the same keys byte by byte.
    static func readKeys(_ bytes: [UInt8]) throws {
        var decoder = KeyDecoder()
        let inputs = decoder.feed(bytes) + decoder.giveUp()
        try require(decoder.sequenceTimeout == nil, "something is begun after it was given up")
        for input in inputs {
            switch input {
            case .key(.character(let character)), .key(.alt(let character)), .key(.control(let character)):
                try requireLine(String(character))
            case .key(.paste(let text)):
                for line in text.split(separator: "\n") { try requireLine(String(line)) }
            default: break
            }
        }
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return }
        var slow = KeyDecoder()
        let again = bytes.flatMap { slow.feed([$0]) } + slow.giveUp()
        try require(inputs == again, "\(inputs) came byte by byte as \(again)")
    }

    /// Passes terminal input to the application, starting at the list of standups.
    static func pressKeys(_ bytes: [UInt8]) throws {
        let store = SQLiteMeetingStore.temporary()
        var generator = SeededGenerator(seed: 1)
        let standups = Standup.samples(using: &generator)
        _ = try store.add(standups, [meeting(of: standups[1])])
        var application = try FuzzedApplication(at: nil, in: store)
        var decoder = KeyDecoder()
        for input in (decoder.feed(bytes) + decoder.giveUp()).prefix(200) {
            if case .key(let key) = input { try application.press(key) }
        }
        try application.draw()
    }

    private static func meeting(of standup: Standup) -> Meeting {
        let attendees = ["Ann", "Bob", "bob", "#x [y]"].enumerated()
            .map { MeetingAttendee(id: .init(rawValue: "\($0)"), name: $1, slot: .seconds(60)) }
        let texts = ["yesterday I finished", "the login page", "1 2 3", "# no comment", "[Bob]", "내일 회의"]
        let transcript = texts.enumerated().map { index, text in
            Utterance(
                attendee: attendees[index % 4].id, start: .seconds(index * 5), end: .seconds(index * 5 + 4), text: text,
                recognizer: "pocketsphinx", words: [])
        }
        return Meeting(
            id: .init(rawValue: "m"), standupID: standup.id, title: standup.title,
            startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, duration: .seconds(60),
            attendees: attendees, transcript: transcript)
    }

    /// Reads a transcript from an editor, and a text with words to replace.
    static func readEditedTranscript(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let meeting = meeting(of: Standup(id: .init(rawValue: "s"), title: "Daily"))
        let kept = meeting.transcript.enumerated().map { NumberedUtterance(id: Int64($0), utterance: $1) }
        let editable = EditableTranscript(kept, of: meeting)
        try require(try editable.corrections(in: editable.text) == [], "nothing was edited")
        if let corrections = try attempt({ try editable.corrections(in: text) }) {
            _ = kept.corrected(by: corrections)
        }
        let halves = text.split(separator: "\n", maxSplits: 1)
        guard halves.count == 2,
            let replacement = PhraseReplacement(String(halves[0]), with: String(halves[1].prefix(100)))
        else { return }
        let said = Utterance(
            attendee: meeting.attendees[0].id, start: .zero, end: .seconds(1), text: String(text.prefix(200)),
            recognizer: "", words: [])
        let transcript = [NumberedUtterance(id: 1, utterance: said)]
        _ = transcript.corrected(by: replacement.corrections(of: transcript))
    }
}
