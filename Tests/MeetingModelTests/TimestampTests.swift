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
}
