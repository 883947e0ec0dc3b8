import MeetingModel

/// The text that a subtitle shows for a time.
struct SubtitleCue: Equatable {
    /// The maximum columns of a line, so that two lines fit any screen.
    static let columns = 42

    var name: String
    /// Whether this is the first cue of an utterance.
    var isFirst: Bool
    /// The start, in milliseconds of meeting time.
    var start: Int64
    /// The end, in milliseconds of meeting time; after `start`.
    var end: Int64
    /// The lines, at most two.
    var lines: [String]
}

extension MeetingTranscript {
    /// The cues of all utterances; `prefix` makes the first words of an utterance's first cue from the name.
    ///
    /// An utterance longer than two lines becomes several cues of similar width, split between words by their times.
    func subtitleCues(prefix: (String) -> String = { _ in "" }) -> [SubtitleCue] {
        var cues = utterances.flatMap { utterance in
            let name = name(of: utterance)
            return CueSplitter(utterance, prefix: prefix(name)).cues(name: name)
        }
        for index in cues.indices {
            cues[index].end = max(cues[index].end, cues[index].start + 1)
            // Shows a cue for at least a second, if the next one leaves time: shorter ones cannot be read.
            let next = index + 1 < cues.count ? cues[index + 1].start : .max
            cues[index].end = max(cues[index].end, min(cues[index].start + 1000, next))
        }
        return cues
    }
}

private struct CueSplitter {
    private let words: [TimedWord]
    private let prefix: [String]
    private let end: Duration

    init(_ utterance: Utterance, prefix: String) {
        words = TimedWord.words(of: utterance)
        self.prefix = prefix.split(separator: " ").map(String.init).flatMap { $0.pieces(columns: SubtitleCue.columns) }
        end = utterance.end
    }

    func cues(name: String) -> [SubtitleCue] {
        let groups = balanced()
        return groups.enumerated().map { index, group in
            let lines = evenLines(texts(group, isFirst: index == 0))
            let groupEnd = index + 1 < groups.count ? words[group.upperBound - 1].end : end
            return SubtitleCue(
                name: name,
                isFirst: index == 0,
                start: words[group.lowerBound].start.milliseconds,
                end: groupEnd.milliseconds,
                lines: lines
            )
        }
    }

    /// Wraps into as few lines as possible, of similar width.
    private func evenLines(_ texts: [String]) -> [String] {
        let lines = LineWrapping.lines(texts, columns: SubtitleCue.columns)
        guard lines.count > 1 else { return lines }
        for columns in stride(from: width(texts) / lines.count, to: SubtitleCue.columns, by: 1) {
            let narrower = LineWrapping.lines(texts, columns: columns)
            if narrower.count == lines.count { return narrower }
        }
        return lines
    }

    /// Splits the words into as few cues as possible, of similar width.
    private func balanced() -> [Range<Int>] {
        let widest = 2 * SubtitleCue.columns + 1
        let groups = cut(width: widest)
        guard groups.count > 1 else { return groups }
        let total = width(texts(words.indices, isFirst: true))
        for width in stride(from: total / groups.count, to: widest, by: 1) {
            let narrower = cut(width: width)
            if narrower.count == groups.count { return narrower }
        }
        return groups
    }

    /// Fills each cue with as many words as fit into two lines and the width.
    private func cut(width limit: Int) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        for index in words.indices {
            let texts = texts(start..<index + 1, isFirst: groups.isEmpty)
            let fits =
                width(texts) <= limit && LineWrapping.lines(texts, columns: SubtitleCue.columns).count <= 2
            if !fits, index > start {
                groups.append(start..<index)
                start = index
            }
        }
        if start < words.count { groups.append(start..<words.count) }
        return groups
    }

    private func texts(_ group: Range<Int>, isFirst: Bool) -> [String] {
        (isFirst ? prefix : []) + words[group].map(\.text)
    }

    private func width(_ texts: [String]) -> Int {
        texts.reduce(-1) { $0 + 1 + DisplayText($1).width }
    }
}

/// A word with its times; it is never wider than a line.
private struct TimedWord {
    var text: String
    var start: Duration
    var end: Duration

    /// If its text differs from its words, the times are estimated from the words' widths.
    static func words(of utterance: Utterance) -> [TimedWord] {
        let texts = DisplayText(utterance.text).description.split(separator: " ").map(String.init)
        let known = utterance.words.map {
            TimedWord(text: DisplayText($0.text).description, start: $0.start, end: $0.end)
        }
        let words =
            known.map(\.text) == texts
            ? known : spread(texts, from: utterance.start, to: max(utterance.end, utterance.start))
        return words.flatMap { word in
            let pieces = word.text.pieces(columns: SubtitleCue.columns)
            return pieces.count == 1 ? [word] : spread(pieces, from: word.start, to: max(word.end, word.start))
        }
    }

    private static func spread(_ texts: [String], from start: Duration, to end: Duration) -> [TimedWord] {
        let widths = texts.map { Int64(max(DisplayText($0).width, 1)) }
        let total = max(widths.reduce(0, +), 1)
        let length = (end - start).nanoseconds
        var passed: Int64 = 0
        return zip(texts, widths).map { text, width in
            let wordStart = start + .nanoseconds(part(passed, of: total, in: length))
            passed += width
            return TimedWord(
                text: text, start: wordStart, end: start + .nanoseconds(part(passed, of: total, in: length)))
        }
    }

    private static func part(_ passed: Int64, of total: Int64, in length: Int64) -> Int64 {
        Int64(Int128(length) * Int128(passed) / Int128(total))
    }
}

extension Duration {
    /// Whole milliseconds, rounded to the nearest; never negative.
    fileprivate var milliseconds: Int64 { (max(nanoseconds, 0) + 500_000) / 1_000_000 }
}

extension String {
    /// The text split between characters into pieces of at most this many columns.
    fileprivate func pieces(columns: Int) -> [String] {
        guard DisplayText(self).width > columns else { return [self] }
        var pieces: [String] = []
        var (piece, width) = ("", 0)
        for character in self {
            let characterWidth = DisplayText.width(of: character)
            if width > 0, width + characterWidth > columns {
                pieces.append(piece)
                (piece, width) = ("", 0)
            }
            piece.append(character)
            width += characterWidth
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}
