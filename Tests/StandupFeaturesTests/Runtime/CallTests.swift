import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The answer to a call") struct CallTests {
    private let standups = [Standup.sample("Daily"), Standup.sample("Retro")]

    @Test func `goes to the feature that asked, and to none of its type that shows something else`() throws {
        let backend = try FixedBackend.with(standups[0])
        let update = WrittenUpdate(
            attendee: standups[0].attendees[0].id, text: "ill", writtenAt: Timestamp(nanosecondsSince1970: 7))
        _ = try backend.store.write(update, for: standups[0].id)
        var (asking, other) = (StandupDetail(standups[0], seed: 1), StandupDetail(standups[1], seed: 1))
        guard case .answered(let answer)? = try asking.loadUpdates().outcome(from: backend) else {
            Issue.record("no answer")
            return
        }
        _ = other.receive(answer)
        #expect(other.updates.all.isEmpty)
        _ = asking.receive(answer)
        #expect(asking.updates.all.map(\.text) == ["ill"])
    }

    @Test func `about a deletion is for the question that was asked, not for the next one`() throws {
        var backend = try FixedBackend.with(standups[0])
        backend.reach = .everybody
        var page = StandupDetail(standups[0], seed: 1)
        let effects = page.askToDeleteStandup()
        page.question = nil
        try page.carryOut(effects, from: backend)
        #expect(page.deletionReach == nil)
        try page.carryOut(page.askToDeleteStandup(), from: backend)
        #expect(page.deletionReach == .everybody)
    }
}
