import MeetingModel
import Testing

@Suite struct LengthTests {
    @Test(
        arguments: [
            ("15m", 900_000), ("90s", 90_000), ("1h30m", 5_400_000), ("1.5h", 5_400_000),
            ("0.5s", 500), (".5s", 500), ("1h 30m 5s", 5_405_000), (" 2 min ", 120_000), ("10 Sec", 10_000),
            ("1H", 3_600_000), ("0m30s", 30_000), ("000000000000000900s", 900_000), ("2.25m", 135_000),
        ]
    )
    func `A length is read in every usual notation`(text: String, milliseconds: Int) throws {
        #expect(try Length(parsing: text).duration == .milliseconds(milliseconds))
    }

    @Test(
        arguments: [
            ("3 minutes", 180), ("6 min", 360), ("1 hour 30 minutes", 5400), ("45 seconds", 45), ("6분", 360),
            ("1시간 30분", 5400), ("45초", 45), ("2 Std 5 Min", 7500), ("10 Sekunden", 10),
        ])
    func `Units may be written out, as screens show them`(text: String, seconds: Int64) throws {
        #expect(try Length(parsing: text).duration == .seconds(seconds))
    }

    @Test func `A number alone is minutes where that is meant, and refused elsewhere`() throws {
        #expect(throws: LengthError.noUnit("15")) { try Length(parsing: "15") }
        #expect(try Length(parsing: "15", allowsMinutes: true).duration == .seconds(900))
        #expect(try Length(parsing: "15s", allowsMinutes: true).duration == .seconds(15))
    }

    @Test func `A length is exact to the nanosecond, however it is written`() throws {
        #expect(try Length(parsing: "0.000000001s").duration == .nanoseconds(1))
        #expect(try Length(parsing: "0.000000001h").duration == .nanoseconds(3600))
        #expect(try Length(parsing: "0.1234567891111s").duration == .nanoseconds(123_456_789))
        #expect(try Length(parsing: "9223372036.854775807s").duration.nanoseconds == .max)
    }

    @Test(
        arguments: [
            "", " ", "m", "1x", "15 minutes ago", "m15", "1m1h", "1m2m", "1h30", "1..5s", "1.s", "1,5h", "1:30", "٣m",
            "0x10", "1e3", "--5m", "+5m", "- 5m", "∞", "15m\0", "nan",
        ]
    )
    func `A text that is not a length is refused`(text: String) {
        #expect(throws: LengthError.malformed(text)) { try Length(parsing: text) }
    }

    @Test(arguments: ["0", "0s", "0h0m", "-5m", "-1s", "0.0000000001s"])
    func `Zero and less are refused`(text: String) {
        #expect(throws: LengthError.notPositive(text)) { try Length(parsing: text) }
    }

    @Test(
        arguments: [
            "9223372036.854775808s", "99999999999999999999s", "2562048h", "9999999999h",
            String(repeating: "9", count: 10_000) + "h",
        ]
    )
    func `A number out of range is refused, without a trap`(text: String) {
        #expect(throws: LengthError.tooLong(text)) { try Length(parsing: text) }
    }

    @Test(
        arguments: [
            (900_000, "15m"), (90_000, "1m30s"), (5_400_000, "1h30m"), (8500, "8.5s"), (3_600_500, "1h0.5s"),
            (28_800_000, "8h"), (0, "0s"), (1, "0.001s"), (-90_000, "-1m30s"), (3_605_000, "1h5s"),
        ]
    )
    func `A length is written in its shortest form`(milliseconds: Int, text: String) {
        #expect(Length(.milliseconds(milliseconds)).description == text)
    }

    @Test func `A written length is read back unchanged`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1000 {
            let digits = Int.random(in: 1...18, using: &generator)
            let bound = (0..<digits).reduce(Int64(1)) { bound, _ in bound * 10 }
            let length = Length(.nanoseconds(Int64.random(in: 1...bound, using: &generator)))
            #expect(try Length(parsing: length.description) == length)
        }
    }

    @Test func `An error has the problem, the text and the remedy in one line, without control characters`() {
        let text = "1\u{1b}[2J\n" + String(repeating: "x", count: 10_000)
        let description = LengthError.malformed(text).description
        #expect(description.hasPrefix("'1\u{fffd}[2J x"))
        #expect(description.hasSuffix("…' is not a length; write it like 15m, 90s or 1h30m"))
        #expect(!description.contains("\n") && description.count < 150)
        #expect(LengthError.malformed("").description.hasPrefix("'\"\"' is not a length; "))
    }

    @Test(
        arguments: [
            (5000, "0:05", "0:05", "0:05"), (65_000, "1:05", "1:05", "1:05"), (720_000, "12:00", "12:00", "12:00"),
            (3_723_000, "1:02:03", "1:02:03", "1:02:03"), (59_999, "1:00", "0:59", "1:00"),
            (59_500, "1:00", "0:59", "1:00"), (59_499, "0:59", "0:59", "1:00"), (59_001, "0:59", "0:59", "1:00"),
            (0, "0:00", "0:00", "0:00"), (1, "0:00", "0:00", "0:01"), (-5000, "-0:05", "-0:05", "-0:05"),
            (-1, "0:00", "-0:01", "0:00"), (-500, "-0:01", "-0:01", "0:00"), (-499, "0:00", "-0:01", "0:00"),
            (3_599_999, "1:00:00", "59:59", "1:00:00"), (36_000_000, "10:00:00", "10:00:00", "10:00:00"),
        ]
    )
    func `A clock shows minutes and seconds, and hours from one hour on`(
        milliseconds: Int, length: String, position: String, remaining: String
    ) {
        let duration = Duration.milliseconds(milliseconds)
        #expect(duration.clockText() == length)
        #expect(duration.clockText(.length) == length)
        #expect(duration.clockText(.position) == position)
        #expect(duration.clockText(.remaining) == remaining)
    }

    @Test(
        arguments: [(20_000, "+0:20"), (500, "+0:01"), (499, "±0:00"), (0, "±0:00"), (-499, "±0:00"), (-500, "-0:01")]
    )
    func `A difference of lengths has a sign`(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).clockDifference == text)
    }

    @Test func `A clock shows the longest and the shortest duration, without a trap`() {
        #expect(Duration.seconds(Int64.max).clockText(.remaining) == "2562047:47:17")
        #expect(Duration.seconds(Int64.min).clockText() == "-2562047:47:17")
    }
}
