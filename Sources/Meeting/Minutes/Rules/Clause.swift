internal import MeetingModel

/// A clause of an utterance, with its time.
struct Clause: Hashable, Sendable {
    let text: Substring
    /// The start, in meeting time.
    let start: Duration
    /// The end, in meeting time.
    let end: Duration
    /// Whether it is in the same sentence as the clause before it.
    let isWithinSentence: Bool
}

extension PointRules {
    /// The longest clause, in words: what is longer is cut, because nobody says that much in one.
    static let longestClause = 60
    /// The shortest clause, in words, and the shortest at the end of a sentence.
    private static let shortestClause = 3
    private static let shortestEnd = 2

    /// The clauses of an utterance.
    ///
    /// Sentences end at punctuation. Recognizers without punctuation give long ones.
    func clauses(of utterance: Utterance) -> [Clause] {
        let words = utterance.text.split(whereSeparator: \.isWhitespace)
        let times = WordTimes(of: utterance, words: words)
        var start = 0
        var clauses: [Clause] = []
        for (index, word) in words.enumerated()
        where index + 1 == words.count || word.endsSentence && !isAbbreviation(word, before: words[index + 1]) {
            for range in ranges(of: words[start...index]) {
                clauses.append(
                    Clause(
                        text: utterance.text[words[range.lowerBound].startIndex..<words[range.upperBound - 1].endIndex],
                        start: times.start(of: range.lowerBound), end: times.end(of: range.upperBound - 1),
                        isWithinSentence: range.lowerBound > start))
            }
            start = index + 1
        }
        return clauses
    }

    /// Whether a sentence goes on after a word with a period.
    private func isAbbreviation(_ word: Substring, before next: Substring) -> Bool {
        let word = PhraseWord(word.drop { !$0.isLetter })
        return abbreviations.contains(word)
            || closingAbbreviations.contains(word) && next.first { $0.isLetter || $0.isNumber }?.isLowercase == true
    }

    /// The clauses of a sentence, as ranges of words.
    private func ranges(of sentence: ArraySlice<Substring>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var rest = sentence
        while !rest.isEmpty {
            let piece = rest.prefix(Self.longestClause)
            var clauses = clauses(of: piece.map { PhraseWord($0.trimmingPunctuation) })
            // The last one goes on after the piece.
            if piece.count < rest.count, clauses.count > 1 { clauses.removeLast() }
            ranges += clauses.map { $0.startIndex + piece.startIndex..<$0.endIndex + piece.startIndex }
            rest = rest.dropFirst(clauses.reduce(0) { $0 + $1.count })
        }
        return ranges
    }

    /// The clauses of a sentence.
    func clauses(of sentence: [PhraseWord]) -> [ArraySlice<PhraseWord>] {
        var clauses: [ArraySlice<PhraseWord>] = []
        var start = 0
        // "When I am done" needs another clause.
        var isDependent = isDependent(sentence)
        for index in sentence.indices.dropFirst() where sentence.count - index >= Self.shortestEnd {
            let begins =
                index - start >= Self.shortestClause
                && (fillers.contains(sentence[index]) || !clauseJoints.contains(sentence[index - 1]))
                && clauseStarts.contains { $0.matches(sentence, at: index) }
            if begins, isDependent {
                isDependent = false
            } else if begins || reasons.contains(sentence[index]) || clauseEnds.contains(sentence[index - 1]) {
                clauses.append(sentence[start..<index])
                start = index
                isDependent = self.isDependent(sentence[index...])
            }
        }
        return clauses + [sentence[start...]]
    }

    private func isDependent(_ clause: some Sequence<PhraseWord>) -> Bool {
        clause.first { !fillers.contains($0) }.map(dependents.contains) ?? false
    }
}

extension Substring {
    /// Whether a sentence ends with this word; a number, an abbreviation of one letter and an ellipsis do not end one.
    fileprivate var endsSentence: Bool {
        guard let last = last(where: { !"\"'”’»)".contains($0) }) else { return false }
        if "?!。？！".contains(last) { return true }
        return last == "." && !hasSuffix("..") && count > 2 && dropLast().last?.isNumber != true
    }
}

/// When the words of an utterance were said: as recognized, or in proportion to their lengths.
private struct WordTimes {
    private let starts: [Duration]
    private let ends: [Duration]

    init(of utterance: Utterance, words: [Substring]) {
        if utterance.words.count == words.count {
            starts = utterance.words.map { min(max($0.start, utterance.start), utterance.end) }
            ends = utterance.words.map { min(max($0.end, utterance.start), utterance.end) }
        } else {
            let length = utterance.end - utterance.start
            let whole = max(1, words.reduce(0) { $0 + $1.count })
            var before = 0
            var edges: [Duration] = []
            for word in words {
                edges.append(utterance.start + length * before / whole)
                before += word.count
            }
            starts = edges
            ends = Array(edges.dropFirst()) + [utterance.end]
        }
    }

    func start(of word: Int) -> Duration { starts[word] }
    func end(of word: Int) -> Duration { max(starts[word], ends[word]) }
}
