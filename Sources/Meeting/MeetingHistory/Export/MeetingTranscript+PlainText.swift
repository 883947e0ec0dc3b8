import MeetingModel

extension MeetingTranscript {
    /// The meeting's title and time, its participants, whether a call was recorded, the updates and the transcript.
    var plainText: String {
        let head =
            [title, "\(startedAt.minute), \(meeting.duration.clockText())", participants.joined(separator: ", ")]
            + [meeting.recordedSides].compactMap(\.self) + [""]
        let written = updates.flatMap { update in
            [DisplayText(meeting.name(of: update.attendee)).description] + writtenLines(update.lines, columns: nil)
        }
        return (head + written + lines()).map { $0 + "\n" }.joined()
    }

    /// Each speaker's name, followed by the utterances with their times.
    ///
    /// Lines are wrapped if `columns` is given. If `isNumbered`, each utterance starts with its position in the
    /// transcript, from 1.
    package func lines(columns: Int? = nil, isNumbered: Bool = false) -> [String] {
        var number = 0
        return segments.flatMap { name, utterances in
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
        return DisplayText(utterance.text).lines(after: indent, columns: columns)
    }
}

extension DisplayText {
    /// The text after an indent, wrapped if `columns` is given; the lines that follow are indented as far.
    func lines(after indent: String, columns: Int?) -> [String] {
        let wrapped = columns.map { self.wrapped(to: max($0 - indent.count, 20)) } ?? [description]
        return wrapped.enumerated().map { index, line in
            (index == 0 ? indent : String(repeating: " ", count: indent.count)) + line
        }
    }

    /// The text wrapped at spaces; blank text is one line.
    ///
    /// A word wider than a line gets its own line and is not split.
    func wrapped(to columns: Int) -> [String] {
        guard width > columns else { return [description] }
        return LineWrapping.lines(description.split(separator: " ").map(String.init), columns: columns)
    }
}

enum LineWrapping {
    /// Fills each line with as many words as fit; a word wider than a line gets its own line and is not split.
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
