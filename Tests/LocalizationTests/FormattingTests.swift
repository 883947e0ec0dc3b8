import Glibc
import Localization
import MeetingModel
import Testing

@Suite struct `Numbers, dates and lengths of time` {
    /// 2026-02-03T14:40:25Z, a Tuesday.
    static let instant = Timestamp(nanosecondsSince1970: 1_770_129_625_000_000_000)

    private func localizer(_ locale: String, hours: Int = 0, texts: String = "a: b") throws -> Localizer {
        let locale = try tag(locale)
        let catalogue = try Catalogue(yaml: texts, language: locale, path: "test.yaml")
        return Localizer(catalogues: [catalogue], zone: .fixed(secondsFromUTC: hours * 3600))
    }

    @Test(arguments: [
        ("en", "1,234,567", "1,234.50", "25%"), ("de", "1.234.567", "1.234,50", "25 %"),
        ("ko", "1,234,567", "1,234.50", "25%"), ("de-CH", "1’234’567", "1’234.50", "25%"),
        ("fr", "1 234 567", "1 234,50", "25 %"),
    ])
    func `are numbers as the locale writes them`(locale: String, whole: String, half: String, percent: String) throws {
        let localizer = try localizer(locale)
        #expect(localizer.number(1_234_567) == whole)
        #expect(localizer.number(1234.5, fractionDigits: 2) == half)
        #expect(localizer.percent(0.25) == percent)
    }

