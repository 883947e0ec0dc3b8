enum GermanNumbers: NumberRules {
    static let grammar = NumberGrammar(
        identified: [
            "ticket", "issue", "bug", "pr", "pull request", "merge request", "raum", "zimmer", "fehler", "fehlercode",
            "statuscode", "http", "port", "build",
        ],
        numbered: Set(words: "version sprint release schritt iteration"),
        doubtfulBefore: Set(words: "ein eine einen einem einer jeder jedes jeden kein keine keinen pro"),
        verbs: [], verbCues: [],
        doubtfulAfter: Set(
            words: """
                von mal weitere weiteren andere anderen neue neuen leute leuten kollegen tage tagen wochen stunden minuten
                sekunden monate monaten jahre jahren
                """),
        functionWords: Set(
            words: """
                , an auf aus bei bis dann das er es fertig für geht haben hat ich im in ist kommt machen mit oder sein sie
                sind soll sollen um und war wenn werden wir wird wollen zu zurück
                """),
        capitalizesNouns: true,
        points: ["komma": ","], versionPoints: ["punkt": "."],
        percent: "prozent", percentSign: " %",
        units: Set(
            words: "byte kilobyte megabyte gigabyte terabyte millisekunden kilometer meter kilo grad euro volt watt"),
        zeros: [], alternatives: ["oder", "bis"], continuations: [], thousandsSeparator: ".")

    private static let small = [String: Int](
        words: """
            null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
            achtzehn neunzehn
            """
    ).merging(["eins": 1, "zwo": 2]) { $1 }
    private static let tens = [String: Int](
        words: "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", from: 20, by: 10)
    private static let irregularOrdinals = ["erst": 1, "dritt": 3, "siebt": 7, "acht": 8]
    private static let months = Set(
        words: """
            januar jänner februar märz april mai juni juli august september oktober november dezember
            """)
    private static let dateCues = Set(words: "am der den dem vom zum bis ab")

    /// The longest number that may be spoken in several words, joined: `vier hundert siebzehn`.
    static func cardinal(in spoken: SpokenTokens, at start: Int) -> SpokenNumber? {
        if let numeral = spoken.numeral(start) { return numeral }
        for count in (1...5).reversed() {
            let text = (start..<start + count).map { spoken[$0] }.joined()
            guard text != "ein", let value = value(text) else { continue }
            return SpokenNumber(
                value, end: start + count, isDigit: value < 10, isVague: text == "hundert" || text == "tausend")
        }
        return nil
    }

    /// The value of a number in one word, without Swiss spelling's `ss`.
    private static func value(_ text: String) -> Int? {
        if let parts = split(text, at: "tausend") {
            guard let factor = parts.0.isEmpty ? 1 : value(parts.0), factor < 1000 else { return nil }
            return rest(parts.1, below: 1000).map { factor * 1000 + $0 }
        }
        if let parts = split(text, at: "hundert") {
            guard let factor = parts.0.isEmpty ? 1 : value(parts.0), (1..<20).contains(factor) else { return nil }
            return rest(parts.1, below: 100).map { factor * 100 + $0 }
        }
        let text = text == "dreissig" || text.hasSuffix("unddreissig") ? text.dropLast(4) + "ßig" : text
        if let value = small[text] ?? tens[text] { return value }
        guard let parts = split(text, at: "und"), let unit = small[parts.0], let ten = tens[parts.1] else { return nil }
        return (1..<10).contains(unit) ? ten + unit : nil
    }

    /// The value of what follows a hundred or thousand.
    private static func rest(_ text: String, below limit: Int) -> Int? {
        guard !text.isEmpty else { return 0 }
        return value(text.hasPrefix("und") ? String(text.dropFirst(3)) : text).flatMap { $0 < limit ? $0 : nil }
    }

    private static func split(_ text: String, at word: String) -> (String, String)? {
        text.firstRange(of: word).map { (String(text[..<$0.lowerBound]), String(text[$0.upperBound...])) }
    }

    static func phrase(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        relativeTime(in: spoken, at: start) ?? time(in: spoken, at: start) ?? date(in: spoken, at: start)
    }

    /// `Halb zehn`, `Viertel vor zehn`, `fünf nach halb zehn`, `um zehn nach neun`.
    private static func relativeTime(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        var (next, minute, isSure) = (start, 0, false)
        let quarter = spoken[start] == "viertel" ? SpokenNumber(15, end: start + 1) : nil
        if let part = quarter ?? cardinal(in: spoken, at: start), [5, 10, 15, 20].contains(part.value),
            let sign = ["vor": -1, "nach": 1][spoken[part.end]]
        {
            (next, minute) = (part.end + 1, sign * part.value)
            isSure = quarter != nil || spoken[start - 1] == "um"
        }
        if spoken[next] == "halb" { (next, minute, isSure) = (next + 1, minute - 30, true) }
        guard isSure, let hour = cardinal(in: spoken, at: next), (1...12).contains(hour.value) else { return nil }
        let end = spoken[hour.end] == "uhr" ? hour.end + 1 : hour.end
        return WrittenNumber(hour: hour.value, minute: minute, ["Uhr"], end: end)
    }

    /// `Zehn Uhr`, `zehn Uhr dreißig`, `um neun dreißig`.
    private static func time(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        let one = spoken[start] == "ein" ? SpokenNumber(1, end: start + 1) : nil
        guard let hour = one ?? cardinal(in: spoken, at: start), hour.value < 25 else { return nil }
        let hasUnit = spoken[hour.end] == "uhr"
        let minute = cardinal(in: spoken, at: hasUnit ? hour.end + 1 : hour.end)
            .flatMap { (10..<60).contains($0.value) ? $0 : nil }
        if let minute, hasUnit || one == nil && spoken[start - 1] == "um" {
            return WrittenNumber(hour: hour.value, minute: minute.value, ["Uhr"], end: minute.end)
        }
        return hasUnit ? WrittenNumber(["\(hour.value)"], end: hour.end) : nil
    }

    /// `Der achtzehnte`, where it is a day.
    private static func date(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        guard let ending = ["en", "er", "e"].first(where: spoken[start].hasSuffix) else { return nil }
        let stem = String(spoken[start].dropLast(ending.count))
        let regular = stem.last == "t" ? value(String(stem.dropLast(stem.hasSuffix("st") ? 2 : 1))) : nil
        guard let day = irregularOrdinals[stem] ?? regular, (1...31).contains(day),
            months.contains(spoken[start + 1])
                || day > 10 && dateCues.contains(spoken[start - 1]) && grammar.functionWords.contains(spoken[start + 1])
        else { return nil }
        return WrittenNumber(["\(day)."], end: start + 1)
    }
}
