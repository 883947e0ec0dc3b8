import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

/// A laptop whose clock is not the team's.
@Suite final class TeamClockTests: TeamCopies {
    private static let time = Timestamp(secondsSince1970: 1_795_000_000)

    private func problem(ahead: Duration) throws -> TeamError? {
        let store = try copy(of: "ann")
        database.change { $0.now = { Self.time } }
        let sync = TeamSync(store, with: database.connection(of: "ann")) { Self.time + ahead }
        return try sync.run().clockProblem
    }

    @Test(
        arguments: [
            (Duration.seconds(5 * 3600), "this machine's clock is 5h ahead of that of the team's server memory; "),
            (.seconds(-7 * 60 - 59), "this machine's clock is 7m behind that of the team's server memory; "),
        ])
    func `Each synchronization says how far a clock is off`(ahead: Duration, text: String) throws {
        let problem = try #require(try problem(ahead: ahead))
        #expect(problem == .clock(server: "memory", ahead: ahead))
        #expect(problem.description.hasPrefix(text), "\(problem.description)")
    }

    @Test(arguments: [0, 120, -120])
    func `Two minutes are no problem`(seconds: Int) throws {
        #expect(try problem(ahead: .seconds(seconds)) == nil)
    }
}
