import MeetingHistory
import MeetingModel

/// Formats hits for `search`: the location in one line, the text in the next.
enum SearchList {
    /// The lines of the hits, numbered from `first`.
    static func lines(_ hits: [SearchHit], from first: Int, terminal: Terminal) -> [String] {
        let width = String(first + max(hits.count - 1, 0)).count
        return hits.enumerated()
            .flatMap { index, hit in
                let number = String(first + index)
                let indent = String(repeating: " ", count: width + 2)
                let padding = String(repeating: " ", count: width - number.count)
                let inner = terminal.indented(by: width + 2)
                var place = DisplayText(place(hit))
                if let columns = inner.columns { place = place.truncated(to: columns) }
                return [
                    padding + number + "  " + terminal.styled(place.description, .dim),
                    indent + HighlightedText(hit.text, marking: hit.matches).line(for: inner),
                ]
            }
    }

    private static func place(_ hit: SearchHit) -> String {
        let source =
            switch hit.source {
            case .utterance(_, _, let name, let start, _): "\(name) at \(start.clockText(.position))"
            case .update(_, let name): "the update of \(name)"
            case .point(let point, let name):
                "\(name) at \(point.start.clockText(.position)), \(point.kind.rawValue)"
            case .title: "the title"
            case .note: "the note"
            case .name: "an attendee"
            }
        let id = hit.meeting.rawValue.prefix(8)
        return "\(hit.title), \(LocalTime(hit.startedAt).minute), \(source) (\(id))"
    }
}
