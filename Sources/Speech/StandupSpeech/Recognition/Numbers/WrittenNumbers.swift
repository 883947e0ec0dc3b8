/// Writes spoken numbers as people write them (inverse text normalization), such as 3.2 for "three point two".
///
/// Small counts stay words, and so does whatever is doubtful.
package struct WrittenNumbers: Sendable {
    /// The largest number that stays a word where nothing asks for digits.
    private static let largestWord = 12

    private let rules: any NumberRules.Type
    private let grammar: NumberGrammar
    /// The words of terms, which stay.
    private let terms: Set<String>

    /// Creates the numbers of a language, a BCP 47 tag; nil if its rules are unknown.
    ///
    /// `terms` are words in normalized letters.
    init?(language: String, keeping terms: Set<String>) {
        switch language.lowercased().prefix(while: \.isLetter) {
        case "en": rules = EnglishNumbers.self
        case "de": rules = GermanNumbers.self
        default: return nil
        }
        grammar = rules.grammar
        self.terms = terms
    }

    /// The replacements for consecutive words, which may have punctuation, in order and without overlap.
    func replacements(in words: [String]) -> [Vocabulary.Replacement] {
        let spoken = SpokenTokens(words)
        var replacements: [Vocabulary.Replacement] = []
        var next = 0
        while next < spoken.count {
            guard let number = rules.phrase(in: spoken, at: next) ?? number(in: spoken, at: next) else {
                next += 1
                continue
            }
            if let texts = number.words, let found = spoken.replacement(next..<number.end, by: texts),
                found.words != Array(words[found.range]),
                !words[found.range].contains(where: { terms.contains(Pronouncer.letters($0)) })
            {
                replacements.append(found)
            }
            next = number.end
        }
        return replacements
    }

    private func number(in spoken: SpokenTokens, at start: Int) -> WrittenNumber? {
        let run = run(in: spoken, at: start)
        guard let first = run.first, let last = run.last else {
            let isDecimal = spoken[start].allSatisfy { $0.isNumber || grammar.points.values.contains(String($0)) }
            return isDecimal ? percentage(spoken[start], in: spoken, at: start + 1) : nil
        }
        let noun = noun(in: spoken, before: start)
        if let decimal = decimal(first, in: spoken, at: start, isNumbered: noun != nil) {
            return percentage(decimal.text, in: spoken, at: decimal.end)
                ?? WrittenNumber([decimal.text], end: decimal.end)
        }
        guard run.count == 1 else {
            let isOne = noun.map { $0.isLong && isIdentifier(run) } ?? isSpelled(run)
            let isCounted = run.count == 2 && grammar.doubtfulAfter.contains(spoken[last.end])
            return WrittenNumber(isOne && !isCounted ? [run.map { "\($0.value)" }.joined()] : nil, end: last.end)
        }
        let text = noun == nil && spoken.numeral(start) == nil ? grouped(first.value) : "\(first.value)"
        if let percentage = percentage(text, in: spoken, at: first.end) { return percentage }
        let next = spoken[first.end]
        let isWritten =
            grammar.units.contains(next)
            || (first.value > Self.largestWord
                ? !first.isVague && !grammar.continuations.contains(next) && !endsAlternative(first, start, spoken)
                : noun.map { $0.isSure && !isCounting(first, in: spoken) } ?? beginsRange(first, at: start, in: spoken))
        return WrittenNumber(isWritten ? [text] : nil, end: first.end)
    }

    /// The numbers that follow each other without another word.
    private func run(in spoken: SpokenTokens, at start: Int) -> [SpokenNumber] {
        var run: [SpokenNumber] = []
        var next = start
        while let number = rules.cardinal(in: spoken, at: next)
            ?? (run.last?.isDigit == true ? zero(in: spoken, at: next) : nil)
        {
            run.append(number)
            next = number.end
        }
        return run
    }

    private func zero(in spoken: SpokenTokens, at index: Int) -> SpokenNumber? {
        grammar.zeros.contains(spoken[index]) ? SpokenNumber(0, end: index + 1, isDigit: true) : nil
    }

    /// Whether it is spelled by three or more digits, and nobody counts or repeats one.
    private func isSpelled(_ run: [SpokenNumber]) -> Bool {
        let steps = Set(zip(run, run.dropFirst()).map { $1.value - $0.value })
        return run.count > 2 && run.allSatisfy(\.isDigit) && (steps.count > 1 || steps.isDisjoint(with: -1...1))
    }

    /// Whether it is spelled by digits, or by groups such as "four seventeen"; two digits are doubtful.
    private func isIdentifier(_ run: [SpokenNumber]) -> Bool {
        run.allSatisfy(\.isDigit) ? run.count > 2 : run.allSatisfy { $0.value < 100 }
    }

    /// A number with decimal points, such as a version.
    private func decimal(
        _ first: SpokenNumber, in spoken: SpokenTokens, at start: Int, isNumbered: Bool
    ) -> (text: String, end: Int)? {
        var (text, end) = ("\(first.value)", first.end)
        while let sign = grammar.points[spoken[end]] ?? (isNumbered ? grammar.versionPoints[spoken[end]] : nil),
            let number = rules.cardinal(in: spoken, at: end + 1) ?? zero(in: spoken, at: end + 1), number.value < 100
        {
            let digits = number.isDigit ? run(in: spoken, at: number.end).prefix(while: \.isDigit) : []
            text += sign + ([number] + digits).map { "\($0.value)" }.joined()
            end = digits.last?.end ?? number.end
        }
        // "This is the one point two of us made."
        let isPhrase = first.value == 1 && !isNumbered && grammar.doubtfulBefore.contains(spoken[start - 1])
        return end > first.end && !isPhrase ? (text, end) : nil
    }

    private func percentage(_ text: String, in spoken: SpokenTokens, at end: Int) -> WrittenNumber? {
        let words = (text + grammar.percentSign).split(separator: " ").map(String.init)
        if spoken[end] == grammar.percent { return WrittenNumber(words, end: end + 1) }
        return spoken[end] + spoken[end + 1] == grammar.percent ? WrittenNumber(words, end: end + 2) : nil
    }

    private func grouped(_ value: Int) -> String {
        let digits = String(value)
        return digits.count < 5 ? digits : digits.dropLast(3) + grammar.thousandsSeparator + digits.suffix(3)
    }
}

