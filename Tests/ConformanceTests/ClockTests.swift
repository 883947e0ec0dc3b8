import MeetingTiming
import StandupTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `What a clock promises` {
    @Test func `the machine's clock keeps its promises`() async {
        #expect(await MeetingClockConformance.check(SystemClock()) == [])
    }

    @Test func `a virtual clock keeps its promises`() async {
        let clock = VirtualClock()
        let broken = await MeetingClockConformance.check(clock) { instant, _ in clock.advance(to: instant) }
        #expect(broken == [])
    }

    @Test(arguments: [SystemClock(), VirtualClock()] as [any MeetingClock])
    func `a queue performs its work one after the other, in order`(clock: any MeetingClock) {
        let numbers = Mutex<[Int]>([])
        let queue = clock.makeQueue("test", inBackground: true)
        for number in 0..<100 { queue.async { numbers.withLock { $0.append(number) } } }
        queue.settle()
        #expect(numbers.withLock { $0 } == Array(0..<100))
    }
}
