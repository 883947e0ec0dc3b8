import MeetingEngine
import MeetingModel
import Testing

@testable import standup

/// The lines of a running meeting, made from its status.
@Suite struct `The live view` {
    private let ann = Attendee(id: .init(rawValue: "a"), name: "Ann")
    private let ben = Attendee(id: .init(rawValue: "b"), name: "Ben")

    private func status(
        settings: MeetingSettings = .init(), names: (String, String)? = nil, title: String = "Daily"
    ) throws -> MeetingStatus {
        let attendees = [
            Attendee(id: ann.id, name: names?.0 ?? "Ann"), Attendee(id: ben.id, name: names?.1 ?? "Ben"),
        ]
        var timer = try MeetingTimer(attendees: attendees.map(\.id), length: .seconds(120), settings: settings)
        timer.start(at: .zero)
        let standup = Standup(id: .init(rawValue: "s"), title: title, attendees: attendees)
        var status = MeetingStatus(timer: timer, standup: standup, isRecording: true)
        status.microphone = "default"
        return status
    }

    private func lines(_ status: MeetingStatus, at second: Double, columns: Int = 60) -> [String] {
        let terminal = Terminal(columns: columns, hasStyles: false)
        return LiveScreen(status: status, now: .milliseconds(Int(second * 1000)), terminal: terminal).lines
    }

    @Test func `shows who speaks, what is left, who is next, and the keys`() throws {
        var status = try status()
        status.level = AudioLevel(peak: -20, rms: -30)
        status.partials = [(ann.id, "yesterday i")]
        #expect(
            lines(status, at: 15) == [
                "Daily                       ● recording · 1:45 of 2:00 left",
                "▶ Ann is speaking                                      0:45",
                "  ━━━━━━━━━━━━━━───────────────────────────────────────────",
                "  Speaker 1 of 2 · next: Ben                 mic ▮▮▮▮▮▮▮▯▯▯",
                "  Ann: yesterday i …", "",
                "n next  p previous  space pause  l later  e +30 s  q end",
            ])
    }

    @Test func `says that the default microphone can be heard when the one that was chosen is gone`() throws {
        var status = try status()
        status.isMicrophoneLost = true
        #expect(lines(status, at: 15).last?.contains("default mic") == false)
        status.isMicrophoneChosen = true
        #expect(lines(status, at: 15).last == "n next  p previous  space pause  d default mic  q end")
    }

    @Test func `shows overtime, the last speaker and the words that were heard last`() throws {
        var status = try status(settings: MeetingSettings(atSlotEnd: .overtime))
        _ = status.timer.perform(.next, at: .seconds(60))
        status.utterances = [
            Utterance(
                attendee: ann.id, start: .zero, end: .seconds(1), text: "that is all", recognizer: "x", words: [])
        ]
        let lines = lines(status, at: 125)
        #expect(lines[1].hasPrefix("▶ Ben is speaking"))
        #expect(lines[1].hasSuffix("+0:05"))
        #expect(lines[3].hasPrefix("  Speaker 2 of 2 · no more speakers"))
        #expect(lines[4] == "  Ann: that is all")
    }

    @Test func `says when nothing is recorded, and asks before the end`() throws {
        var status = try status()
        _ = status.timer.perform(.pause(.user), at: .seconds(10))
        #expect(lines(status, at: 500)[0].contains("paused, off the record · 1:50"))
        _ = status.timer.perform(.resume, at: .seconds(500))
        _ = status.timer.perform(.ask, at: .seconds(501))
        #expect(lines(status, at: 600).last == "End the meeting?  [s] save  [d] discard  [r] resume")
        _ = status.timer.perform(.answer(.save), at: .seconds(601))
        status.isEnding = true
        #expect(lines(status, at: 602)[0].contains("finishing the transcript… · 0:11 in all"))
        status.isEnding = false
        #expect(lines(status, at: 603)[0].contains("ended"))
    }

    @Test(arguments: [20, 40, 60, 200]) func `every line fits, whatever the names`(_ columns: Int) throws {
        let names = [
            String(repeating: "long ", count: 50), "👩‍👩‍👧‍👦 家族 회의 עברית", "\u{1B}[31mred\u{7}\u{202E}", "",
        ]
        for first in names {
            var status = try status(names: (first, first), title: first)
            status.notice = first
            status.partials = [(ann.id, String(repeating: first + " ", count: 20))]
            for line in lines(status, at: 30, columns: columns) {
                #expect(DisplayText(line).width <= columns)
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
            }
        }
    }
}