extension WrittenNumbers {
    /// What a number belongs to, such as the ticket of "ticket number seven": whether its numbers have several digits, and
    /// whether even a small one is no count.
    private func noun(in spoken: SpokenTokens, before start: Int) -> (isLong: Bool, isSure: Bool)? {
        let hasWord = ["number", "nummer"].contains(spoken[start - 1])
        let last = start - (hasWord ? 2 : 1)
        for (first, name) in [(last - 1, spoken[last - 1] + " " + spoken[last]), (last, spoken[last])] {
            let isLong = grammar.identified.contains(name)
            guard isLong || grammar.numbered.contains(name) else { continue }
            let isVerb = grammar.verbs.contains(name) && grammar.verbCues.contains(spoken[first - 1])
            let isDoubtful = isVerb || grammar.doubtfulBefore.contains(spoken[first - 1])
            return (isLong, hasWord || !isDoubtful)
        }
        return nil
    }

    /// Whether a small number may count what follows.
    private func isCounting(_ number: SpokenNumber, in spoken: SpokenTokens) -> Bool {
        grammar.doubtfulAfter.contains(spoken[number.end])
            || grammar.capitalizesNouns && spoken.isCapitalized(number.end)
    }

    /// Whether it is the small number of "ten to fifteen", "between ten and fifteen" or "five to ten percent".
    private func beginsRange(_ number: SpokenNumber, at start: Int, in spoken: SpokenTokens) -> Bool {
        let next = spoken[number.end]
        let isRange =
            grammar.alternatives.contains(next) || ["between": "and", "zwischen": "und"][spoken[start - 1]] == next
        let others = isRange ? run(in: spoken, at: number.end + 1) : []
        guard others.count == 1, let other = others.first, other.value < 100 else { return false }
        return other.value > Self.largestWord || percentage("", in: spoken, at: other.end) != nil
            || grammar.units.contains(spoken[other.end])
    }

    /// Whether it is the large number of "two or three hundred".
    private func endsAlternative(_ number: SpokenNumber, _ start: Int, _ spoken: SpokenTokens) -> Bool {
        number.value >= 100 && grammar.alternatives.contains(spoken[start - 1])
            && (rules.cardinal(in: spoken, at: start - 2)?.value ?? 0) < 100
    }
}
