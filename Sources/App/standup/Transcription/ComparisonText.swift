import MeetingHistory
import MeetingModel

/// Formats a comparison for `transcripts --compare`, with changes as in wdiff: `[-removed-] {+added+}`.
enum ComparisonText {
    /// The lines: the words of each attendee, turn by turn, and the number of different words by attendee and in total.
    static func lines(_ comparison: TranscriptComparison, of meeting: Meeting, terminal: Terminal) -> [String] {
        var lines: [String] = []
        for section in comparison.sections {
            let name = section.interjection?.label ?? DisplayText(meeting.name(of: section.attendee)).description
            lines.append(terminal.styled(name, .bold) + "  " + section.start.clockText(.position))
            lines.append("  " + section.words.parts.map { text($0, terminal) }.joined(separator: " "))
        }
        if lines.isEmpty { lines.append("Both transcripts are empty.") }
        var table = Table(["NAME", "WORDS", "DIFFER", "PERCENT"], alignments: [.left, .right, .right, .right])
        for attendee in meeting.attendees {
            let sections = comparison.sections.filter { $0.attendee == attendee.id && $0.interjection == nil }
            if !sections.isEmpty { table.append(row(attendee.name, sections)) }
        }
        for side in AudioChannel.allCases {
            let sections = comparison.sections.filter { $0.interjection == side }
            if !sections.isEmpty { table.append(row(side.label, sections)) }
        }
        table.append(row("all", comparison.count, comparison.errors))
        return lines + [""] + table.lines(for: terminal)
    }

    private static func row(_ name: String, _ sections: [TranscriptComparison.Section]) -> [String] {
        row(name, sections.reduce(0) { $0 + $1.count }, sections.reduce(0) { $0 + $1.words.errors })
    }

    private static func row(_ name: String, _ words: Int, _ errors: Int) -> [String] {
        [name, String(words), String(errors), words > 0 ? String((errors * 100 + words / 2) / words) : "-"]
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
