import Foundation
import StandupTesting
import TeamHistory
import TeamModel

/// Runs the model of a team: `team-model FIRST-SEED RUNS [STEPS]`.
///
/// It prints the seed of each run that fails, with what did not hold, leaves its histories, and exits with 1 then.
@main enum Main {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        guard numbers.count >= 2 else {
            print("usage: team-model FIRST-SEED RUNS [STEPS]")
            exit(64)
        }
        let steps = numbers.count > 2 ? Int(numbers[2]) : 60
        var failures = 0
        var counts: [String: Int] = [:]
        for seed in numbers[0]..<(numbers[0] + numbers[1]) {
            let folder = FileManager.default.temporaryDirectory.path + "/team-model-\(getpid())-\(seed)"
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let server = InMemoryTeamServer()
            let model = TeamModel(seed: seed, folder: folder) { server.connection(of: $0) }
            do {
                try model.run(steps: steps)
                try? FileManager.default.removeItem(atPath: folder)
            } catch {
                failures += 1
                print("\(error)\nThe histories are in \(folder).")
            }
            for (step, count) in model.counts { counts[step, default: 0] += count }
        }
        print(
            "\(numbers[1]) runs, \(failures) failed; \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })"
        )
        exit(failures == 0 ? 0 : 1)
    }
}
