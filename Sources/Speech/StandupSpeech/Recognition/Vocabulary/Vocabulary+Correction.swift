import MeetingModel

extension Vocabulary {
    struct UncorrectedWord: Hashable, Sendable {
        /// The word, possibly with punctuation.
        var text: String
        /// The confidence, 0 to 1.
        var confidence: Double
    }

    struct Replacement: Hashable, Sendable {
        /// The indices of the replaced words.
        let range: Range<Int>
        let words: [String]
    }

    /// The replacements for consecutive words, in order and without overlap.
    ///
    /// Words already in the vocabulary are kept, in its spelling unless they are common words. Elsewhere the entry with
    /// the smallest distance is used, if below a limit; the limit is lower for confident words and short entries.
    /// General terms come last. Correcting twice changes nothing.
    func replacements(in heard: [UncorrectedWord]) -> [Replacement] {
        guard !entries.isEmpty else { return [] }
        let words = heard.map { Token($0, matching) }
        var isTaken = [Bool](repeating: false, count: words.count)
        var replacements: [Replacement] = []
        for entries in [entries.filter { !$0.isGeneral }, entries.filter(\.isGeneral)] {
            replacements += known(entries, in: words, &isTaken)
            let candidates = candidates(entries, in: words, isTaken)
                .sorted {
                    ($0.excess, $1.range.count, $0.range.lowerBound, $0.entry)
                        < ($1.excess, $0.range.count, $1.range.lowerBound, $1.entry)
                }
            for candidate in candidates where !isTaken[candidate.range].contains(true) {
                for index in candidate.range { isTaken[index] = true }
                replacements.append(replacement(candidate.range, in: words, by: entries[candidate.entry]))
            }
        }
        return replacements.filter { heard[$0.range].map(\.text) != $0.words }
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// A recognized word with its derived properties.
    private struct Token {
        let before: String
        let after: String
        let letters: String
        let sound: [Int]
        let confidence: Double
        let isFunction: Bool
        let isCommon: Bool
        /// Whether it is a word of the language, as far as known.
        let isWord: Bool

        init(_ heard: UncorrectedWord, _ matching: Matching) {
            let text = heard.text
            let bare = text.trimmingPunctuation
            before = String(text[..<bare.startIndex])
            after = String(text[bare.endIndex...])
            let word = String(bare)
            letters = Pronouncer.letters(word)
            // PocketSphinx writes a letter as `p.`.
            let whole = matching.sound(of: text)
            sound = whole.isEmpty ? matching.sound(of: word) : whole
            confidence = heard.confidence.isFinite ? min(max(heard.confidence, 0), 1) : 0
            let isEnglish = if case .english = matching { true } else { false }
            isFunction = isEnglish && CommonWords.function.contains(letters)
            isCommon = isFunction || (isEnglish && CommonWords.frequent.contains(letters))
            // `burn-in` and `query's` are of two words.
            isWord = isCommon || !word.allSatisfy { $0.isLetter || $0.isNumber } || matching.isWord(letters)
        }
    }

    /// Words that may be an entry.
    private struct Candidate {
        let range: Range<Int>
        let entry: Int
        /// The distance minus its limit; negative.
        let excess: Float
    }

    /// The entries that were recognized literally, longest first.
    private func known(_ entries: [Entry], in words: [Token], _ isTaken: inout [Bool]) -> [Replacement] {
        var replacements: [Replacement] = []
        for entry in entries.sorted(by: { $0.letters.count > $1.letters.count }) {
            let count = entry.letters.count
            for start in words.indices.dropLast(count - 1) where !isTaken[start..<start + count].contains(true) {
                let range = start..<start + count
                guard zip(words[range], entry.letters).allSatisfy({ $0.letters == $1 }) else { continue }
                for index in range { isTaken[index] = true }
                // `will` and `mark` are rarely names; `Sentry` may be a sentry.
                if entry.isGeneral ? entry.hasInnerCapitals : count > 1 || !words[start].isCommon {
                    replacements.append(replacement(range, in: words, by: entry))
                }
            }
        }
        return replacements
    }

    private func candidates(_ entries: [Entry], in words: [Token], _ isTaken: [Bool]) -> [Candidate] {
        var candidates: [Candidate] = []
        for start in words.indices {
            var sound: [Int] = []
            for end in start..<min(start + Self.mostWords, words.count) {
                guard !isTaken[end], !words[end].sound.isEmpty else { break }
                sound += words[end].sound
                let range = start..<end + 1
                for (index, entry) in entries.enumerated() where hasLikeParts(words[range], entry) {
                    for expected in entry.sounds {
                        guard let limit = limit(words[range], entry, expected: expected.count) else { continue }
                        let distance = matching.distance(sound, expected, limit: limit)
                        guard distance <= limit else { continue }
                        candidates.append(Candidate(range: range, entry: index, excess: distance - limit))
                    }
                }
            }
        }
        return candidates
    }

    /// Whether each word resembles its counterpart in a term of equal length: `on request` is no `pull request`.
    private func hasLikeParts(_ words: ArraySlice<Token>, _ entry: Entry) -> Bool {
        guard !entry.isGeneral || isLikely(entry, insteadOf: words) else { return false }
        guard words.count == entry.parts.count else { return true }
        let limit = entry.isGeneral ? Limit.ofGeneralPart : Limit.ofPart
        return zip(words, entry.parts)
            .allSatisfy { word, sounds in
                sounds.contains { matching.distance(word.sound, $0, limit: limit) <= limit }
            }
    }

    /// Whether words may be a general term: most teams say few of them, and many sound like other words.
    private func isLikely(_ entry: Entry, insteadOf words: ArraySlice<Token>) -> Bool {
        guard words.count == entry.words.count, words.count > 1 else {
            // Not `print` for `sprint`; `front end` for `frontend`, but not `to print`.
            return !entry.isDerived
                && (words.count == 1
                    ? !words.contains(where: \.isWord)
                    : !words.contains(where: \.isFunction)
                        && entry.sounds.contains { $0.count >= Self.shortestGeneral })
        }
        return zip(words, entry.letters).contains { $0.letters == $1 || !$0.isWord }
    }

    /// The least number of phones of a general term in place of several words.
    private static let shortestGeneral = 8

    /// The maximum distance of words from an entry of an expected length; nil if they must not be replaced.
    private func limit(_ words: ArraySlice<Token>, _ entry: Entry, expected: Int) -> Float? {
        guard case .english = matching else { return expected >= 5 ? Limit.ofLetters : nil }
        let sounds = words.reduce(0) { $0 + $1.sound.count }
        let doubt = 1 - words.reduce(0) { $0 + $1.confidence * Double($1.sound.count) } / Double(sounds)
        if words.count == 1, let word = words.first, word.isCommon {
            return word.isFunction || doubt < 0.5 ? nil : 0
        }
        let common = words.reduce(0) { $0 + ($1.isFunction ? 1 : $1.isCommon ? 0.5 : 0) * (1 + $1.confidence) / 2 }
        var limit =
            words.count == 1
            ? Limit.ofWord + Limit.ofWordInDoubt * Float(doubt) : Limit.ofWords + Limit.ofWordsInDoubt * Float(doubt)
        // Short words resemble many others.
        limit *= min(Float(max(expected - 2, 0)) / 4, 1)
        limit -= Limit.ofCommonWord * Float(common)
        if entry.isDerived { limit -= Limit.ofDerived }
        return limit >= 0 ? limit : nil
    }

    /// Limits of the distance per phone, measured with `tools/bench/run vocabulary` on sentences of two teams.
    private enum Limit {
        /// For one word; several words get more, because a split is rarely what was said.
        static let ofWord: Float = 0.15
        static let ofWords: Float = 0.225
        /// Added at zero confidence.
        static let ofWordInDoubt: Float = 0.15
        static let ofWordsInDoubt: Float = 0.06
        /// Subtracted for each replaced common word at full confidence.
        static let ofCommonWord: Float = 0.1
        /// Subtracted for a plural or genitive.
        static let ofDerived: Float = 0.06
        /// For one word of a term.
        static let ofPart: Float = 0.5
        static let ofGeneralPart: Float = 0.3
        /// For comparison by letters.
        static let ofLetters: Float = 0.12
    }

    private func replacement(_ range: Range<Int>, in words: [Token], by entry: Entry) -> Replacement {
        var written = entry.words
        written[0] = (words[range].first?.before ?? "") + written[0]
        written[written.count - 1] += words[range].last?.after ?? ""
        return Replacement(range: range, words: written)
    }

    /// The maximum number of words in place of a term.
    private static let mostWords = 6
}
