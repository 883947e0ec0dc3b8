import MeetingEngine
import MeetingModel
import MeetingTiming
import Presentation
import Sound
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("An interrupted meeting at the next start")
struct InterruptedMeetingTests {
    static let standup = Standup(
        id: Standup.ID(rawValue: "s1"), title: "Web", length: .seconds(180), attendees: Team.all,
        settings: MeetingSettings(warnings: []))

    /// A history in which a meeting of Ann, Ben and Cal was cut off after 70 s, in Ben's turn.
    func library(standups: [Standup] = [standup]) throws -> TemporaryLibrary {
        let library = TemporaryLibrary()
        for (number, standup) in standups.enumerated() {
            try library.store.save(standup)
            let started = Timestamp(nanosecondsSince1970: 1_767_258_000_000_000_000 - Int64(number))
            var meeting = Meeting(
                id: Meeting.ID(rawValue: "m\(number + 1)"), standupID: standup.id, title: standup.title,
                startedAt: started,
                attendees: standup.attendees.map {
                    MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(60))
                })
            meeting.turns = [Turn(attendee: Team.ann.id, start: .zero, end: .seconds(60))]
            try library.store.begin(meeting)
            let step = MeetingTimer.Step.started(
                attendees: standup.attendees.map(\.id), absent: [], length: standup.length,
                settings: standup.settings)
            try library.store.record(
                [.countdownStep(step.line), .state(.interrupted, duration: .seconds(70))], in: meeting.id)
        }
        return library
    }

    private func resumable(_ library: TemporaryLibrary) throws -> [String] {
        try library.store.resumableMeetings().map(\.id.rawValue)
    }

    @Test func `has an address, in front of any screen, that asks about the meeting again`() throws {
        let other = Standup.sample("Retro")
        let app = try ApplicationFixture(
            place: try Place(address: "standup/Retro?question=interrupted:m2"),
            library: try library(standups: [Self.standup, other]))
        #expect(app.screen.dialog?.title == "Resume “Retro”?")
        #expect(app.screen.address == "standup/\(other.id)?question=interrupted:m2")
        app.press(.escape)
        #expect(app.screen.address == "standup/\(other.id)")
    }

    @Test func `is asked about in front of every screen, and resumes in its open turn`() throws {
        let library = try library()
        let app = try ApplicationFixture(
            place: .standup("Web"), microphone: .init(sampleRate: 16_000), library: library)
        let dialog = try #require(app.screen.dialog)
        #expect(dialog.title == "Resume “Web”?")
        #expect(dialog.message.contains("1:10") && dialog.message.contains("Ben's turn"))
        #expect(dialog.answers.map(\.key) == ["r", "k", "d"] && dialog.selected == 0)
        app.press(.character("r"))
        app.clock.advance(by: .seconds(1))
        let record = try #require(app.screen.record)
        #expect(record.speaking == "Ben is speaking")
        #expect(["0:49", "0:50"].contains(record.clock))
        #expect(app.screen.notice?.text.hasPrefix("Meeting resumed after") == true)
        let live = try #require(try app.store.meeting(Meeting.ID(rawValue: "m1")))
        #expect(live.state == .live && live.turns.map(\.start) == [.zero, .seconds(60)])
        app.clock.advance(by: .seconds(120))
        let kept = try #require(try app.store.meeting(live.id))
        #expect(kept.state == .finished && kept.duration == .seconds(180))
        #expect(try app.store.meetings(of: nil).count == 1)
        #expect(app.screen.dialog == nil)
    }

    @Test func `stays as it is when it is kept, and is not asked about again`() throws {
        let library = try library()
        let app = try ApplicationFixture(library: library)
        app.press(.character("k"))
        #expect(app.screen.dialog == nil)
        #expect(app.screen.notice?.text == "Meeting kept as it is.")
        #expect(try library.store.meeting(Meeting.ID(rawValue: "m1"))?.state == .interrupted)
        #expect(try resumable(library) == [])
        #expect(try ApplicationFixture(library: library).screen.dialog == nil)
    }

    @Test func `is deleted when it is discarded; u restores it, still undecided`() throws {
        let library = try library()
        let app = try ApplicationFixture(library: library)
        app.press(.character("d"))
        #expect(try app.screen.dialog == nil && library.store.meetings(of: nil).isEmpty)
        app.press(.character("u"))
        #expect(try resumable(library) == ["m1"])
        app.press(.character("s"))
        #expect(app.screen.dialog?.title == "Resume “Web”?")
        app.press(.character("d"))
        app.runner.interrupt()
        app.clock.settle()
        #expect(try library.store.tombstones().isEmpty && resumable(library) == [])
    }

    @Test func `stays undecided after Esc, until the next start of the application or of its standup`() throws {
        let library = try library()
        let app = try ApplicationFixture(library: library)
        app.press(.escape)
        #expect(app.screen.dialog == nil && app.screen.list != nil)
        #expect(try resumable(library) == ["m1"])
        app.press(.character("s"))
        #expect(app.screen.dialog?.title == "Resume “Web”?")
        app.press(.escape, .enter)
        #expect(app.screen.page != nil && app.screen.dialog == nil)
        app.press(.enter)
        #expect(app.screen.dialog?.title == "Resume “Web”?", "the page's button starts a meeting too")
        app.press(.escape, .character("s"), .character("k"), .character("s"))
        #expect(app.screen.start != nil)
        #expect(try ApplicationFixture(library: try self.library()).screen.dialog != nil)
    }

    @Test func `of another standup is asked about after the first one is decided`() throws {
        let other = Standup(
            id: Standup.ID(rawValue: "s2"), title: "Ops", length: .seconds(180), attendees: Team.all)
        let library = try library(standups: [Self.standup, other])
        let app = try ApplicationFixture(library: library)
        #expect(app.screen.dialog?.title == "Resume “Web”?")
        app.press(.character("k"))
        #expect(app.screen.dialog?.title == "Resume “Ops”?")
        app.press(.character("d"))
        #expect(try app.screen.dialog == nil && resumable(library) == [])
    }

    @Test func `asks what to do without a microphone, as before any meeting, and continues without one`() throws {
        let library = try library()
        let app = try ApplicationFixture(microphone: .init(error: .noDevice(.input, name: "usb")), library: library)
        app.press(.character("r"))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.dialog?.answers.first?.text == "Continue without recording")
        #expect(app.screen.start?.start == "Resume the meeting")
        #expect(try resumable(library) == ["m1"])
        app.press(.character("w"))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.record?.speaking == "Ben is speaking")
        #expect(library.claims == [Meeting.ID(rawValue: "m1")])
    }

    @Test func `is no longer asked about after another program has decided`() throws {
        let library = try library()
        let app = try ApplicationFixture(library: library)
        try library.store.anotherConnection().record([.countdownSettled], in: Meeting.ID(rawValue: "m1"))
        app.clock.advance(by: .seconds(2))
        #expect(app.screen.dialog == nil)
    }

    @Test
    func `is no longer asked about after a write of another program was reported, and nobody looks before`() throws {
        let library = try library()
        library.reportsWrites = true
        let app = try ApplicationFixture(library: library)
        app.clock.advance(by: .seconds(2))
        try library.store.anotherConnection().record([.countdownSettled], in: Meeting.ID(rawValue: "m1"))
        app.clock.advance(by: .seconds(60))
        #expect(app.screen.dialog != nil)
        library.reportWrite()
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.dialog == nil)
    }
}
