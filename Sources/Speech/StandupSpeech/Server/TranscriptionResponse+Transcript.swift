extension TranscriptionResponse {
    /// Whether it contains a transcript, even an empty one.
    var isTranscript: Bool { text != nil || !segments.isEmpty || !words.isEmpty }

    /// The transcript of a segment with a length in seconds.
    ///
    /// Times come from the words if present, else from the segments, else from the whole segment. Times outside the
    /// segment are clamped.
    func transcript(duration: Double) -> ServerTranscript {
        var fragments: [TimedFragment] = []
        if segments.contains(where: { !$0.words.isEmpty }) || (words.isEmpty && !segments.isEmpty) {
            for segment in segments where !segment.isSilence { fragments += segment.fragments(duration) }
        } else if !words.isEmpty {
            fragments = spokenWords(duration)
        } else if let text, !text.isAnnotation {
            fragments = text.spread(from: 0, to: duration, confidence: nil)
        }
        return ServerTranscript(words: Self.placed(fragments, duration))
    }

    /// All words, with the punctuation of the text, and without silent segments.
    private func spokenWords(_ duration: Double) -> [TimedFragment] {
        var fragments = words.compactMap { $0.fragment(in: 0...duration, confidence: nil) }
        fragments = text.flatMap { fragments.words(of: $0) } ?? fragments.joined()
        // Both are in the order of their times.
        var rest = segments[...]
        return fragments.compactMap { fragment in
            let middle = (fragment.start + fragment.end) / 2
            while let first = rest.first, (first.end ?? duration) <= middle { rest = rest.dropFirst() }
            guard let segment = rest.first, (segment.start ?? 0) <= middle else { return fragment }
            guard !segment.isSilence, !segment.text.isAnnotation else { return nil }
            var fragment = fragment
            fragment.confidence = fragment.confidence ?? segment.confidence
            return fragment
        }
    }

    /// The words in order of time, clamped to the segment and without overlaps.
    private static func placed(_ fragments: [TimedFragment], _ duration: Double) -> [ServerTranscript.Word] {
        var earliest = 0.0
        return fragments.compactMap { fragment in
            let text = fragment.text.cleaned
            guard !text.isEmpty else { return nil }
            let start = min(max(fragment.start, earliest), duration)
            let end = min(max(fragment.end, start), duration)
            earliest = start
            return ServerTranscript.Word(
                text: text, start: start, end: end, confidence: min(max(fragment.confidence ?? 1, 0), 1))
        }
    }
}

extension TranscriptionResponse.Segment {
    fileprivate func fragments(_ duration: Double) -> [TimedFragment] {
        guard !text.isAnnotation else { return [] }
        let from = min(max(start ?? 0, 0), duration)
        let to = min(max(end ?? duration, from), duration)
        let pieces = words.compactMap { $0.fragment(in: from...to, confidence: confidence) }
        guard !pieces.isEmpty else { return text.spread(from: from, to: to, confidence: confidence) }
        if let words = pieces.words(of: text) { return words }
        // Pieces with parts of characters are unusable; the text is complete.
        guard text.cleaned.isEmpty || !pieces.contains(where: { $0.text.contains("\u{fffd}") }) else {
            return text.spread(from: from, to: to, confidence: confidence)
        }
        return pieces.joined()
    }
}

extension TranscriptionResponse.Word {
    /// The word with times, by default those of its parent.
    ///
    /// Nil for annotations that are not speech.
    fileprivate func fragment(in whole: ClosedRange<Double>, confidence: Double?) -> TimedFragment? {
        guard !text.hasPrefix("[_"), !text.hasPrefix("<|"), !text.cleaned.isEmpty else { return nil }
        let start = start ?? whole.lowerBound
        return TimedFragment(
            text: text, start: start, end: max(start, end ?? (self.start == nil ? whole.upperBound : start)),
            confidence: probability ?? confidence)
    }
}

extension String {
    /// Whether it is an annotation such as `[BLANK_AUDIO]`, `(silence)` or `*music*`.
    fileprivate var isAnnotation: Bool {
        let text = cleaned
        guard text.count > 2, let first = text.first, let last = text.last else { return false }
        let isEnclosed = ["[": "]", "(": ")", "*": "*", "♪": "♪"][first] == last
        return isEnclosed && !text.dropFirst().dropLast().contains { "[]()*♪".contains($0) }
    }

    /// The text in one line, with single spaces and no control characters.
    fileprivate var cleaned: String {
        split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
    }
}
