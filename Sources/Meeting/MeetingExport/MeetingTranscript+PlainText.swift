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
    ///
    /// Numbered, the utterances have their places in the transcript in front, 1 the first.
    package func lines(columns: Int? = nil, isNumbered: Bool = false) -> [String] {
        var number = 0
        return stretches.flatMap { name, utterances in
            [name]
                + utterances.flatMap { utterance in
                    number += 1
                    return lines(of: utterance, number: isNumbered ? number : nil, columns: columns)
                }
        }
    }

    private func lines(of utterance: Utterance, number: Int?, columns: Int?) -> [String] {
        func aligned(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(width - text.count, 0)) + text
        }
        let numbering = number.map { aligned(String($0), 4) + " " } ?? ""
        let indent = numbering + aligned(utterance.start.clockText(.position), 7) + "  "
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
