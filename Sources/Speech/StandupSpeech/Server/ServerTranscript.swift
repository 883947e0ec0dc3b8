import MeetingModel

/// A speech server's transcript of one segment.
package struct ServerTranscript: Hashable, Sendable {
    /// A word, with times in seconds from the segment's start.
    package struct Word: Hashable, Sendable {
        /// The word with its punctuation.
        package var text: String
        package var start: Double
        package var end: Double
        /// The confidence, 0 to 1; 1 if unknown.
        package var confidence: Double
    }

    /// The words in order of time; empty without speech.
    package var words: [Word]
}

/// A word or part of one, with its times.
struct TimedFragment: Hashable, Sendable {
    var text: String
    var start: Double
    var end: Double
    var confidence: Double?
}

extension [TimedFragment] {
    /// The words of a text, with the times of these fragments; nil if they do not match the text.
    ///
    /// It compares letters and digits only: servers omit the text's punctuation from words, and tokens split words
    /// anywhere.
    func words(of text: String) -> [TimedFragment]? {
        var places: [Int] = []
        var spoken: [Character] = []
        for (index, fragment) in enumerated() {
            let letters = fragment.text.folded
            spoken += letters
            places += letters.map { _ in index }
        }
        guard !spoken.isEmpty, spoken.elementsEqual(text.folded) else { return nil }
        var words: [TimedFragment] = []
        var position = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            let count = word.folded.count
            guard count > 0 else {
                // A dash belongs to the word before.
                if !words.isEmpty { words[words.count - 1].text += " " + word }
                continue
            }
            let pieces = self[places[position]...places[position + count - 1]]
            position += count
            let sure = pieces.compactMap(\.confidence)
            words.append(
                TimedFragment(
                    text: String(word), start: pieces.first?.start ?? 0, end: pieces.last?.end ?? 0,
                    confidence: sure.isEmpty ? nil : sure.reduce(0, +) / Double(sure.count)))
        }
        return words
    }

    /// Joins fragments to words: as in whisper.cpp's tokens, a leading space starts a word.
    ///
    /// Without leading spaces each fragment is a word.
    func joined() -> [TimedFragment] {
        guard contains(where: { $0.text.first?.isWhitespace == true }) else { return self }
        var words: [TimedFragment] = []
        for fragment in self {
            if let last = words.indices.last, fragment.text.first?.isWhitespace != true {
                words[last].text += fragment.text
                words[last].end = Swift.max(words[last].end, fragment.end)
            } else {
                words.append(fragment)
            }
        }
        return words
    }
}

extension String {
    /// The words, distributed over a time range in proportion to their lengths.
    func spread(from start: Double, to end: Double, confidence: Double?) -> [TimedFragment] {
        let words = split(whereSeparator: \.isWhitespace)
        let total = words.reduce(0) { $0 + $1.count + 1 }
        var passed = 0
        return words.map { word in
            let from = start + (end - start) * Double(passed) / Double(total)
            passed += word.count + 1
            let to = start + (end - start) * Double(passed) / Double(total)
            return TimedFragment(text: String(word), start: from, end: to, confidence: confidence)
        }
    }
}
