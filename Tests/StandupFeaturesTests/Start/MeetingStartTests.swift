import MeetingEngine
import MeetingHistory
import MeetingModel
import Presentation
import Sound
import StandupHistory
import StandupSpeech
import StandupTesting
import TestSupport
import Testing

@testable import StandupFeatures

@Suite("Who is here")
struct MeetingStartTests {
    let daily = Standup.sample("Daily", ["Ann", "Ben", "Cleo"])

    func rig(_ standup: Standup? = nil) -> ApplicationRig {
        ApplicationRig([standup ?? daily], place: .start("Daily"))
    }

    @Test func `at first everybody is present and the button is selected`() throws {
        let rig = rig()
        let screen = try rig.startScreen
        #expect(screen.attendees.map(\.isPresent) == [true, true, true])
        #expect(screen.attendees.map(\.slot) == ["3:20", "3:20", "3:20"])
        #expect(screen.selected == 3 && screen.attendeesTitle == "Who is here?")
        #expect(screen.facts[0].value == "10 min for 3 people")
    }

    @Test func `only present attendees get slots, and the request names the absent ones`() throws {
        var rig = rig()
        rig.press(.home, .down, .character(" "))
        #expect(try rig.startScreen.attendees.map(\.isPresent) == [true, false, true])
        #expect(try rig.startScreen.attendees.map(\.slot) == ["5:00", "", "5:00"])
        rig.type("s")
        #expect(
            rig.effects == [.startMeeting(MeetingRequest(standup: daily, absent: [daily.attendees[1].id]))])
    }

    @Test
    func `r marks who joins by call, for this meeting and in the standup, and r again takes the mark away`() throws {
        let backend = try FixedBackend.with(daily)
        var rig = rig()
        rig.type("r")
        #expect(rig.effects.isEmpty, "the button is selected")
        rig.press(.home, .down, .character("r"))
        #expect(try rig.startScreen.attendees.map(\.name) == ["Ann", "Ben (by call)", "Cleo"])
        try rig.answerCalls(from: backend)
        var marked = daily
        marked.attendees[1].isRemote = true
        #expect(try rig.effects == [.loadStandups] && backend.store.standups() == [marked])
        rig.receive(.standups([marked], meetings: []))
        rig.type("s")
        #expect(rig.effects == [.startMeeting(MeetingRequest(standup: marked))])
        var other = self.rig(marked)
        #expect(try other.startScreen.attendees.map(\.name) == ["Ann", "Ben (by call)", "Cleo"])
        other.press(.home, .down, .character("r"))
        try other.answerCalls(from: backend)
        #expect(try other.effects == [.loadStandups] && backend.store.standups() == [daily])
        #expect(try other.startScreen.attendees.map(\.name) == ["Ann", "Ben", "Cleo"])
    }

    @Test func `c records those on a call, says that they must be told, and c again leaves them out`() throws {
        let equipment = Equipment(input: .systemDefault, inputLabel: "Desk", output: .none)
        let backend = try FixedBackend.with(daily)
        var rig = rig()
        rig.receive(.equipment(equipment))
        func fact() throws -> String? { try rig.startScreen.facts.first { $0.label == "Call" }?.value }
        #expect(try fact() == "none; press c to record those on a call")
        rig.type("c")
        #expect(try fact() == "What the loudspeaker plays; those on the call are recorded: tell them")
        var called = daily
        called.call = "auto"
        try rig.answerCalls(from: backend)
        #expect(try rig.effects == [.loadStandups] && backend.store.standups() == [called])
        rig.receive(.standups([called], meetings: []))
        rig.type("s")
        #expect(rig.effects == [.startMeeting(MeetingRequest(standup: called))])
        called.call = "usb-monitor"
        rig = self.rig(called)
        rig.receive(.equipment(equipment))
        #expect(try fact() == "not found; press d to choose another")
        rig.type("c")
        try rig.answerCalls(from: backend)
        #expect(try rig.effects == [.loadStandups] && backend.store.standups().map(\.call) == ["none"])
        rig.type("c")
        try rig.answerCalls(from: backend)
        #expect(try rig.effects == [.loadStandups] && backend.store.standups().map(\.call) == ["usb-monitor"])
    }

    @Test func `a call halves the time that the disk has space for`() throws {
        var rig = rig()
        rig.receive(
            .equipment(Equipment(input: .systemDefault, inputLabel: "Desk", output: .none, room: .seconds(900))))
        func recording() throws -> String? { try rig.startScreen.facts.first { $0.label == "Recording" }?.value }
        #expect(try recording() == "stays on this computer")
        rig.type("c")
        #expect(try recording()?.contains("the disk has space for only 7 min, 30 sec of sound") == true)
    }

    @Test func `a call from the microphone is refused`() throws {
        var called = daily
        called.call = "usb"
        var rig = rig(called)
        rig.receive(.equipment(Equipment(input: .named("usb"), inputLabel: "USB", output: .none)))
        rig.type("s")
        #expect(rig.effects.isEmpty)
        #expect(try rig.startScreen.problem?.hasPrefix("The microphone and the call are the same device") == true)
    }

    @Test func `says who has written an update, also while it is open`() throws {
        let backend = try FixedBackend.with(daily)
        var rig = ApplicationRig([daily], place: .start("Daily"))
        try rig.answerCalls(from: backend)
        #expect(try rig.startScreen.attendees[0].update.isEmpty)
        let update = WrittenUpdate(
            attendee: daily.attendees[0].id, text: "ill", writtenAt: Timestamp(nanosecondsSince1970: 7))
        _ = try backend.store.write(update, for: daily.id)
        rig.receive(.changedElsewhere)
        try rig.answerCalls(from: backend)
        #expect(try !rig.startScreen.attendees[0].update.isEmpty)
    }

    @Test func `a mark is stored in the standup as it is by then`() throws {
        let store = SQLiteMeetingStore.temporary()
        var renamed = daily
        renamed.title = "Weekly"
        try store.save(renamed)
        var rig = rig()
        rig.press(.home, .down, .character("r"))
        let effects = rig.effects
        try rig.answerCalls(from: FixedBackend(store))
        renamed.attendees[1].isRemote = true
        #expect(try store.standups() == [renamed])
        try store.deleteStandup(daily.id)
        for effect in effects { _ = try effect.outcome(from: FixedBackend(store)) }
        #expect(try store.standups().isEmpty)
    }

    @Test func `Enter or a click on a row toggles it; on the button it starts the meeting`() throws {
        var rig = rig()
        rig.perform(.select(0), .first, .activate)
        #expect(try rig.startScreen.attendees[0].isPresent)
        rig.perform(.select(3))
        #expect(rig.effects.count == 1)
    }

    @Test func `an attendee who is dragged changes places, and stays present`() throws {
        var rig = rig()
        rig.perform(.grab(0), .moveRow(to: 2), .moveRow(to: 3), .moveRow(to: 1))
        #expect(try rig.startScreen.attendees.map(\.name) == ["Ben", "Ann", "Cleo"])
        #expect(try rig.startScreen.attendees.allSatisfy(\.isPresent))
        #expect(try rig.startScreen.selected == 1)
    }

    @Test func `the meeting uses a changed order`() throws {
        var rig = rig()
        rig.press(.home, .character("J"), .character("J"), .character("J"))
        #expect(try rig.startScreen.attendees.map(\.name) == ["Ben", "Cleo", "Ann"])
        #expect(try rig.startScreen.selected == 2)
        rig.type("s")
        guard case .startMeeting(let request) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        #expect(request.standup.attendees.map(\.name) == ["Ben", "Cleo", "Ann"])
        #expect(rig.standups == [daily], "the standup itself stays as it is")
    }

    @Test func `if nobody is present, it says so and does not start`() throws {
        var rig = rig()
        rig.press(.home, .character(" "), .down, .character(" "), .down, .character(" "), .character("s"))
        #expect(rig.effects.isEmpty)
        #expect(try rig.startScreen.problem == "Nobody is marked present. Select someone and press Space.")
        rig.press(.character(" "))
        #expect(try rig.startScreen.problem == nil)
    }

    @Test func `a standup without attendees says what to do, and opens the form`() throws {
        var rig = rig(.sample("Daily", []))
        #expect(try rig.startScreen.problem?.contains("no attendees") == true)
        rig.type("s")
        #expect(rig.effects.isEmpty)
        #expect(rig.screen.dialog?.title == "No attendees")
        rig.press(.enter)
        #expect(try rig.form.focus == .field(.attendee(0)))
    }

    @Test(
        arguments: [
            (
                Equipment(
                    input: .systemDefault, inputLabel: "Desk", output: .systemDefault, outputLabel: "Room",
                    recognizer: "PocketSphinx", understood: "en-us"),
                ["Desk", "Room", "stays on this computer", "PocketSphinx (English (United States))"]
            ),
            (
                Equipment(
                    input: .systemDefault, inputLabel: "Desk", output: .systemDefault, outputLabel: "Room",
                    recognizer: "PocketSphinx", understood: "en", isLesserRecognizer: true),
                [
                    "Desk", "Room", "stays on this computer",
                    "PocketSphinx (English): many errors; press d to install Whisper",
                ]
            ),
            (
                Equipment(
                    input: .systemDefault, inputLabel: "Desk", output: .none, recognizer: "Server",
                    understood: "en", sentTo: "speech.example"),
                [
                    "Desk", "none", "stored here, sent to speech.example for transcription",
                    "Server (English)",
                ]
            ),
            (
                Equipment(
                    input: .silence, inputLabel: "silence", output: .none, recognizer: "Server",
                    recognizerProblem: .failed(name: "Server", reason: "timeout")),
                [
                    "silence", "none", "stays on this computer",
                    "The recognizer Server does not work (timeout). Continue without a transcript, or try again.",
                ]
            ),
            (
                Equipment(
                    input: .silence, inputLabel: "silence", output: .none, recognizer: "PocketSphinx",
                    understood: "en", room: .seconds(90)),
                [
                    "silence", "none",
                    "stays on this computer, but the disk has space for only 1 min, 30 sec of sound",
                    "PocketSphinx (English)",
                ]
            ),
            (
                Equipment(
                    input: .silence, inputLabel: "silence", output: .none, recognizer: "PocketSphinx",
                    understood: "en", room: .seconds(3600)),
                ["silence", "none", "stays on this computer", "PocketSphinx (English)"]
            ),
            (
                Equipment(input: .none, output: .named("gone")),
                ["none", "not found; press d to choose another", "not recorded", "none"]
            ),
        ])
    func `says what is kept and who understands what`(equipment: Equipment, values: [String]) throws {
        var rig = rig()
        rig.receive(.equipment(equipment))
        let facts = try rig.startScreen.facts.dropFirst()
        #expect(facts.filter { !["Call", "Level"].contains($0.label) }.map(\.value) == values)
    }

    @Test func `shows whether the microphone hears, and lets go of it`() throws {
        var rig = rig()
        func level() throws -> String? { try rig.startScreen.facts.first { $0.label == "Level" }?.value }
        rig.receive(.equipment(Equipment(input: .named("desk"), inputLabel: "Desk", output: .none)))
        #expect(rig.effects.last == .listen(.named("desk")))
        rig.receive(.level(AudioLevel(peak: -6, rms: -12)))
        let bar = try #require(try level())
        #expect(bar.count == 20 && bar.hasPrefix("━━") && bar.hasSuffix("──"))
        for _ in 0..<200 { rig.receive(.level(AudioLevel(peak: AudioLevel.silence, rms: AudioLevel.silence))) }
        #expect(try level()?.contains("muted") == true)
        rig.receive(.equipment(Equipment(input: .systemDefault, inputLabel: nil, output: .none)))
        #expect(try level() == nil && rig.startScreen.facts.contains { $0.value == "not recorded" })
        rig.perform(.back)
        #expect(rig.effects.last == .listen(nil))
    }

    @Test func `if None is chosen as the microphone, nothing is asked`() throws {
        var rig = rig()
        rig.receive(.equipment(Equipment(input: .none, output: .none)))
        rig.perform(.start)
        #expect(rig.screen.dialog == nil && rig.effects.count == 1)
    }

    @Test func `a new attendee is present too; those marked absent stay absent`() throws {
        var rig = rig()
        rig.press(.home, .character("J"), .down, .character(" "))
        var changed = daily
        changed.attendees.removeFirst()
        changed.attendees.append(Attendee(id: Attendee.ID(rawValue: "dee"), name: "Dee"))
        rig.receive(.standups([changed], meetings: []))
        #expect(try rig.startScreen.attendees.map(\.name) == ["Ben", "Cleo", "Dee"])
        #expect(try rig.startScreen.attendees.map(\.isPresent) == [true, false, true])
    }
}
