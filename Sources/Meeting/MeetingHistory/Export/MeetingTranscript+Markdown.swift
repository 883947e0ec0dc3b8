import MeetingModel

extension MeetingTranscript {
    /// Markdown, with tables as in GitHub's and most other dialects.
    var markdown: String {
        var lines = ["# " + escaped(title), "", "\(startedAt.minute), \(meeting.duration.clockText())"]
        if let sides = meeting.recordedSides { lines += ["", sides] }
        if !meeting.knownAttendees.isEmpty { lines += [""] + attendeeTable }
        if !points.isEmpty || !updates.isEmpty { lines += ["", "## Minutes"] + pointSections(heading: "###") }
        if !segments.isEmpty { lines += ["", "## Transcript"] }
        for (name, utterances) in segments {
            // An interjection has no name: its origin, in italics instead of the brackets of plain text.
            let origin = utterances.first?.interjection.map { "*" + $0.origin + "*" }
            lines += ["", "### " + (origin ?? escaped(name)), ""]
            lines += utterances.map { utterance in
                let text = escaped(DisplayText(utterance.text).description)
                // Marked passages are bold.
                let words = utterance.isMarked(by: meeting.marks) && !text.isEmpty ? "**" + text + "**" : text
                return "- `\(utterance.start.clockText(.position))` \(words)"
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var attendeeTable: [String] {
        ["| Attendee | Slot | Used | Overtime | State |", "| :-- | --: | --: | --: | :-- |"]
            + meeting.knownAttendees.map { attendee in
                let times = [attendee.slot, attendee.used, attendee.overtime].map { $0.clockText() }
                let name = escaped(DisplayText(attendee.name).description)
                let cells = [name] + times + [meeting.stateText(of: attendee)]
                return "| " + cells.joined(separator: " | ") + " |"
            }
    }

    /// Escapes, with a backslash, what Markdown interprets within a line; no caller begins a line with such a text.
    func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\\`*_[]<>|~#&$".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
