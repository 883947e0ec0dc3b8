extension Utterance {
    /// The utterance with another text or attendee; nil if the text is blank, because nothing was said.
    ///
    /// Unchanged words keep their times. New words share the time of the words they replace equally, and have full
    /// confidence. Without an attendee, `isInterjection` gives it to the side of the call that it was heard from.
    public func corrected(
        text: String? = nil, attendee: Attendee.ID? = nil, isInterjection: Bool = false
    ) -> Utterance? {
        var corrected = self
        // What the user gives to an attendee is no interjection any more.
        corrected.attendee = attendee ?? self.attendee
        corrected.isByVoice = self.isByVoice && attendee == nil && !isInterjection
        corrected.isInterjection =
            attendee == nil && (self.isInterjection || (isInterjection && channel != nil))
        guard let text, text != self.text else { return corrected }
        let spoken = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !spoken.isEmpty else { return nil }
        corrected.text = spoken.joined(separator: " ")
        corrected.words = words.isEmpty ? [] : self.corrected(spoken)
        return corrected
    }

    private func corrected(_ spoken: [String]) -> [Word] {
        let common = min(words.count, spoken.count)
        let head = (0..<common).first { words[$0].text != spoken[$0] } ?? common
        let tail =
            (0..<common - head)
            .first { words[words.count - 1 - $0].text != spoken[spoken.count - 1 - $0] } ?? common - head
        let replaced = words[head..<words.count - tail]
        let new = spoken[head..<spoken.count - tail]
        // New words that replace nothing lie between their neighbors.
        let from = replaced.first?.start ?? (head > 0 ? words[head - 1].end : start)
        let to = max(from, replaced.last?.end ?? (tail > 0 ? words[words.count - tail].start : end))
        func boundary(_ position: Int) -> Duration {
            // In a damaged history, times may be too long for a 64-bit product.
            from + .nanoseconds(Int64(Int128((to - from).nanoseconds) * Int128(position) / Int128(new.count)))
        }
        let inserted = new.enumerated()
            .map { position, text in
                Word(text: text, start: boundary(position), end: boundary(position + 1), confidence: 1)
            }
        return words.prefix(head) + inserted + words.suffix(tail)
    }
}