    @Test func `are numbers of any size`() throws {
        let localizer = try localizer("en")
        #expect(localizer.number(2.5, fractionDigits: -3) == "2")
        #expect(localizer.number(Int.min) == "-9,223,372,036,854,775,808")
        for odd in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0.0] {
            #expect(!localizer.number(odd, fractionDigits: 1).isEmpty)
            #expect(!localizer.percent(odd).isEmpty)
        }
    }

    @Test(arguments: [
        ("en", "Feb 3, 2026", "2:40 PM", "Feb 3, 2026 at 2:40 PM"),
        ("en-GB", "3 Feb 2026", "14:40", "3 Feb 2026 at 14:40"),
        ("de", "3. Feb. 2026", "14:40", "3. Feb. 2026, 14:40"),
        ("ko", "2026년 2월 3일", "오후 2:40", "2026년 2월 3일 오후 2:40"),
    ])
    func `are dates as the locale writes them`(locale: String, date: String, time: String, both: String) throws {
        let localizer = try localizer(locale)
        #expect(localizer.date(Self.instant) == date)
        #expect(localizer.time(Self.instant) == time)
        #expect(localizer.dateAndTime(Self.instant) == both)
    }

    @Test func `are the same when they are asked for again, however many there have been`() throws {
        let localizer = try localizer("en", hours: -5)
        for round in 0..<2 {
            #expect((0..<5000).allSatisfy { localizer.number($0) == Localizer().number($0) }, "\(round)")
            #expect(localizer.duration(.seconds(61)) == "1 min, 1 sec")
            #expect(localizer.duration(.seconds(61), .narrow) == "1m 1s")
            #expect(localizer.list(["Ann", "Ben"]) == "Ann and Ben")
            #expect(localizer.list(["Ann and Ben"]) == "Ann and Ben")
            // Midnight there is 05:00 in UTC.
            let midnight = Timestamp(nanosecondsSince1970: 1_770_094_800_000_000_000)
            #expect(localizer.date(midnight) == "Feb 3, 2026")
            #expect(localizer.date(midnight + .nanoseconds(-1)) == "Feb 2, 2026")
            #expect(localizer.date(midnight + .seconds(86_399)) == "Feb 3, 2026")
            #expect(localizer.date(midnight + .seconds(86_400)) == "Feb 4, 2026")
            for (second, shown) in [(59, "12:00"), (60, "12:01"), (-1, "11:59")] {
                #expect(localizer.time(midnight + .seconds(second)).hasPrefix(shown))
                #expect(localizer.dateAndTime(midnight + .seconds(second)).contains(shown))
            }
        }
    }

    @Test(
        arguments: [
            ("en-GB", 0, "today 14:40"), ("en-GB", 9, "today 14:40"), ("en-GB", 10, "yesterday 14:40"),
            ("en-GB", 34, "Tue 14:40"), ("en-GB", 153, "Tue 14:40"), ("en-GB", 154, "3 Feb 2026 at 14:40"),
            ("de", 34, "Di 14:40"), ("ko", 34, "화 오후 2:40"), ("en-GB", -24, "3 Feb 2026 at 14:40"),
        ])
    func `are dates as people say them, for a week`(_ locale: String, hoursLater: Int, said: String) throws {
        let texts = "common: {today: 'today %{time}', yesterday: 'yesterday %{time}', weekday: '%{day} %{time}'}"
        let localizer = try localizer(locale, texts: texts)
        #expect(localizer.spokenDate(Self.instant, now: Self.instant + .seconds(3600 * hoursLater)) == said)
    }

    @Test func `are shown in the zone that is wanted`() throws {
        #expect(try localizer("en-GB", hours: 9).dateAndTime(Self.instant) == "3 Feb 2026 at 23:40")
        #expect(try localizer("en-GB", hours: 10).dateAndTime(Self.instant) == "4 Feb 2026 at 00:40")
        #expect(try localizer("de", hours: 19).time(Self.instant) == "09:40")
        #expect(try localizer("ko", hours: 19).time(Self.instant) == "오전 9:40")
        #expect(try localizer("en-GB", hours: -15).dateAndTime(Self.instant) == "2 Feb 2026 at 23:40")
        let early = Timestamp(nanosecondsSince1970: -1)
        #expect(try localizer("en-GB").dateAndTime(early) == "31 Dec 1969 at 23:59")
    }

    @Test func `are shown in the machine's zone unless another is wanted`() throws {
        var time = time_t(Self.instant.nanosecondsSince1970 / 1_000_000_000)
        var fields = tm()
        localtime_r(&time, &fields)
        let catalogue = try Catalogue(yaml: "a: b", language: tag("en-GB"), path: "test.yaml")
        let machine = Localizer(catalogues: [catalogue])
        let fixed = Localizer(catalogues: [catalogue], zone: .fixed(secondsFromUTC: fields.tm_gmtoff))
        #expect(machine.dateAndTime(Self.instant) == fixed.dateAndTime(Self.instant))
    }

    @Test(arguments: [Int64.min, .max, 0])
    func `are dates of any year`(nanoseconds: Int64) throws {
        #expect(try !localizer("ko").dateAndTime(Timestamp(nanosecondsSince1970: nanoseconds)).isEmpty)
    }

    @Test(
        arguments: [
            (Duration.seconds(900), "15 minutes", "15 Min.", "15분"),
            (.seconds(60), "1 minute", "1 Min.", "1분"),
            (.seconds(5400), "1 hour, 30 minutes", "1 Std., 30 Min.", "1시간 30분"),
            (.seconds(90), "1 minute, 30 seconds", "1 Min., 30 Sek.", "1분 30초"),
            (.seconds(0), "0 seconds", "0 Sek.", "0초"),
            (.milliseconds(2667), "2.7 seconds", "2,7 Sek.", "2.7초"),
            (.milliseconds(9960), "10 seconds", "10 Sek.", "10초"),
            (.milliseconds(12_499), "12 seconds", "12 Sek.", "12초"),
            (.milliseconds(59_499), "59 seconds", "59 Sek.", "59초"),
            (.milliseconds(59_500), "1 minute", "1 Min.", "1분"),
            (.milliseconds(3_599_600), "1 hour", "1 Std.", "1시간"),
            (.seconds(28_800), "8 hours", "8 Std.", "8시간"),
            (.nanoseconds(1), "0 seconds", "0 Sek.", "0초"),
        ] as [(Duration, String, String, String)])
    func `are lengths in words`(duration: Duration, english: String, german: String, korean: String) throws {
        #expect(try localizer("en").duration(duration, .full) == english)
        #expect(try localizer("de").duration(duration) == german)
        #expect(try localizer("ko").duration(duration) == korean)
    }

    @Test func `are short where there is little room`() throws {
        #expect(try localizer("en").duration(.seconds(5400), .narrow) == "1h 30m")
        #expect(try localizer("en").duration(.seconds(5400)) == "1 hr, 30 min")
        #expect(try localizer("de").duration(.seconds(5400), .full) == "1 Stunde und 30 Minuten")
    }

    @Test(arguments: [Duration.seconds(-90), .seconds(Int64.max), .seconds(Int64.min + 1), .milliseconds(-500)])
    func `are lengths of any size`(duration: Duration) throws {
        #expect(try !localizer("en").duration(duration).isEmpty)
    }

    @Test(arguments: [
        ("en", "Ann", "Ann and Ben", "Ann, Ben, and Cem"), ("de", "Ann", "Ann und Ben", "Ann, Ben und Cem"),
        ("ko", "Ann", "Ann 및 Ben", "Ann, Ben 및 Cem"),
    ])
    func `stand in lists`(locale: String, one: String, two: String, three: String) throws {
        let localizer = try localizer(locale)
        #expect(localizer.list([]) == "")
        #expect(localizer.list(["Ann"]) == one)
        #expect(localizer.list(["Ann", "Ben"]) == two)
        #expect(localizer.list(["Ann", "Ben", "Cem"]) == three)
    }

    @Test func `are put into texts as the locale writes them`() throws {
        let texts = """
            all: "%{count}; %{number}; %{percent}; %{length}; %{words}; %{date}; %{time}; %{both}; %{names}"
            """
        let text = try localizer("de", texts: texts)(
            "all",
            [
                "count": .count(1000), "number": .number(1.25, fractionDigits: 1), "percent": .percent(0.5),
                "length": .duration(.seconds(90)), "words": .duration(.seconds(60), .full),
                "date": .date(Self.instant), "time": .time(Self.instant), "both": .dateAndTime(Self.instant),
                "names": .list(["Ann", "Ben"]),
            ])
        #expect(
            text == "1.000; 1,2; 50 %; 1 Min., 30 Sek.; 1 Minute; 3. Feb. 2026; 14:40; 3. Feb. 2026, 14:40; Ann und Ben"
        )
    }
}
