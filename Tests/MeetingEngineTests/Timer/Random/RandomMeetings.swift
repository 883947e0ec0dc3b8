import Dispatch
import Glibc
import Synchronization

/// What `TimerRandomTests` tries, more often: `tools/fuzz timer` builds it for release.
@main
enum RandomMeetings {
    private static let stripes = 8

    static func main() {
        let count = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1_000_000
        let faults = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: stripes) { stripe in
            for seed in stride(from: UInt64(stripe), to: count, by: stripes) {
                let found = self.faults(seed: seed)
                if !found.isEmpty { faults.withLock { $0 += found } }
            }
        }
        // Each meeting stops at its first fault; the shortest is the easiest to understand.
        let found = faults.withLock { $0.sorted { $0.utf8.count < $1.utf8.count } }
        if let shortest = found.first {
            print("\(count) random meetings: \(found.count) faults, the shortest is:\n\(shortest)")
            exit(1)
        }
        print("\(count) random meetings, and as many compared with one that is played by hand: no fault")
    }

    private static func faults(seed: UInt64) -> [String] {
        var faults: [String] = []
        var meeting = RandomMeeting(seed: seed)
        meeting.run()
        if !meeting.notes.faults.isEmpty {
            var again = RandomMeeting(seed: seed, keepsStory: true)
            again.run()
            faults.append(again.report)
        }
        do {
            if let difference = try TokenMeeting.difference(seed: seed) { faults.append(difference) }
        } catch {
            faults.append("seed \(seed): no meeting to play by hand, \(error)")
        }
        return faults
    }
}
