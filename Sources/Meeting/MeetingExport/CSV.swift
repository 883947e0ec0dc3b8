import MeetingModel

/// A table as RFC 4180 has it: fields between commas, lines that end with CR LF, texts in quotes.
package enum CSV {
    /// What a field holds.
    package enum Field {
        /// A text, in quotes and one line.
        ///
        /// Spreadsheets run what begins with `=`, `+`, `-` or `@` as a formula, which can read other cells and call
        /// programs; such a text gets an apostrophe before it, which they take as "this is text". The same goes for
        /// what follows a semicolon, at which they cut in countries with a decimal comma. No byte order mark is
        /// written: programs would take it for a part of the first name.
        case text(String)
        /// A number with three digits behind the point; not finite is empty.
        case number(Double)
        /// A whole number.
        case count(Int)
        /// Nothing.
        case empty
    }

    /// A line of the table, with its end.
    package static func line(_ fields: [Field]) -> String {
        fields.map(\.description).joined(separator: ",") + "\r\n"
    }

    /// The first line: names of columns.
    package static func header(_ names: [String]) -> String {
        names.joined(separator: ",") + "\r\n"
    }
}

extension CSV.Field: CustomStringConvertible {
    /// The field as it stands in the file.
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
    /// One row for each utterance; start and end are seconds of meeting time.
    var csv: String {
        CSV.header(["date", "title", "speaker", "start", "end", "text"])
            + utterances.map { utterance in
                CSV.line([
                    .text(startedAt.iso8601), .text(meeting.title), .text(meeting.name(of: utterance.attendee)),
                    .number(utterance.start.seconds), .number(utterance.end.seconds), .text(utterance.text),
                ])
            }.joined()
    }
}
