import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import standup

/// Text with control sequences, from every source of text.
@Suite(.timeLimit(.minutes(10)))
struct `Hostile text never reaches a terminal raw` {
    let program: Program
    let seed: Seed

    /// Escape sequences of seven and of eight bits, the bell, a carriage return, overrides and isolates.
    private static let hostile =
        "ev\u{1B}]0;x\u{7}\u{1B}[31mil\u{9B}2J\u{85}\r\u{8}\u{7F}\u{202E}a\u{202A}b\u{2066}c\u{2069}\u{2028}d\u{90}q\u{9C}"

    init() throws {
        program = try Program()
        seed = try Seed(program)
        let hostile = Self.hostile
        try seed.store.save(
            Standup(
                id: Seed.daily.id, title: hostile, length: .seconds(24),
                attendees: [Attendee(id: Seed.ann.id, name: hostile), Attendee(id: Seed.ben.id, name: hostile)],
                language: hostile, vocabulary: [hostile]))
        let sample = Seed.meeting(1)
        var meeting = Meeting(
            id: sample.id, standupID: sample.standupID, title: hostile, startedAt: sample.startedAt, state: .finished,
            duration: sample.duration, language: hostile,
            attendees: [
                MeetingAttendee(
                    id: Seed.ann.id, name: hostile, slot: .seconds(12), used: .seconds(12), state: .spoke),
                MeetingAttendee(id: Seed.ben.id, name: hostile, slot: .seconds(12), state: .absent),
            ],
            turns: [Turn(attendee: Seed.ann.id, start: .zero, end: .seconds(24))],
            transcript: [
                Utterance(
                    attendee: Seed.ann.id, start: .seconds(1), end: .seconds(2), text: hostile + " login",
                    recognizer: hostile,
                    words: [
                        Word(
                            text: hostile, start: .seconds(1), end: .seconds(2), confidence: 1, heard: hostile)
                    ])
            ])
        meeting.note = hostile
        try seed.hold(meeting)
        _ = try seed.store.addTranscript(
            meeting.transcript, to: meeting.id, recognizer: hostile, at: meeting.startedAt)
    }

    /// The control characters of an output, except line ends.
    private func raw(_ output: String) -> [Unicode.Scalar] {
        output.split(separator: "\r\n", omittingEmptySubsequences: false).joined().unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
            default: scalar.properties.generalCategory == .control
            }
        }
    }

    private var commands: [[String]] {
        let (hostile, out) = (Self.hostile, program.folder + "/out")
        return [
            ["list"], ["show", hostile], ["meetings"], ["meeting", "latest"], ["meeting", "latest", "--numbers"],
            ["transcripts", "latest"], ["transcripts", "latest", "--compare", "1", "2"], ["search", "login"],
            ["search", "ev"], ["stats", hostile], ["stats", hostile, "--csv"], ["inspect"], ["doctor", "--data"],
            ["inspect", "standup/1/meeting/1"], ["export", "latest", "--to", "-", "--format", "txt"],
            ["export", "latest", "--to", "-", "--format", "md"], ["export", "latest", "--to", "-", "--format", "srt"],
            ["export", "latest", "--to", "-", "--format", "vtt"], ["export", "latest", "--to", "-", "--format", "csv"],
            ["export", "latest", "--to", "-", "--format", "json"], ["list", "--json"], ["meeting", "latest", "--json"],
            ["search", "login", "--json"], ["transcripts", "latest", "--json"], ["stats", hostile, "--json"],
            ["delete", hostile], ["delete-meeting", "latest"], ["edit", hostile, "--remove", hostile + "x"],
            ["show", hostile + "x"], ["meeting", hostile], ["create", "D", "--theme", hostile], [hostile],
            ["create", "D", "--" + hostile], ["export", "latest", "--to", out + "/" + hostile],
            ["export", "latest", "--to", out, "--format", hostile], ["import", hostile], ["transcribe", hostile],
            ["transcribe", "latest", "--recognizer", hostile], ["play", "latest", "--output", hostile],
            ["play", "latest", "--speaker", hostile + "x"], ["start", hostile, "--input", hostile, "--headless"],
            ["start", hostile, "--recognizer", hostile, "--input", "none"], ["list", "--data", "/dev/null/" + hostile],
            ["correct", "latest", "--replace", hostile + "x", "--with", "y"], ["open", hostile],
            ["start", hostile, "--input", "silence", "--output", "none", "--clock", "virtual", "--recognizer", "none"],
        ]
    }

    @Test func `from titles, names, words, notes, arguments and file names, in every command's output`() throws {
        for command in commands {
            let result = try program.run(command)
            #expect(!(result.output + result.errors).isEmpty, "\(command)")
            #expect(raw(result.output) == [], "\(command) \(result.output.debugDescription)")
            #expect(raw(result.errors) == [], "\(command) \(result.errors.debugDescription)")
        }
    }

    @Test func `nor on a terminal`() throws {
        // CSV's own line ends contain a carriage return.
        for command in commands.prefix(12) where command.first != "inspect" && command.last != "--csv" {
            let result = try program.runOnTerminal(command, environment: ["NO_COLOR": "1", "TERM": "dumb"])
            #expect(raw(result.output) == [], "\(command) \(result.output.debugDescription)")
        }
    }

    @Test(arguments: [
        "\(hostile): x", "input: [\(hostile)]", "\"\(hostile)", "on-turn: {\(hostile): 1}", "data: |\n \(hostile)",
    ])
    func `from the configuration`(_ text: String) throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write(text, to: program.folder + "/config/standup/config.yaml")
        for command in [["list"], ["doctor", "--json"]] {
            let result = try program.run(command, environment: ["STANDUP_DATA": ""])
            #expect(raw(result.output) == [], "\(result.output.debugDescription)")
            #expect(raw(result.errors) == [], "\(result.errors.debugDescription)")
        }
    }

    @Test func `from an imported file, and from a folder`() throws {
        let folder = program.folder + "/" + Self.hostile
        try mustSucceed(mkdir(folder, 0o700))
        try write("{\"\(Self.hostile)\"", to: folder + "/x.json")
        try write("not a database", to: folder + "/standup.db")
        for command in [
            ["import", folder + "/x.json"], ["list", "--data", folder], ["doctor", "--data", folder, "--mend"],
            ["doctor", "--data", folder, "--json"],
        ] {
            let result = try program.run(command)
            #expect(raw(result.output) == [], "\(command) \(result.output.debugDescription)")
            #expect(raw(result.errors) == [], "\(command) \(result.errors.debugDescription)")
        }
    }
}
