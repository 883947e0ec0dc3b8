import MeetingModel

/// Replaces a phrase throughout a transcript: whole words, in any case, with any punctuation around them.
package struct PhraseReplacement: Hashable, Sendable {
    package struct Match: Hashable, Sendable {
        package let utterance: NumberedUtterance.ID
        /// The positions of the words in the utterance.
        package let words: Range<Int>
        /// The words there, with their punctuation.
        package let before: [String]
        /// The words that replace them; none if the phrase is removed.
        package let after: [String]
    }

    private let phrase: [String]
    private let words: [String]

    /// A replacement of a phrase by other words; nil if the phrase has no words.
    package init?(_ phrase: String, with words: String) {
        self.phrase = phrase.split(whereSeparator: \.isWhitespace).map { $0.trimmingPunctuation.lowercased() }
            .filter { !$0.isEmpty }
        self.words = words.split(whereSeparator: \.isWhitespace).map(String.init)
        if self.phrase.isEmpty { return nil }
    }

    /// The occurrences that change something, in order; they do not overlap.
    package func matches(in transcript: [NumberedUtterance]) -> [Match] {
        transcript.flatMap { matches(in: $0.utterance.text, of: $0.id) }
    }

    /// The corrections that replace all occurrences.
    package func corrections(of transcript: [NumberedUtterance]) -> [UtteranceCorrection] {
        Self.corrections(replacing: matches(in: transcript), in: transcript)
    }

    /// The corrections that replace some occurrences, one for each.
    ///
    /// They replace one at a time, so that the words between two of them keep their times; in an utterance with more than
    /// 64, several at a time, because each correction has the whole text.
    package static func corrections(
        replacing matches: [Match], in transcript: [NumberedUtterance]
    ) -> [UtteranceCorrection] {
        let byUtterance = Dictionary(grouping: matches, by: \.utterance)
        return transcript.flatMap { kept -> [UtteranceCorrection] in
            let matches = (byUtterance[kept.id] ?? []).sorted { $0.words.lowerBound < $1.words.lowerBound }
            let spoken = Self.words(kept.utterance.text)
            let step = max(1, (matches.count + 63) / 64)
            return stride(from: 0, to: matches.count, by: step).map { first in
                UtteranceCorrection(
                    utterance: kept.id, text: Self.text(spoken, replacing: matches.prefix(first + step)))
            }
        }
    }

    /// Words with matches replaced, which are in order.
    private static func text(_ spoken: [String], replacing matches: ArraySlice<Match>) -> String {
        var words: [String] = []
        var next = 0
        for match in matches where match.words.lowerBound >= next && match.words.upperBound <= spoken.count {
            words += spoken[next..<match.words.lowerBound] + match.after
            next = match.words.upperBound
        }
        return (words + spoken[next...]).joined(separator: " ")
    }

    private func matches(in text: String, of utterance: NumberedUtterance.ID) -> [Match] {
        let spoken = Self.words(text)
        var matches: [Match] = []
        var start = 0
        while start + phrase.count <= spoken.count {
            let range = start..<start + phrase.count
            guard zip(spoken[range], phrase).allSatisfy({ $0.trimmingPunctuation.lowercased() == $1 }) else {
                start += 1
                continue
            }
            var new = words
            if !new.isEmpty {
                let (first, last) = (spoken[range.lowerBound], spoken[range.upperBound - 1])
                new[0] = first[..<first.trimmingPunctuation.startIndex] + new[0]
                new[new.count - 1] += last[last.trimmingPunctuation.endIndex...]
            }
            let old = Array(spoken[range])
            if new != old { matches.append(Match(utterance: utterance, words: range, before: old, after: new)) }
            start = range.upperBound
        }
        return matches
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
