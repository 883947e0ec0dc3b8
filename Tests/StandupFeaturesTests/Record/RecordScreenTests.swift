import Localization
import MeetingModel
@testable import Presentation
import Sound
import Testing

@testable import MeetingEngine
@testable import MeetingHistory
@testable import StandupFeatures
@testable import StandupSpeech

@Suite("The record screen") struct RecordScreenTests {
    @Test func `shows turn and meeting in whole seconds, with remaining times rounded up`() throws {
        var rig = try RecordRig(settings: MeetingSettings(warnings: []))
        #expect(try rig.screen.clock == "1:00")
        rig.advance(by: 12.4)
        let screen = try rig.screen
        #expect(screen.clock == "0:48")
        #expect(screen.clockLabel == "left")
        #expect(screen.clockState == .calm)
        #expect(abs(screen.turnProgress - 12.4 / 60) < 1e-9)
        #expect(abs(screen.progress - 12.4 / 180) < 1e-9)
        #expect(screen.facts == [Fact("Elapsed", "0:12"), Fact("Remaining", "2:48"), Fact("Ends at", "9:03 AM")])
        #expect(screen.title == "Web")
        #expect(screen.theme == .navy)
    }

    @Test(
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 7), Size(columns: 30, rows: 3)])
    func `to watch shows the clock in any window, and says that the meeting is paused`(size: Size) throws {
        var rig = try RecordRig()
        rig.advance(by: 12.4)
        func text() throws -> String { try rig.screen.watchCanvas(size).lines.joined(separator: "\n") }
        let running = try text()
        // A window of more rows has the name in block letters.
        #expect(running.contains("is speaking") == (size.rows < 17))
        #expect(running.contains("left") && !running.contains("paused"))
        if size.rows < 7 { #expect(running.hasPrefix("0:48 left")) }
        rig.perform(.pause)
        #expect(try text().contains("‖ paused, off the"))
        let smallest = try rig.screen.watchCanvas(RecordScreen.smallestWatch)
        #expect(smallest.lines[0].hasPrefix("0:48"))
    }

    @Test(
        arguments: [
            (60, Size(columns: 7, rows: 8), "1:00"), (60, Size(columns: 5, rows: 3), "1:00"),
            (754, Size(columns: 7, rows: 8), "12:34"), (754, Size(columns: 4, rows: 1), "12m"),
            (3723, Size(columns: 7, rows: 8), "1:02:03"), (3723, Size(columns: 5, rows: 3), "1:02h"),
        ])
    func `to watch never cuts the time: a window without room for the seconds has the minutes`(
        seconds: Int, size: Size, clock: String
    ) throws {
        let rig = try RecordRig([Team.ann], seconds: seconds)
        let words = try rig.screen.watchCanvas(size).lines.flatMap { $0.split(separator: " ") }
        #expect(words.contains { $0 == clock }, "\(words)")
    }

    @Test
    func `shows what was written between the words before the turn and those of the turn, and who wrote`() throws {
        var rig = try RecordRig()
        func say(_ attendee: Attendee, _ text: String) {
            let start = rig.status.timer.elapsed(at: rig.now)
            rig.status.utterances.append(
                Utterance(
                    attendee: attendee.id, start: start, end: start + .seconds(1), text: text, recognizer: "test",
                    words: []))
        }
        let update = WrittenUpdate(
            attendee: Team.ben.id, text: "Fixed it.\n\nToday: tests\u{1b}[2J", writtenAt: rig.start)
        rig.status.updates = [update]
        rig.advance(by: 1)
        say(Team.ann, "I am ready")
        rig.advance(by: 1)
        _ = rig.status.timer.perform(.absent(Team.ben.id), at: rig.now)
        _ = rig.status.timer.perform(.next, at: rig.now)
        rig.status.presentUpdates = [update]
        rig.advance(by: 1)
        say(Team.cal, "me too")
        rig.tell()
        let expected: [RecordScreen.Line] = [
            .init(name: "Ann", text: "I am ready", isPartial: false),
            .init(name: "Ben wrote", text: "Fixed it. · Today: tests\u{fffd}[2J", isPartial: false),
            .init(name: "Cal", text: "me too", isPartial: false),
        ]
        let lines = try rig.screen.lines
        #expect(lines == expected)
        #expect(try rig.screen.speakers.first { $0.name == "Ben" }?.time == "wrote an update")
        var canvas = Canvas(Size(columns: 100, rows: 32))
        try rig.screen.draw(on: &canvas, in: canvas.bounds)
        #expect(canvas.lines.contains { $0.contains("Ben wrote") && $0.contains("Fixed it. · Today: tests") })
    }

    @Test func `moves the expected end only in a pause`() throws {
        var rig = try RecordRig()
        rig.advance(by: 30)
        #expect(try rig.screen.facts.last == Fact("Ends at", "9:03 AM"))
        rig.perform(.pause)
        #expect(rig.timer.phase == .paused(.user))
        let before = try rig.screen
        rig.advance(by: 120)
        #expect(try rig.screen.facts.last == Fact("Ends at", "9:05 AM"))
        #expect(try rig.screen.clock == before.clock)
        #expect(try rig.screen.clockState == .paused)
        rig.perform(.pause)
        #expect(rig.timer.phase == .running)
        #expect(try rig.screen.facts.last == Fact("Ends at", "9:05 AM"))
    }

    @Test func `warns, and counts overtime with a plus sign and its own clockState`() throws {
        var rig = try RecordRig(settings: MeetingSettings(atSlotEnd: .overtime, warnings: [.seconds(10)]))
        rig.advance(by: 49)
        #expect(try rig.screen.clockState == .calm)
        rig.advance(by: 2)
        #expect(try rig.screen.clockState == .warning)
        rig.advance(by: 21.9)
        let screen = try rig.screen
        #expect(screen.clockState == .overtime)
        #expect(screen.clock == "+0:12")
        #expect(screen.clockLabel == "overtime")
        #expect(screen.turnProgress == 1)
        #expect(screen.speakers[0].isOvertime)
        #expect(!screen.speakers[1].isOvertime)
        #expect(screen.speakers[0].progress == 1)
        #expect(abs(screen.speakers.map(\.share).reduce(0, +) - 1) < 1e-9)
        #expect(abs(screen.speakers[0].share - 72.9 / 192.9) < 1e-9, "overtime makes the meeting longer")
        #expect(rig.dings == 1)
    }

    @Test func `a notice that tells of no error goes away by itself`() throws {
        var rig = try RecordRig()
        rig.advance(by: 1)
        rig.perform(.mute)
        rig.advance(by: 15)
        #expect(rig.notice != nil)
        rig.advance(by: 10)
        #expect(rig.notice == nil)
    }

    @Test func `shows everybody in speaking order, with shares that add up to 1`() throws {
        var rig = try RecordRig()
        rig.advance(by: 30)
        rig.perform(.nextSpeaker)
        rig.advance(by: 15)
        var speakers = try rig.screen.speakers
        #expect(speakers.map(\.name) == ["Ann", "Ben", "Cal"])
        #expect(speakers.map(\.state) == [.spoke, .speaking, .waiting])
        #expect(speakers.map(\.time) == ["0:30", "0:15", "1:00"] && speakers.allSatisfy { $0.slot == "1:00" })
        #expect(speakers.map(\.progress) == [1, 0.25, 0])
        #expect(abs(speakers.map(\.share).reduce(0, +) - 1) < 1e-9)
        #expect(abs(speakers[0].share - 30.0 / 150) < 1e-9)
        rig.perform(.later)
        speakers = try rig.screen.speakers
        #expect(speakers.map(\.name) == ["Ann", "Cal", "Ben"])
        rig.perform(.down, .absence)
        speakers = try rig.screen.speakers
        #expect(speakers.map(\.state) == [.spoke, .speaking, .absent])
        #expect(try rig.screen.next == "Last speaker")
        #expect(abs(speakers.map(\.share).reduce(0, +) - 1) < 1e-9)
    }

    @Test func `asks whether to use the default microphone when the chosen one is lost`() throws {
        var rig = try RecordRig()
        rig.happen(.deviceLost(device: "Desk"))
        #expect(rig.feature.dialog(rig.localizer) == nil)
        rig.status.isMicrophoneChosen = true
        rig.tell()
        rig.happen(.deviceLost(device: "Desk"))
        let dialog = try #require(rig.feature.dialog(rig.localizer))
        #expect(dialog.message == "The recording holds silence until Desk is back. The countdown continues.")
        #expect(dialog.answers.map(\.text) == ["Wait", "Use default microphone"])
        rig.happen(.deviceRestored(gap: .seconds(4)))
        #expect(rig.feature.dialog(rig.localizer) == nil)

        rig.happen(.deviceLost(device: "Desk"))
        rig.perform(.activate)
        #expect(rig.feature.dialog(rig.localizer) == nil && rig.effects == [])
        rig.perform(.openDevices)
        #expect(rig.notice?.text == "Microphone changed to Desk.")
        rig.status.isMicrophoneLost = true
        rig.tell()
        rig.perform(.openDevices)
        #expect(rig.feature.dialog(rig.localizer)?.answers.count == 2)
        rig.perform(.back)
        rig.happen(.deviceLost(device: "Desk"))
        rig.perform(.answer(1))
        #expect(rig.effects == [.tell(.useMicrophone(.systemDefault))])
        rig.happen(.deviceChanged(device: "Built-in"))
        #expect(rig.notice?.text == "Microphone changed to Built-in.")
        // A transcript that has stopped is asked about first.
        rig.happen(.recognizerFailed(.failed(name: "PocketSphinx", reason: "broken")))
        rig.happen(.deviceLost(device: "Desk"))
        #expect(rig.feature.dialog(rig.localizer)?.title == "Transcription stopped")
        rig.happen(.deviceRestored(gap: .seconds(4)))
        #expect(rig.feature.dialog(rig.localizer)?.title == "Transcription stopped")
    }

    @Test func `says what is being recorded`() throws {
        var rig = try RecordRig()
        #expect(try rig.screen.recording == "● recording")
        #expect(try rig.screen.isRecording)
        rig.perform(.pause)
        #expect(try rig.screen.recording == "‖ paused, off the record")
        #expect(try !rig.screen.isRecording)
        rig.perform(.pause)
        rig.status.isMicrophoneLost = true
        rig.happen(.deviceLost(device: "Desk"))
        rig.tell()
        #expect(try rig.screen.recording == "○ microphone lost")
        #expect(try !rig.screen.isRecording)
        #expect(rig.notice?.kind == .warning)
        #expect(rig.notice?.text.contains("Desk") == true)
        rig.status.isMicrophoneLost = false
        rig.happen(.deviceRestored(gap: .seconds(4)))
        rig.tell()
        #expect(try rig.screen.recording == "● recording")
        #expect(rig.notice?.kind == .information)
        rig.happen(.deviceSilent(device: "Desk"))
        #expect(rig.notice?.text == "No sound from Desk. Is it muted?")
        let silent = try RecordRig(microphone: nil)
        #expect(try silent.screen.recording == "no microphone, not recording")
        #expect(try !silent.screen.isRecording)
    }

    @Test func `shows the open points of the speaker, and of nobody else`() throws {
        var rig = try RecordRig()
        let held = Meeting(
            id: Meeting.ID(rawValue: "m0"), standupID: Standup.ID(rawValue: "s1"), title: "Web",
            startedAt: Timestamp(nanosecondsSince1970: 0), attendees: [])
        func carried(_ kind: MeetingModel.Point.Kind, _ attendee: Attendee, meetings: Int) -> CarriedPoint {
            CarriedPoint(
                MeetingModel.Point(
                    id: .init(rawValue: "p\(kind)"), attendee: attendee.id, kind: kind, text: "the search",
                    start: .zero, end: .seconds(1), maker: .rules), of: held, meetings: meetings)
        }
        rig.status.openPoints = [
            carried(.plan, Team.ann, meetings: 3), carried(.blocker, Team.ann, meetings: 3),
            carried(.question, Team.ben, meetings: 1),
        ]
        rig.tell()
        #expect(
            try rig.screen.openPoints == [
                RecordScreen.OpenPoint(id: .init(rawValue: "pplan"), text: "plan: the search", isNext: true),
                RecordScreen.OpenPoint(
                    id: .init(rawValue: "pblocker"), text: "blocker, open for 3 meetings: the search", isLongBlock: true
                ),
            ])
        #expect(try rig.screen.openPointsLabel == "Still open" && rig.screen.openPointsPlace == "1 of 2")
        #expect(rig.feature.emphasis.first == [.nextSpeaker, .pause, .end, .markDone, .markOpen, .markDropped])
        let said = SpokenScreen(try rig.screen, rig.localizer).state.map(\.text)
        #expect(said.contains("Still open: plan: the search · ! blocker, open for 3 meetings: the search"))
        rig.perform(.markOpen)
        #expect(rig.notice?.text == "Still open: the search")
        #expect(try rig.screen.openPoints.map(\.markText) == ["still open", ""])
        #expect(try rig.screen.openPoints.map(\.isNext) == [false, true] && rig.screen.openPointsPlace == "2 of 2")
        rig.perform(.markDropped)
        #expect(rig.notice?.text == "Dropped: the search")
        #expect(rig.feature.emphasis.first == [.nextSpeaker, .pause, .end, .undo])
        #expect(rig.feature.emphasis.hidden == [.markDone, .markOpen, .markDropped])
        rig.perform(.markDone)
        #expect(rig.notice?.text == "There is no open point to mark.")
        #expect(
            rig.effects == [
                .tell(.markPoint(.init(rawValue: "pplan"), .open)),
                .tell(.markPoint(.init(rawValue: "pblocker"), .dropped)),
            ])
        rig.perform(.undo)
        #expect(rig.effects.last == .tell(.markPoint(.init(rawValue: "pblocker"), nil)))
        #expect(try rig.screen.openPoints.map(\.mark) == [.open, nil] && rig.screen.openPoints[1].isNext)
        rig.perform(.undo, .undo)
        #expect(rig.notice?.text == "There is nothing to undo.")
        rig.perform(.nextSpeaker, .markDone, .previousSpeaker)
        #expect(rig.effects.last == .tell(.markPoint(.init(rawValue: "pquestion"), .done)))
        #expect(try rig.screen.openPoints.map(\.mark) == [nil, nil])
        // Somebody else marks the second one: the key marks the first, and undo takes the key's mark back.
        rig.status.mark(.init(rawValue: "pblocker"), .done)
        rig.tell()
        rig.perform(.markDone, .undo)
        #expect(try rig.screen.openPoints.map(\.mark) == [nil, .done])
        rig.status.openPoints = []
        rig.tell()
        #expect(try rig.screen.openPoints.isEmpty && rig.screen.lastWords == nil)
        #expect(rig.feature.emphasis.first == [.nextSpeaker, .pause, .end])
    }

    @Test func `says since when the disk has failed, and when it works again`() throws {
        var rig = try RecordRig()
        rig.happen(.error(.recordingWaits(.cannotWrite(path: "m.wav", reason: "full"))), at: .seconds(95))
        #expect(rig.notice?.kind == .error)
        #expect(rig.notice?.text.contains("in memory since 1 min, 35 sec into the meeting") == true)
        rig.happen(.diskRestored(since: .seconds(95)), at: .seconds(120))
        #expect(rig.notice?.kind == .information)
        #expect(rig.notice?.text.contains("began to fail 1 min, 35 sec") == true)
        rig.happen(.error(.littleRoom(.seconds(60), length: .seconds(900))))
        #expect(rig.notice?.text.contains("space for 1 min of sound, but the meeting takes 15 min") == true)
    }

    @Test(
        arguments: [
            (-120.0, 0.0), (-60, 0), (-30, 0.5), (0, 1), (3, 1),
        ])
    func `shows the microphone's level from -60 dBFS up, and none without a signal`(decibels: Double, meter: Double)
        throws
    {
        var rig = try RecordRig()
        #expect(try rig.screen.level == nil)
        rig.status.level = AudioLevel(peak: decibels, rms: decibels - 3)
        rig.tell()
        #expect(try rig.screen.level == meter)
        rig.perform(.pause)
        #expect(try rig.screen.level == nil)
    }

    @Test(
        arguments: [
            ("en", "Someone is speaking"), ("de", "Jemand spricht"), ("ko", "누군가 님 발언 중"),
        ])
    func `calls an unknown attendee Someone, in the user's language`(language: String, text: String) throws {
        var rig = try RecordRig(language: language)
        rig.status.standup.attendees = []
        rig.tell()
        #expect(try rig.screen.speaking == text)
    }

    @Test func `removes control sequences from names, titles and words`() throws {
        let evil = Attendee(id: Attendee.ID(rawValue: "evil"), name: "A\u{1b}[2Jn")
        var rig = try RecordRig([evil])
        rig.status.standup.title = "W\u{7}eb"
        rig.status.partials = [MeetingStatus.Partial(attendee: evil.id, text: "hello\u{1b}]0;x\u{7}", channel: .room)]
        rig.tell()
        let texts = try [rig.screen.title, rig.screen.speaking, rig.screen.speakers[0].name, rig.screen.lines[0].text]
        for text in texts {
            #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }

    @Test func `says that the rest is being written, and offers not to wait`() throws {
        var rig = try RecordRig()
        rig.advance(by: 61)
        rig.perform(.end, .answer(0))
        let screen = try rig.screen
        #expect(screen.clockState == .ending)
        #expect(screen.recording == "Finishing the recording and the transcript…")
        #expect(screen.clock == "1:01")
        #expect(rig.feature.context == .ending)
        rig.perform(.nextSpeaker, .pause)
        #expect(rig.effects.isEmpty)
        rig.perform(.end)
        #expect(rig.effects == [.hurryEnding])
    }
}
