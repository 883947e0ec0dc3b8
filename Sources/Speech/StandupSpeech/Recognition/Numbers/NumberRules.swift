/// How a language speaks and writes numbers.
protocol NumberRules: Sendable {
    static var grammar: NumberGrammar { get }

    /// The number that starts at a token.
    static func cardinal(in spoken: SpokenTokens, at start: Int) -> SpokenNumber?
    /// The time of day, date or year that starts at a token.
    static func phrase(in spoken: SpokenTokens, at start: Int) -> WrittenNumber?
}

/// The words that decide whether and how a number is written in digits.
struct NumberGrammar: Sendable {
    /// Things whose numbers have several digits, often spoken one by one.
    let identified: Set<String>
    /// Things whose numbers are small.
    let numbered: Set<String>
    /// Words before such a thing that make its number doubtful: "the build two days ago".
    let doubtfulBefore: Set<String>
    /// Things that are also verbs, and the words before those: "we build two apps".
    let verbs: Set<String>
    let verbCues: Set<String>
    /// Words after a small number that it may count.
    let doubtfulAfter: Set<String>
    /// Words that begin another phrase, so that a date before them is complete.
    let functionWords: Set<String>
    /// Whether every noun has a capital letter.
    let capitalizesNouns: Bool
    /// The signs of spoken decimal points, and of those in versions.
    let points: [String: String]
    let versionPoints: [String: String]
    let percent: String
    let percentSign: String
    let units: Set<String>
    /// Zeros between other digits.
    let zeros: Set<String>
    /// The words between alternatives.
    let alternatives: Set<String>
    /// Words after a number that make it another one.
    let continuations: Set<String>
    let thousandsSeparator: String
}

extension Set<String> {
    /// The words of a text.
    init(words: String) { self.init(words.split(whereSeparator: \.isWhitespace).map(String.init)) }
}

extension [String: Int] {
    /// The words of a text, numbered from `first` in steps.
    init(words: String, from first: Int = 0, by step: Int = 1) {
        let words = words.split(whereSeparator: \.isWhitespace).enumerated()
        self.init(uniqueKeysWithValues: words.map { (String($1), first + $0 * step) })
    }
}

/// A number in words or digits.
struct SpokenNumber {
    let value: Int
    /// The index after its last token.
    let end: Int
    /// Whether it is one digit.
    var isDigit: Bool
    /// Whether it may be a figure of speech, such as "a hundred".
    var isVague = false

    init(_ value: Int, end: Int, isDigit: Bool = false, isVague: Bool = false) {
        (self.value, self.end, self.isDigit, self.isVague) = (value, end, isDigit, isVague)
    }
}

/// What replaces tokens up to `end`; without words, they stay.
struct WrittenNumber {
    var words: [String]?
    let end: Int

    init(_ words: [String]?, end: Int) { (self.words, self.end) = (words, end) }

    /// A time of day, with a minute of an hour on a clock of twelve, or before it.
    init(hour: Int, minute: Int, _ unit: [String] = [], end: Int) {
        let time = minute < 0 ? (hour == 1 ? 12 : hour - 1, minute + 60) : (hour, minute)
        self.init(["\(time.0):\(time.1 < 10 ? "0" : "")\(time.1)"] + unit, end: end)
    }
}
