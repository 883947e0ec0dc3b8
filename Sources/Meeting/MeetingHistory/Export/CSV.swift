import MeetingModel

/// A table as in RFC 4180: comma-separated fields, lines that end with CR LF, quoted texts.
package enum CSV {
    package enum Field {
        /// A text, quoted and on one line.
        ///
        /// Spreadsheets run text that begins with `=`, `+`, `-` or `@` as a formula, which can read other cells and
        /// start programs. Such a text gets a leading apostrophe, which marks it as text. The same applies after a
        /// semicolon, which separates fields in countries with a decimal comma. There is no byte order mark: programs
        /// would read it as part of the first column's name.
        case text(String)
        /// A number with three decimal places; empty if not finite.
        case number(Double)
        case count(Int)
        case empty
    }

    /// A line of the table, with its line ending.
    package static func line(_ fields: [Field]) -> String {
        fields.map(\.description).joined(separator: ",") + "\r\n"
    }

    package static func header(_ names: [String]) -> String {
        names.joined(separator: ",") + "\r\n"
    }
}

extension CSV.Field: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text(let text): "\"" + Self.disarmed(DisplayText(text).description).replacing("\"", with: "\"\"") + "\""
        case .count(let count): "\(count)"
        case .number(let number): number.isFinite ? Self.decimal(number) : ""
        case .empty: ""
        }
    }

    private static func disarmed(_ text: String) -> String {
        var result = ""
        var isAtStart = true
        for character in text {
            if isAtStart, "=+-@＝＋－＠".contains(character) { result.append("'") }
            result.append(character)
            if character == ";" {
                isAtStart = true
            } else if !(character.isWhitespace || character == "\"") {
                isAtStart = false
            }
        }
        return result
    }

    private static func decimal(_ number: Double) -> String {
        let thousandths = Int64(exactly: (number * 1000).rounded()) ?? 0
        let rest = String(thousandths.magnitude % 1000)
        return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000)."
            + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension MeetingTranscript {
    /// One row per utterance and per update; start and end are seconds of meeting time.
    ///
    /// An update is where its author's turn was or would have been.
    var csv: String {
        let written = updates.map { update in
            let place = meeting.place(of: update.attendee)
            return (start: place, line: row(meeting.name(of: update.attendee), place, place, update.text, "written"))
        }
        let said = utterances.map { utterance in
            let name = meeting.speakerLabel(of: utterance)
            return (start: utterance.start, line: row(name, utterance.start, utterance.end, utterance.text, "said"))
        }
        let rows = (written + said).enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        return CSV.header(["date", "title", "speaker", "start", "end", "text", "how"])
            + rows.map(\.element.line).joined()
    }

    private func row(_ name: String, _ start: Duration, _ end: Duration, _ text: String, _ how: String) -> String {
        CSV.line([
            .text(startedAt.iso8601), .text(meeting.title), .text(name), .number(start.seconds), .number(end.seconds),
            .text(text), .text(how),
        ])
    }
}
