import MeetingHistory
import Testing

@testable import StandupTesting

@Suite(.timeLimit(.minutes(10))) struct `A team's server` {
    @Test func `in memory keeps its promises`() {
        #expect(TeamServerConformance.check(Self.inMemory) == [])
    }

    @Test(arguments: BrokenTeamServer.Fault.allCases)
    func `that breaks one is found`(fault: BrokenTeamServer.Fault) {
        let broken = TeamServerConformance.check(patience: fault == .sleepsOn ? .milliseconds(50) : .seconds(60)) {
            let (connect, memory) = (Self.inMemory(), BrokenTeamServer.Memory())
            return { BrokenTeamServer(fault, try connect($0), memory) }
        }
        #expect(broken.first?.promise == fault.promise.rawValue, "\(broken)")
    }

    @Test func `is broken in each way once`() {
        #expect(Set(BrokenTeamServer.Fault.allCases.map(\.promise)) == Set(TeamServerConformance.Promise.allCases))
    }

    /// A new server, and what connects to it.
    private static func inMemory() -> @Sendable (TeamServerConformance.Login) throws -> any TeamServer {
        let server = InMemoryTeamServer()
        server.change { $0.restrict("reader") }
        return { login in server.connection(of: "\(login)") }
    }
}
