import MeetingModel

extension [RecognizedWord] {
    /// The quotation marks with which Whisper takes speech for a dialogue in a book.
    private static var quotes: Set<Character> { ["\"", "“", "”", "„", "«", "»"] }
    /// What Whisper writes in the silence after speech, since subtitles end so.
    private static var thanks: Set<String> {
        [
            "thank you", "thank you very much", "thanks", "thanks for watching", "thank you for watching", "bye", "you",
            "vielen dank", "danke", "danke schön", "vielen dank fürs zuschauen", "감사합니다", "시청해주셔서 감사합니다",
        ]
    }
    /// How far speech may reach beyond its last word: 0.1 s.
    private static var tolerance: Int { 1600 }

    /// Removes thanks at the end that nobody said, since speech had ended before.
    mutating func removeThanks(after speech: Int) {
        while let before = dropLast().lastIndex(where: \.endsSentence), self[before].end + Self.tolerance >= speech,
            Self.thanks.contains(self[(before + 1)...].map(\.text.folded).joined(separator: " "))
        {
            removeSubrange((before + 1)...)
        }
    }

    /// Removes quotation marks around whole sentences, and those without their other half.
    mutating func removeQuotes() {
        var outer: Int?
        var isInner = false
        for index in indices {
            if self[index].text.first.map(Self.quotes.contains) == true {
                if outer == nil, !isInner, index == 0 || self[index - 1].endsSentence {
                    outer = index
                } else {
                    isInner = true
                }
            }
            guard self[index].text.dropFirst().contains(where: Self.quotes.contains) else { continue }
            if isInner {
                isInner = false
            } else {
                // Elsewhere it ends a word in quotation marks at the start of a sentence.
                if outer == nil || self[index].endsSentence || index == count - 1 {
                    for end in [outer ?? index, index] { self[end].text.removeAll(where: Self.quotes.contains) }
                }
                outer = nil
            }
        }
        if let outer { self[outer].text.removeAll(where: Self.quotes.contains) }
    }
}

extension RecognizedWord {
    fileprivate var endsSentence: Bool { text.contains { ".!?…。！？".contains($0) } }
}
