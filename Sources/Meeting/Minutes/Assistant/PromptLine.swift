import MeetingModel

/// A numbered line of a prompt, which an answer can cite.
struct PromptLine: Hashable, Sendable {
    let attendee: Attendee.ID
    /// The words in one line.
    let text: String
    /// The start, in meeting time.
    let start: Duration
    /// The end, in meeting time.
    let end: Duration

    init(attendee: Attendee.ID, text: String, start: Duration, end: Duration) {
        self.attendee = attendee
        self.text = text.inOneLine
        self.start = start
        self.end = max(start, end)
    }

    init(_ utterance: Utterance) {
        self.init(attendee: utterance.attendee, text: utterance.text, start: utterance.start, end: utterance.end)
    }

    /// Both halves of the line, at a space if there is one; nil if it is too short to be split.
    ///
    /// The time is divided in proportion to the lengths.
    var halves: (PromptLine, PromptLine)? {
        let scalars = text.unicodeScalars
        guard text.count > 1 else { return nil }
        let middle = text.index(text.startIndex, offsetBy: text.count / 2)
        let space = text[middle...].firstIndex(of: " ") ?? text[..<middle].lastIndex(of: " ")
        let cut = space ?? middle
        let share = scalars.distance(from: scalars.startIndex, to: cut)
        // Meeting times are at most hours, and lengths at most millions: the product fits.
        let instant = start + (end - start) * share / max(1, scalars.count)
        let first = PromptLine(attendee: attendee, text: String(text[..<cut]), start: start, end: instant)
        let second = PromptLine(attendee: attendee, text: String(text[cut...]), start: instant, end: end)
        return first.text.isEmpty || second.text.isEmpty ? nil : (first, second)
    }
}

extension String {
    /// The text in one line, with single spaces and without control characters.
    var inOneLine: String {
        split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
    }
}
