/// What a speech server heard in one stretch of sound.
package struct ServerTranscript: Hashable, Sendable {
    /// A word, in seconds from the stretch's first sample.
    package struct Word: Hashable, Sendable {
        /// The word as the server writes it, with its comma or full stop.
        package var text: String
        /// Where it starts, in seconds.
        package var start: Double
        /// Where it ends, in seconds.
        package var end: Double
        /// How sure the server is, 0 to 1; 1 where it does not say.
        package var confidence: Double
    }

    /// The words, in the order of their times; none where nothing was said.
    package var words: [Word]
}

/// A piece of a text with its time: a word, or a part of one.
struct TimedFragment: Hashable, Sendable {
    var text: String
    var start: Double
    var end: Double
    var confidence: Double?
}

extension [TimedFragment] {
    /// The words of a text that these are the pieces of, with the pieces' times; nil if they are not its pieces.
    ///
    /// Only letters and digits are compared: servers give words without the text's commas, and tokens cut anywhere.
    func words(of text: String) -> [TimedFragment]? {
        var places: [Int] = []
        var spoken: [Character] = []
        for (index, fragment) in enumerated() {
            let letters = fragment.text.spoken
            spoken += letters
            places += letters.map { _ in index }
        }
        guard !spoken.isEmpty, spoken == text.spoken else { return nil }
        var words: [TimedFragment] = []
        var position = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            let count = String(word).spoken.count
            guard count > 0 else {
                // A dash by itself belongs to the word before.
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

    /// The words that these are the pieces of: one that starts with a space starts a word, as whisper.cpp's tokens do.
    ///
    /// Where none starts with a space each is a word.
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
    /// Its letters and digits, as they are compared.
    fileprivate var spoken: [Character] { lowercased().filter { $0.isLetter || $0.isNumber }.map { $0 } }

    /// Its words, spread over a stretch of time by their lengths.
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
