enum EnglishNumbers: NumberRules {
    static let grammar = NumberGrammar(
        identified: [
            "ticket", "issue", "bug", "pr", "pull request", "merge request", "room", "error", "error code",
            "status code", "http", "port", "build",
        ],
        numbered: Set(words: "version sprint release step iteration"),
        doubtfulBefore: Set(
            words: """
                a an the this that these those my our your his her their each every any no some one another last next only
                """),
        verbs: Set(words: "release build issue port step"),
        verbCues: Set(words: "i we you they to will can could should would must let's us please then and"),
        doubtfulAfter: Set(
            words: """
                of more other others people person guys thing things time times second seconds minute minutes hour hours
                day days week weeks month months year years person's developers tests tickets bugs reviewers
                """),
        functionWords: Set(
            words: """
                , a and as at because but by for from he i if in is it on or she so that the then they this to twenty until
                was we when which will with you
                """),
        capitalizesNouns: false,
        points: ["point": ".", "dot": "."], versionPoints: [:],
        percent: "percent", percentSign: "%",
        units: Set(
            words: """
                bytes kilobytes megabytes gigabytes terabytes megabyte gigabyte terabyte milliseconds millisecond
                microseconds hertz megahertz gigahertz kilometers kilometres meters metres millimeters centimeters
                kilograms degrees euros dollars pixels volts watts
                """),
        zeros: ["oh", "o"], alternatives: ["or", "to"],
        continuations: ordinals.union(["hundred", "thousand", "odd", "something"]), thousandsSeparator: ",")

    private static let small = [String: Int](
        words: """
            zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
            seventeen eighteen nineteen
            """)
    private static let tens = [String: Int](
        words: "twenty thirty forty fifty sixty seventy eighty ninety", from: 20, by: 10)
    private static let days = [String: Int](
        words: """
            first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
            fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
            """, from: 1)
    private static let ordinals = Set(days.keys).union(["thirtieth"])
    private static let months = Set(
        words: "january february march april may june july august september october november december")
    private static let weekdays = Set(words: "monday tuesday wednesday thursday friday saturday sunday")
    private static let timeCues = Set(words: "at until till from by before after since around")
    private static let dateCues = Set(words: "on until till by before after since from to for due")
    private static let yearCues = Set(words: "in since until by of from for year before after early late end").union(
        months)

    static func cardinal(in spoken: SpokenTokens, at start: Int) -> SpokenNumber? {
        let hasArticle = spoken[start] == "a" && ["hundred", "thousand"].contains(spoken[start + 1])
        guard var number = hasArticle ? SpokenNumber(1, end: start + 1) : below100(in: spoken, at: start) else {
            return nil
        }
        if spoken[number.end] == "hundred", (1..<20).contains(number.value) {
            number = added(below100, to: number.value * 100, in: spoken, at: number.end + 1)
        }
        if spoken[number.end] == "thousand", (1..<1000).contains(number.value) {
            number = added(hundreds, to: number.value * 1000, in: spoken, at: number.end + 1)
        }
        return SpokenNumber(
            number.value, end: number.end, isDigit: number.isDigit, isVague: hasArticle && number.end == start + 2)
    }

    private static func added(
        _ part: (SpokenTokens, Int) -> SpokenNumber?, to value: Int, in spoken: SpokenTokens, at end: Int
    ) -> SpokenNumber {
        let rest = part(spoken, spoken[end] == "and" ? end + 1 : end)
        return rest.map { SpokenNumber(value + $0.value, end: $0.end) } ?? SpokenNumber(value, end: end)
    }

    private static func hundreds(in spoken: SpokenTokens, at start: Int) -> SpokenNumber? {
        guard let number = below100(in: spoken, at: start), spoken[number.end] == "hundred", number.value < 10 else {
            return below100(in: spoken, at: start)
        }
        return added(below100, to: number.value * 100, in: spoken, at: number.end + 1)
    }

    private static func below100(in spoken: SpokenTokens, at start: Int) -> SpokenNumber? {
        if let ten = tens[spoken[start]] {
            guard let unit = small[spoken[start + 1]], (1..<10).contains(unit) else {
                return SpokenNumber(ten, end: start + 1)
            }
            return SpokenNumber(ten + unit, end: start + 2)
        }
        return small[spoken[start]].map { SpokenNumber($0, end: start + 1, isDigit: $0 < 10) } ?? spoken.numeral(start)
    }

