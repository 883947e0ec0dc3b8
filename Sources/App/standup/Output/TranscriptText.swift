import MeetingModel

/// A transcript as text: each speaker's name, and under it what was said and when.
enum TranscriptText {
    /// The lines of a meeting's transcript, or of one attendee's part of it; wrapped where a width is given.
    static func lines(_ meeting: Meeting, of speaker: Attendee.ID? = nil, columns: Int? = nil) -> [String] {
        var lines: [String] = []
        var last: Attendee.ID?
        for utterance in meeting.transcript where speaker == nil || utterance.attendee == speaker {
            if utterance.attendee != last {
                lines.append(DisplayText(meeting.name(of: utterance.attendee)).description)
            }
            last = utterance.attendee
            let offset = utterance.start.clockText()
            let indent = String(repeating: " ", count: max(7 - offset.count, 0)) + offset + "  "
            let wrapped = wrap(DisplayText(utterance.text), to: columns.map { max($0 - indent.count, 20) })
            lines += wrapped.enumerated().map { index, line in
                (index == 0 ? indent : String(repeating: " ", count: indent.count)) + line
            }
        }
        return lines
    }

    /// The text of `export --to x.txt`: what meeting it is, who was there, and the transcript.
    static func document(_ meeting: Meeting, of speaker: Attendee.ID? = nil) -> String {
        let present = meeting.attendees.filter { $0.state == .spoke }.map { DisplayText($0.name).description }
        let head = [
            DisplayText(meeting.title).description,
            "\(LocalTime(meeting.startedAt).minute), \(meeting.duration.clockText())",
            present.joined(separator: ", "), "",
        ]
        return (head + lines(meeting, of: speaker)).map { $0 + "\n" }.joined()
    }

    /// Breaks at spaces; a word that is wider than a line stands alone and whole.
    private static func wrap(_ text: DisplayText, to columns: Int?) -> [String] {
        guard let columns, text.width > columns else { return [text.description] }
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in text.description.split(separator: " ") {
            let wordWidth = DisplayText(String(word)).width
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
