import MeetingHistory
import MeetingModel

/// Replaces a phrase throughout a transcript.
struct PhraseReplacement {
    private let phrase: [String]
    private let words: [String]

    /// Creates a replacement; the phrase matches in any case, and with any punctuation around it.
    ///
    /// - Throws: A failure if the phrase has no words.
    init(_ phrase: String, with words: String) throws(Failure) {
        self.phrase = phrase.split(whereSeparator: \.isWhitespace).map { Self.bare($0).lowercased() }
            .filter { !$0.isEmpty }
        self.words = words.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !self.phrase.isEmpty else {
            throw Failure(
                .usage, "--replace needs the words to look for, not '\(DisplayText(quoting: phrase))'")
        }
    }

    /// The corrections of a transcript, one for each match, in order.
    func corrections(of transcript: [NumberedUtterance]) -> [UtteranceCorrection] {
        transcript.flatMap { kept in
            texts(from: kept.utterance.text).map { UtteranceCorrection(utterance: kept.id, text: $0) }
        }
    }

    /// The text after each successive replacement; one at a time, so that the words between matches keep their times.
    private func texts(from text: String) -> [String] {
        var texts: [String] = []
        var current = text.split(whereSeparator: \.isWhitespace)[...].map(String.init)
        var start = 0
        while start + phrase.count <= current.count {
            let range = start..<start + phrase.count
            guard zip(current[range], phrase).allSatisfy({ Self.bare($0).lowercased() == $1 }) else {
                start += 1
                continue
            }
            var new = words
            if !new.isEmpty {
                new[0] = current[range.lowerBound].prefix { !Self.isInside($0) } + new[0]
                new[new.count - 1] += Self.ending(current[range.upperBound - 1])
            }
            if new != Array(current[range]) {
                current.replaceSubrange(range, with: new)
                texts.append(current.joined(separator: " "))
            }
            start += max(new.count, 0)
        }
        return texts
    }

    private static func isInside(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func ending(_ word: some StringProtocol) -> String {
        guard let last = word.lastIndex(where: isInside) else { return "" }
        return String(word[word.index(after: last)...])
    }

    /// A word without surrounding punctuation.
    private static func bare(_ word: some StringProtocol) -> String {
        guard let first = word.firstIndex(where: isInside), let last = word.lastIndex(where: isInside) else {
            return ""
        }
        return String(word[first...last])
    }
}
