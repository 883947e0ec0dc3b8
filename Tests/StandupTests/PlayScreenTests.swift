import MeetingModel
import MeetingPlayback
import Testing

@testable import standup

@Suite struct `The screen while a recording plays` {
    private func screen(
        at seconds: Int, columns: Int = 60, rows: Int = 14, styles: Bool = false, meeting: Meeting = Seed.meeting(1),
        speaker: Attendee.ID? = nil, change: (inout Player) -> Void = { _ in }
    ) throws -> [String] {
        var player = try Player(
            meeting, frames: 24_000, sampleRate: 1000, speaker: speaker, from: .milliseconds(seconds))
        change(&player)
        return PlayScreen(
            meeting: meeting, words: PlaybackTranscript(meeting.transcript), player: player,
            terminal: Terminal(columns: columns, hasStyles: styles), rows: rows, showsHelp: false
        ).lines
    }

    @Test func `shows who speaks, how far it is, and the word that is spoken`() throws {
        let lines = try screen(at: 800)
        #expect(lines.count == 14)
        #expect(lines[0].hasPrefix("Daily · 2026-02-0") && lines[0].hasSuffix(" ▶ playing · 0:00 of 0:24 · 1×"))
        #expect(lines[1].hasPrefix("  Ann ") && lines[1].hasSuffix(" turn 1 of 3"))
        #expect(
            lines[2] == "  ━" + String(repeating: "─", count: 18) + "┼" + String(repeating: "─", count: 27)
                + "┼" + String(repeating: "─", count: 9))
        #expect(
            lines[4...9] == [
                "  Ann", "     0:00  the [login] page", "     0:05  nothing blocks me", "  Ben",
                "     0:09  search works", "",
            ])
    }

    @Test func `lights the word by its style where there are styles`() throws {
        let lines = try screen(at: 800, styles: true)
        #expect(lines.contains { $0.contains("the \u{1B}[7mlogin\u{1B}[0m \u{1B}[2mpage\u{1B}[0m") })
    }

    @Test func `marks skipped turns, a pause and a lost loudspeaker`() throws {
        let lines = try screen(at: 0, speaker: Seed.ben.id) { player in
            _ = player.perform(.togglePause)
            _ = player.perform(.faster)
        }
        #expect(lines[0].hasSuffix("‖ paused · 0:08 of 0:24 · 1.25×"))
        #expect(lines[1].hasSuffix("turn 1 of 1"))
        #expect(lines[2].hasPrefix("  ···") && lines[2].hasSuffix("──·········"))
        let lost = try screen(at: 0) { $0.interrupt("gone\u{1B}[2J") }
        #expect(lost[0].contains("○ no sound"))
        #expect(lost[12].hasPrefix("Loudspeaker lost; waiting for it: gone\u{FFFD}[2J"))
    }

    @Test(arguments: [1, 3, 8, 14, 60], [20, 21, 40, 200])
    func `fits any terminal`(rows: Int, columns: Int) throws {
        var meeting = Seed.meeting(1)
        meeting.transcript = (0..<300).map { index in
            Utterance(
                attendee: Seed.ann.id, start: .milliseconds(index * 80), end: .milliseconds(index * 80 + 80),
                text: "회의를 시작합니다 \u{1B}[31m a_very_long_word_\(String(repeating: "x", count: 70)) \(index)",
                recognizer: "import", words: [])
        }
        for milliseconds in [0, 1, 12_000, 23_999] {
            let lines = try screen(at: milliseconds, columns: columns, rows: rows, meeting: meeting)
            #expect(lines.count <= max(rows, 1))
            #expect(lines.allSatisfy { DisplayText($0).width <= columns }, "\(lines.map { DisplayText($0).width })")
            #expect(!lines.joined().contains("\u{1B}"))
        }
    }

    @Test func `keeps the current words in sight`() throws {
        var meeting = Seed.meeting(1)
        meeting.transcript = (0..<240).map { index in
            Utterance(
                attendee: Seed.ann.id, start: .milliseconds(index * 100), end: .milliseconds(index * 100 + 100),
                text: "line\(index)", recognizer: "import", words: [])
        }
        for index in [0, 1, 57, 120, 238, 239] {
            let lines = try screen(at: index * 100 + 50, meeting: meeting)
            #expect(lines.contains { $0.hasSuffix("line\(index)") })
        }
    }
}

@Suite struct `Keys while a recording plays` {
    @Test(
        arguments: [
            ("q", [.character("q")]), ("\u{1B}[C", [.right]), ("\u{1B}OD", [.left]),
            ("\u{1B}[C\u{1B}[C", [.right, .right]),
            ("\u{1B}[15~", []), ("\u{1B}", []), ("+é", [.character("+"), .character("é")]),
            ("\u{1B}[A\u{1B}[B", [.up, .down]),
        ] as [(String, [PlayKey])])
    func `are decoded from the terminal's input`(sent: String, keys: [PlayKey]) {
        #expect(PlayKey.keys(in: Array(sent.utf8)) == keys)
    }
}
