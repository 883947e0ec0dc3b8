import Foundation
import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Team
import TestSupport

/// Runs the model of a team, or one synchronization of it.
///
/// It prints the seed of each run that fails, with what did not hold, leaves its histories, and exits with 1 then.
@main enum Main {
    private static let usage = """
        usage: team-model FIRST-SEED RUNS [STEPS]             runs with a server in memory
               team-model postgresql SEED STEPS ADDRESS       one run on the empty database at ADDRESS, whose owner is member0
               team-model sync HISTORY ADDRESS NANOSECONDS    synchronizes a history, whose clock shows this time
        """
    /// The exit status of a synchronization that may succeed later.
    private static let brokenOff: Int32 = 75

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.compactMap { UInt64($0) }
        switch (arguments.first, arguments.count, numbers.count) {
        case ("sync", 4, 1): synchronize(arguments[1], arguments[2], now: Int64(numbers[0]))
        case ("postgresql", 4, 2):
            let address = arguments[3]
            finish(seeds: numbers[0]...numbers[0], steps: Int(numbers[1])) { seed, folder in
                TeamModel(
                    seed: seed, folder: folder,
                    killable: { try synchronizeAndKill($0, "\(address) user=\($1)", now: $2, after: $3) },
                    connect: { PostgreSQLTeamServer(at: try PostgreSQLAddress("\(address) user=\($0)")) })
            }
        case (_, 2...3, arguments.count) where numbers[1] > 0:
            let seeds = numbers[0]...(numbers[0] + numbers[1] - 1)
            finish(seeds: seeds, steps: numbers.count > 2 ? Int(numbers[2]) : 60) { seed, folder in
                let server = InMemoryTeamServer()
                return TeamModel(seed: seed, folder: folder) { server.connection(of: $0) }
            }
        default:
            print(usage)
            exit(64)
        }
    }

    private static func finish(
        seeds: ClosedRange<UInt64>, steps: Int, _ model: (UInt64, String) -> TeamModel
    ) -> Never {
        var failures = 0
        var counts: [String: Int] = [:]
        for seed in seeds {
            let folder = FileManager.default.temporaryDirectory.path + "/team-model-\(getpid())-\(seed)"
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let model = model(seed, folder)
            do {
                try model.run(steps: steps)
                try? FileManager.default.removeItem(atPath: folder)
            } catch {
                failures += 1
                print("\(error)\nThe histories are in \(folder).")
            }
            for (step, count) in model.counts { counts[step, default: 0] += count }
        }
        let steps = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("\(seeds.count) runs, \(failures) failed: \(steps)")
        exit(failures == 0 ? 0 : 1)
    }

    // MARK: One synchronization

    private static func synchronize(_ path: String, _ address: String, now: Int64) -> Never {
        do {
            let store = try SQLiteMeetingStore(path: path, now: { Timestamp(nanosecondsSince1970: now) })
            let server = PostgreSQLTeamServer(at: try PostgreSQLAddress(address))
            _ = try TeamSync(store, with: server).run(consent: .deletions)
            store.close()
            exit(0)
        } catch let error as TeamError where error.isPassing {
            exit(brokenOff)
        } catch {
            print("a synchronization in a process failed: \(error)")
            exit(1)
        }
    }

    /// Whether the process synchronized all before it was killed.
    private static func synchronizeAndKill(
        _ path: String, _ address: String, now: Int64, after time: Duration
    ) throws -> Bool {
        let process = try spawn(
            "/proc/self/exe", ["sync", path, address, "\(now)"], environment: ProcessInfo.processInfo.environment,
            descriptors: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
        usleep(UInt32(time / .microseconds(1)))
        kill(process, SIGKILL)
        switch wait(for: process) {
        case 0: return true
        case brokenOff, 128 + SIGKILL: return false
        case let status: throw ProcessFailure(description: "a synchronization in a process ended with \(status)")
        }
    }

    private struct ProcessFailure: Error, CustomStringConvertible {
        let description: String
    }
}
