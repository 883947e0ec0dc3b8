import MeetingModel

extension MeetingTranscript {
    /// What meeting it is, who was there, and the transcript.
    var plainText: String {
        let head = [
            title, "\(startedAt.minute), \(meeting.duration.clockText())", participants.joined(separator: ", "), "",
        ]
        return (head + lines()).map { $0 + "\n" }.joined()
    }

    /// Each speaker's name, and under it what was said and when, wrapped where a width is given.
    package func lines(columns: Int? = nil) -> [String] {
        stretches.flatMap { name, utterances in
            [name] + utterances.flatMap { lines(of: $0, columns: columns) }
        }
    }

    private func lines(of utterance: Utterance, columns: Int?) -> [String] {
        let offset = utterance.start.clockText()
        let indent = String(repeating: " ", count: max(7 - offset.count, 0)) + offset + "  "
        let text = DisplayText(utterance.text)
        let wrapped =
            columns.map { text.wrapped(to: max($0 - indent.count, 20)) } ?? [text.description]
        return wrapped.enumerated().map { index, line in
            (index == 0 ? indent : String(repeating: " ", count: indent.count)) + line
        }
    }
}

extension DisplayText {
    /// Lines broken at spaces; a word that is wider than a line stands alone and whole, and blank text is one line.
    func wrapped(to columns: Int) -> [String] {
        guard width > columns else { return [description] }
        return LineWrapping.lines(description.split(separator: " ").map(String.init), columns: columns)
    }
}

/// Words put into lines.
enum LineWrapping {
    /// As many words in each line as fit; one that is wider than a line stands alone and whole.
    static func lines(_ words: [String], columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in words {
            let wordWidth = DisplayText(word).width
            if width > 0, width + 1 + wordWidth > columns {
                lines.append(line)
                (line, width) = ("", 0)
            }
            line += (width > 0 ? " " : "") + word
            width += (width > 0 ? 1 : 0) + wordWidth
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
