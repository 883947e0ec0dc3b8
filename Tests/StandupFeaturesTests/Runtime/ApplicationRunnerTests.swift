import ApplicationTesting
import MeetingModel
import StandupFeatures
import StandupTesting
import Testing

@Suite("The runner")
struct ApplicationRunnerTests {
    @Test("reads the standups and shows them")
    func showsStandups() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily"), .sample("Retro")])
        guard case .list(let list) = fixture.screen.content else {
            Issue.record("not a list: \(fixture.screen)")
            return
        }
        #expect(list.cards.map(\.title) == ["Daily", "Retro"])
    }

    @Test("remembers where the application was left")
    func remembersPlace() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")])
        #expect(fixture.memory.value(.place) == "standups")
    }

    @Test("the letters of a question are the same keys on a keyboard that is switched to Hangul")
    func hangul() throws {
        let fixture = try ApplicationFixture(standups: [.sample("Daily")])
        fixture.press(.character("x"))
        #expect(fixture.screen.dialog != nil)
        fixture.press(.character("ㅇ"))
        #expect(fixture.store.standups().isEmpty)
    }

    @Test("quits when asked, and closes the history", .timeLimit(.minutes(1)))
    func quits() async throws {
        let fixture = try ApplicationFixture()
        fixture.press(.character("q"))
        await fixture.runner.waitUntilQuit()
        #expect(fixture.keeper.isClosed)
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
