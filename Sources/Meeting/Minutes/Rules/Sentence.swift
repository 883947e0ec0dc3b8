internal import MeetingModel

/// A sentence of an utterance, with its time.
struct Sentence: Hashable, Sendable {
    let text: Substring
    /// The start, in meeting time.
    let start: Duration
    /// The end, in meeting time.
    let end: Duration
}

extension PointRules {
    /// The longest sentence, in words, that is not split at a clause.
    private static let longSentence = 10
    /// The longest sentence, in words: what is longer is cut, because nobody says that much in one.
    private static let longestSentence = 60
    /// The shortest part, in words, of a split sentence.
    private static let shortestClause = 3

    /// The sentences of an utterance.
    ///
    /// They end at punctuation. Recognizers without punctuation give long ones, which are split where a clause begins.
    func sentences(of utterance: Utterance) -> [Sentence] {
        let words = utterance.text.split(whereSeparator: \.isWhitespace)
        guard let lastWord = words.last else { return [] }
        var starts: [Int] = [0]
        for index in words.indices.dropLast()
        where words[index].endsSentence && !isAbbreviation(words[index], before: words[index + 1]) {
            starts.append(index + 1)
        }
        let sentences = zip(starts, starts.dropFirst() + [words.count])
            .flatMap { clauses(of: words, in: $0..<$1) }
            .flatMap { $0.pieces(of: Self.longestSentence) }
        let times = WordTimes(of: utterance, words: words)
        return sentences.map { range in
            let end = range.upperBound == words.count ? lastWord.endIndex : words[range.upperBound - 1].endIndex
            return Sentence(
                text: utterance.text[words[range.lowerBound].startIndex..<end],
                start: times.start(of: range.lowerBound), end: times.end(of: range.upperBound - 1))
        }
    }

    /// Whether a sentence goes on after a word with a period.
    private func isAbbreviation(_ word: Substring, before next: Substring) -> Bool {
        let word = PhraseWord(word.drop { !$0.isLetter })
        return abbreviations.contains(word)
            || closingAbbreviations.contains(word) && next.first { $0.isLetter || $0.isNumber }?.isLowercase == true
    }

    /// The clauses of a sentence, as ranges of words; the sentence itself if it is short.
    private func clauses(of words: [Substring], in sentence: Range<Int>) -> [Range<Int>] {
        guard sentence.count > Self.longSentence else { return [sentence] }
        let parts = sentence.map { PhraseWord(words[$0].trimmingPunctuation()) }
        return clauses(of: parts).map {
            $0.startIndex + sentence.lowerBound..<$0.endIndex + sentence.lowerBound
        }
    }

    /// The clauses of a sentence, each of three words at least.
    func clauses(of sentence: [PhraseWord]) -> [ArraySlice<PhraseWord>] {
        var clauses: [ArraySlice<PhraseWord>] = []
        var start = 0
        for index in sentence.indices
        where index - start >= Self.shortestClause && sentence.count - index >= Self.shortestClause {
            if clauseStarts.contains(where: { $0.matches(sentence, at: index) })
                || clauseEnds.contains(sentence[index - 1])
            {
                clauses.append(sentence[start..<index])
                start = index
            }
        }
        return clauses + [sentence[start...]]
    }
}

extension Range<Int> {
    /// The range in pieces of a length; the last may be shorter.
    fileprivate func pieces(of length: Int) -> [Range<Int>] {
        stride(from: lowerBound, to: upperBound, by: length).map { $0..<Swift.min($0 + length, upperBound) }
    }
}

extension Substring {
    /// Whether a sentence ends with this word; a number, an abbreviation of one letter and an ellipsis do not end one.
    fileprivate var endsSentence: Bool {
        guard let last = last(where: { !"\"'”’»)".contains($0) }) else { return false }
        if "?!。？！".contains(last) { return true }
        return last == "." && !hasSuffix("..") && count > 2 && dropLast().last?.isNumber != true
    }

    fileprivate func trimmingPunctuation() -> Substring {
        let start = firstIndex { $0.isLetter || $0.isNumber } ?? endIndex
        let end = lastIndex { $0.isLetter || $0.isNumber }.map { index(after: $0) } ?? start
        return self[start..<end]
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
