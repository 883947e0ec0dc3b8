import MeetingEngine
import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The runner")
struct ApplicationRunnerTests {
    @Test func `loads and shows the standups`() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily"), .sample("Retro")])
        guard case .list(let list) = fixture.screen.content else {
            Issue.record("not a list: \(fixture.screen)")
            return
        }
        #expect(list.cards.map(\.title) == ["Daily", "Retro"])
    }

    @Test func `remembers where the application was left`() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")])
        #expect(fixture.preferences.value(.place) == "standups")
        fixture.press(.enter, .character("e"), .tab)
        let address = try #require(fixture.preferences.value(.place))
        #expect(address == "standup/\(Standup.sample("Daily").id)/edit?focus=length")
        let next = try ApplicationFixture(standups: [.sample("Daily")], place: try Place(address: address))
        #expect(next.screen == fixture.screen)
    }

    @Test func `a keyboard switched to Hangul gives the same answers to a question`() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")])
        fixture.press(.character("D"))
        #expect(fixture.screen.dialog != nil)
        fixture.press(.character("ㅇ"))
        #expect(try fixture.store.standups().isEmpty)
    }

    @Test func `problems outside the meeting are reported, even after its end`() throws {
        let reports = Mutex<[@Sendable (MeetingProblem) -> Void]>([])
        let fixture = try ApplicationFixture(standups: [.sample("Daily")]) { _, report in
            reports.withLock { $0.append(report) }
            return { _ in }
        }
        fixture.press(.character("s"), .enter)
        let report = try #require(reports.withLock { $0.first })
        report(.outside("the lamp is off"))
        fixture.clock.settle()
        #expect(fixture.screen.notice?.text.contains("the lamp is off") == true)
        fixture.press(.character("q"), .character("s"))
        report(.outside("the lamp is still off"))
        fixture.clock.settle()
        #expect(fixture.screen.notice?.text.contains("the lamp is still off") == true)
    }

    @Test(.timeLimit(.minutes(10)))
    func `quits when asked, and closes the history`() async throws {
        let fixture = try ApplicationFixture()
        fixture.press(.character("q"))
        await fixture.runner.waitUntilQuit()
        #expect(fixture.library.isClosed)
    }

    @Test func `stops a start that is cancelled before its session exists`() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")], place: .start("Daily"))
        fixture.library.whenClaiming { [runner = fixture.runner] in runner.press(.escape) }
        fixture.press(.character("s"))
        #expect(fixture.screen.start != nil)
        #expect(fixture.screen.start?.progress == nil)
        #expect(try fixture.store.meetings(of: nil).isEmpty)
        #expect(fixture.library.claims.isEmpty)
    }

    @Test(.timeLimit(.minutes(10)))
    func `leaves the meeting running when the terminal closes`() async throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")], place: .start("Daily"))
        fixture.press(.character("s"))
        fixture.clock.advance(by: .seconds(5))
        fixture.runner.hangUp()
        await fixture.runner.waitUntilQuit()
        #expect(try fixture.store.meetings(of: nil).map(\.state) == [.live])
        #expect(fixture.library.claims.count == 1 && fixture.library.isClosed)
        fixture.clock.advance(by: .seconds(600))
        #expect(try fixture.store.meetings(of: nil).map(\.state) == [.finished])
        #expect(fixture.library.claims.isEmpty)
    }

    @Test(.timeLimit(.minutes(10)))
    func `starts no meeting after it was told to quit`() async throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")], place: .start("Daily"))
        fixture.library.whenClaiming { [runner = fixture.runner] in runner.interrupt() }
        fixture.press(.character("s"))
        await fixture.runner.waitUntilQuit()
        #expect(try fixture.store.meetings(of: nil).isEmpty)
        #expect(fixture.library.claims.isEmpty)
    }
}

extension Standup {
    /// A standup of ten minutes with attendees of these names.
    static func sample(_ title: String, _ names: [String] = ["Ann", "Ben", "Cleo"]) -> Standup {
        var generator = SeededGenerator(seed: title.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
        return Standup(
            id: Standup.ID(using: &generator), title: title, length: .seconds(600),
            attendees: names.map { Attendee(id: Attendee.ID(using: &generator), name: $0) })
    }
}
