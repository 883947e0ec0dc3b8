import MeetingEngine
import MeetingModel
import Testing

/// Meetings of random size and settings under random commands at random instants.
@Suite struct TimerRandomTests {
    @Test(.timeLimit(.minutes(10)), arguments: 0..<4 as Range<UInt64>)
    func `no sequence of commands traps, hangs or breaks an invariant`(quarter: UInt64) {
        for seed in stride(from: quarter, to: RandomMeeting.count, by: 4) {
            var meeting = RandomMeeting(seed: seed)
            meeting.run()
            guard meeting.notes.faults.isEmpty else {
                var again = RandomMeeting(seed: seed, keepsStory: true)
                again.run()
                Issue.record("\(again.report)")
                return
            }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<4 as Range<UInt64>)
    func `a random meeting agrees with a model of one token per nanosecond`(quarter: UInt64) throws {
        for seed in stride(from: quarter, to: RandomMeeting.count / 2, by: 4) {
            if let difference = try TokenMeeting.difference(seed: seed) {
                Issue.record("\(difference)")
                return
            }
        }
    }
}
