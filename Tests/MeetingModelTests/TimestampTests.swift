import FoundationEssentials
import MeetingModel
import Testing

struct `A timestamp` {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_770_107_400_125_999_999, "2026-02-03T08:30:00.125Z"),
        (-1_000_000, "1969-12-31T23:59:59.999Z"), (.max, "2262-04-11T23:47:16.854Z"),
    ])
    func `has a text in UTC`(nanoseconds: Int64, text: String) {
        #expect(Timestamp(nanosecondsSince1970: nanoseconds).iso8601 == text)
    }

    @Test func `is a date, and back`() {
        let instant = Timestamp(nanosecondsSince1970: 1_770_107_400_125_000_000)
        #expect(abs(instant.date.timeIntervalSince1970 - 1_770_107_400.125) < 1e-6)
        #expect(abs(Timestamp(instant.date).nanosecondsSince1970 - instant.nanosecondsSince1970) < 1000)
        #expect(Timestamp(Date(timeIntervalSince1970: 1.5)).nanosecondsSince1970 == 1_500_000_000)
        #expect(Timestamp(.distantPast).nanosecondsSince1970 == .min)
        #expect(Timestamp(.distantFuture).nanosecondsSince1970 == .max)
    }

    @Test(arguments: [
        (0, 5, 5), (1_770_107_400, 125_000_000, 1_770_107_400_125_000_000), (-1, 1, -999_999_999),
        (10_413_792_000, 0, .max), (.max, .max, .max), (.min, 0, .min),
    ])
    func `is clamped if a file or a clock is out of range`(seconds: Int, nanoseconds: Int64, result: Int64) {
        #expect(Timestamp(secondsSince1970: seconds, nanoseconds: nanoseconds).nanosecondsSince1970 == result)
    }

    @Test func `has no later one, and no earlier one, at the ends of its range`() {
        let (first, last) = (Timestamp(nanosecondsSince1970: .min), Timestamp(nanosecondsSince1970: .max))
        #expect(last + .seconds(1) == last)
        #expect(first - .seconds(1) == first)
        #expect(last - .seconds(1) < last)
        #expect(last - first > .seconds(18_000_000_000))
    }
}
