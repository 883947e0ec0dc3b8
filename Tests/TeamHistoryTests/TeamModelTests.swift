import Foundation
import StandupTesting
import Testing
import TestSupport

/// Random histories of a team converge, whatever happens to its devices.
@Suite(.timeLimit(.minutes(10))) struct TeamModelTests {
    /// `tools/torture team` runs many more.
    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["STANDUP_TEAM_SEED"].flatMap(UInt64.init) ?? 1
        return Array(first..<(first + (environment["STANDUP_TEAM_RUNS"].flatMap(UInt64.init) ?? 40)))
    }

    @Test(arguments: seeds)
    func `All copies agree after partitions, crashes, restored and copied devices`(seed: UInt64) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/team-model-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = InMemoryTeamServer()
        try TeamModel(seed: seed, folder: folder) { server.connection(of: $0) }.run(steps: 60)
    }
}
