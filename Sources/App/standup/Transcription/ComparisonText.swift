import MeetingHistory
import MeetingModel

/// Formats a comparison for `transcripts --compare`, with changes as in wdiff: `[-removed-] {+added+}`.
enum ComparisonText {
    /// The lines: the words of each attendee, turn by turn, and the number of different words by attendee and in total.
    static func lines(_ comparison: TranscriptComparison, of meeting: Meeting, terminal: Terminal) -> [String] {
        var lines: [String] = []
        for section in comparison.sections {
            var heading = terminal.styled(name(section.speaker, in: meeting), .bold)
            heading += "  " + section.start.clockText(.position)
            if let before = section.previousSpeaker { heading += "  (before: \(name(before, in: meeting)))" }
            lines.append(heading)
            lines.append("  " + section.words.parts.map { text($0, terminal) }.joined(separator: " "))
        }
        if lines.isEmpty { lines.append("Both transcripts are empty.") }
        let columns = ["NAME", "WORDS", "DIFFER", "PERCENT"] + (comparison.moved > 0 ? ["MOVED"] : [])
        var table = Table(columns, alignments: columns.indices.map { $0 == 0 ? .left : .right })
        func append(_ name: String, _ sections: [TranscriptComparison.Section]) {
            let (words, errors) = sections.reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.words.errors) }
            let percent = words > 0 ? String((errors * 100 + words / 2) / words) : "-"
            let moved = sections.reduce(0) { $0 + ($1.previousSpeaker == nil ? 0 : $1.count) }
            table.append(
                [name, String(words), String(errors), percent] + (comparison.moved > 0 ? [String(moved)] : []))
        }
        let speakers =
            meeting.attendees.map { Utterance.Speaker.attendee($0.id) } + AudioChannel.allCases.map { .side($0) }
        for speaker in speakers {
            // Words are counted for who said them in the first transcript.
            let sections = comparison.sections.filter { $0.countedSpeaker == speaker }
            if !sections.isEmpty { append(Self.label(speaker, in: meeting), sections) }
        }
        append("all", comparison.sections)
        return lines + [""] + table.lines(for: terminal)
    }

    private static func name(_ speaker: Utterance.Speaker, in meeting: Meeting) -> String {
        DisplayText(label(speaker, in: meeting)).description
    }

    private static func label(_ speaker: Utterance.Speaker, in meeting: Meeting) -> String {
        switch speaker {
        case .attendee(let attendee): meeting.name(of: attendee)
        case .side(let channel): channel.label
        }
    }

    private static func text(_ part: WordAlignment.Part, _ terminal: Terminal) -> String {
        switch part {
        case .same(let words): return joined(words)
        case .changed(let from, let to):
            let gone = from.isEmpty ? [] : [terminal.styled("[-\(joined(from))-]", .red)]
            let come = to.isEmpty ? [] : [terminal.styled("{+\(joined(to))+}", .green)]
            return (gone + come).joined(separator: " ")
        }
    }

    private static func joined(_ words: [String]) -> String {
        DisplayText(words.joined(separator: " ")).description
    }
}
