import MeetingModel
import Testing

@Suite struct DurationTests {
    @Test(
        arguments: [
            (.seconds(2), 2_000_000_000), (.zero, 0), (.nanoseconds(-5), -5), (.nanoseconds(Int64.max), Int64.max),
            (.seconds(10_000_000_000), Int64.max), (.seconds(-10_000_000_000), Int64.min),
        ] as [(Duration, Int64)]
    )
    func `Nanoseconds are whole and clamped`(duration: Duration, nanoseconds: Int64) {
        #expect(duration.nanoseconds == nanoseconds)
    }

    @Test(
        arguments: [
            (.seconds(2), 2000), (.zero, 1), (.seconds(-5), 1), (.microseconds(1999), 1),
            (.seconds(10_000_000_000), Int(Int64.max / 1_000_000)),
        ] as [(Duration, Int)])
    func `A limit of time has at least a millisecond`(duration: Duration, milliseconds: Int) {
        #expect(duration.timeoutMilliseconds == milliseconds)
    }
}
