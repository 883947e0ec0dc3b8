package import MeetingHistory
internal import MeetingModel
internal import Synchronization

/// A server whose answers get lost: before the call arrives or after, and that says some things twice.
package final class FaultyServer: TeamServer {
    /// What a lost call or answer throws.
    package static let fault = TeamError.slow(server: "a fault")

    private let server: any TeamServer
    private let percent: Int
    private let random: Mutex<SeededGenerator>
    /// The server's name.
    package var name: String { server.name }

    /// A server whose calls fail with a chance in percent.
    init(_ server: any TeamServer, percent: Int, random: SeededGenerator) {
        self.server = server
        self.percent = percent
        self.random = Mutex(random)
    }

    private func chance(_ percent: Int) -> Bool { random.withLock { Int.random(in: 0..<100, using: &$0) < percent } }

    private func call<T>(_ body: () throws(TeamError) -> T) throws(TeamError) -> T {
        if chance(percent) { throw Self.fault }
        let result = try body()
        if chance(percent) { throw Self.fault }
        return result
    }

    package func createTables() throws(TeamError) { try server.createTables() }
    package func identity() throws(TeamError) -> ServerIdentity {
        try call { () throws(TeamError) in try server.identity() }
    }
    package func register(_ device: Device.ID, named name: String) throws(TeamError) {
        try call { () throws(TeamError) in try server.register(device, named: name) }
    }
    package func heads() throws(TeamError) -> [Device.ID: DeviceHead] {
        try call { () throws(TeamError) in try server.heads() }
    }
    package func push(_ batch: SharedBatch) throws(TeamError) -> PushOutcome {
        try call { () throws(TeamError) in
            if percent > 0, chance(10) { _ = try server.push(batch) }
            return try server.push(batch)
        }
    }
    package func refused(of device: Device.ID) throws(TeamError) -> Set<Int64> {
        try call { () throws(TeamError) in try server.refused(of: device) }
    }
    package func changes(
        _ numbers: [Device.ID: ClosedRange<Int64>]
    ) throws(TeamError) -> (changes: [ReceivedChange], through: [Device.ID: Int64]) {
        try call { () throws(TeamError) in
            guard percent > 0, chance(20) else { return try server.changes(numbers) }
            let more = try server.changes(numbers.mapValues { max(1, $0.lowerBound - 5)...$0.upperBound })
            // What was not reached has none.
            return (more.changes, more.through.filter { numbers[$0.key]?.contains($0.value) ?? false })
        }
    }
    package func members() throws(TeamError) -> [TeamMember] { try server.members() }
    package func announce(_ running: RunningStandup, isOver: Bool) throws(TeamError) {
        try server.announce(running, isOver: isOver)
    }
    package func runningStandups() throws(TeamError) -> [RunningStandup] {
        try call { () throws(TeamError) in try server.runningStandups() }
    }
    package func waitForChanges(for time: Duration) -> Bool { server.waitForChanges(for: time) }
    package func wake() { server.wake() }
    package func close() { server.close() }
}