    static func phrase(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        relativeTime(in: spoken, at: start) ?? time(in: spoken, at: start) ?? date(in: spoken, at: start)
            ?? year(in: spoken, at: start)
    }

    /// "Half past nine", "a quarter to ten", "at ten to nine".
    private static func relativeTime(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        let first = spoken[start] == "a" ? start + 1 : start
        let fraction = ["half": 30, "quarter": 15][spoken[first]].map { SpokenNumber($0, end: first + 1) }
        guard let minutes = fraction ?? below100(in: spoken, at: start),
            [5, 10, 15, 20, 25, 30].contains(minutes.value),
            let hour = below100(in: spoken, at: minutes.end + 1), (1...12).contains(hour.value),
            !isCounted(spoken[hour.end])
        else { return nil }
        switch spoken[minutes.end] {
        case "past": return WrittenNumber(hour: hour.value, minute: minutes.value, end: hour.end)
        case "to"
        where minutes.value < 30 && (fraction != nil || ["at", "by", "until", "till"].contains(spoken[start - 1])):
            return WrittenNumber(hour: hour.value, minute: -minutes.value, end: hour.end)
        default: return nil
        }
    }

    /// "At nine thirty", "nine thirty am", "nine o'clock".
    private static func time(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        guard let hour = below100(in: spoken, at: start), (1...12).contains(hour.value) else { return nil }
        if spoken[hour.end] == "o'clock" { return WrittenNumber(["\(hour.value)"], end: hour.end) }
        let isOh = grammar.zeros.contains(spoken[hour.end])
        let minute = below100(in: spoken, at: isOh ? hour.end + 1 : hour.end)
            .flatMap { (isOh ? 1...9 : 10...59).contains($0.value) ? $0 : nil }
        let end = minute?.end ?? hour.end
        let hasHalf = ["am", "pm", "a.m", "p.m"].contains(spoken[end])
        // "I for one am late."
        guard let minute else {
            return hasHalf && spoken[start] != "one" ? WrittenNumber(["\(hour.value)"], end: end) : nil
        }
        func endsTime(_ other: Int) -> Bool { time(in: spoken, at: other)?.end == start - 1 }
        let isSecond =
            ["to", "and", "or"].contains(spoken[start - 1]) && (start - 5..<start - 1).contains(where: endsTime)
        guard hasHalf || !isCounted(spoken[end]) && (isSecond || timeCues.contains(spoken[start - 1])) else {
            return nil
        }
        return WrittenNumber(hour: hour.value, minute: minute.value, end: end)
    }

    /// "The eighteenth", where it is a day.
    private static func date(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        let ten = ["twenty": 20, "thirty": 30][spoken[start]]
        let unit = days[spoken[ten == nil ? start : start + 1]]
        guard let day = spoken[start] == "thirtieth" ? 30 : unit.map({ $0 + (ten ?? 0) }), day < 32,
            ten == nil || unit ?? 10 < 10
        else { return nil }
        let end = ten == nil ? start + 1 : start + 2
        let before = start - (spoken[start - 1] == "the" ? 2 : 1)
        let isInMonth =
            before < start - 1 && spoken[end] == "of" && months.contains(spoken[end + 1])
            || months.contains(spoken[before]) && (before < start - 1 || spoken.isCapitalized(before))
        let isDay =
            before < start - 1 && (day > 10 && dateCues.contains(spoken[before]) || weekdays.contains(spoken[before]))
        let isComplete = grammar.functionWords.contains(spoken[end])
        guard spoken[end] == "of" ? isInMonth : isComplete && (isInMonth || isDay) else { return nil }
        let suffix = day / 10 == 1 ? "th" : [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
        return WrittenNumber(["\(day)\(suffix)"], end: end)
    }

    /// "In twenty twenty six".
    private static func year(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        guard let century = ["nineteen": 1900, "twenty": 2000][spoken[start]],
            yearCues.contains(spoken[start - 1]) || ordinals.contains(spoken[start - 1]),
            let rest = below100(in: spoken, at: start + 1), (10..<(century == 1900 ? 100 : 40)).contains(rest.value),
            !isCounted(spoken[rest.end])
        else { return nil }
        return WrittenNumber(["\(century + rest.value)"], end: rest.end)
    }

    /// Whether the number before a word is part of a count, not a time.
    private static func isCounted(_ word: String) -> Bool {
        grammar.doubtfulAfter.contains(word) || grammar.continuations.contains(word) || word == grammar.percent
    }
}
