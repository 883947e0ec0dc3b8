internal import MeetingModel

extension SpeakerTimes {
    private struct Columns {
        var speaker: Int?
        var start: Int?
        var end: Int?
        var duration: Int?
        var text: Int?

        /// Guesses the columns of a table without a header from a row; nil if the row has no times.
        ///
        /// The order is speaker, start, end, text, or start, end, speaker, text.
        init?(row: [String]) {
            let isTime = row.prefix(3).map { Duration(offset: $0.trimmedName) != nil }
            if isTime == [true, true, false], !row[2].trimmedName.isEmpty {
                self.init(speaker: 2, start: 0, end: 1, text: 3)
            } else if isTime.count > 1, isTime[1] {
                self.init(speaker: 0, start: 1, end: 2, text: 3)
            } else {
                return nil
            }
        }

        init(speaker: Int?, start: Int?, end: Int?, text: Int?) {
            (self.speaker, self.start, self.end, self.text) = (speaker, start, end, text)
        }

        /// Reads the columns from a header; nil if the row is not a header.
        init?(header: [String]) {
            for (index, name) in header.enumerated() {
                // Brackets after a name contain a unit.
                let bare = name.prefix { $0 != "(" && $0 != "[" }.lowercased().filter { $0.isLetter }
                switch bare {
                case "speaker", "name", "attendee", "who", "person", "voice": speaker = speaker ?? index
                case "start", "from", "begin", "starttime", "begintime", "startseconds", "time", "at":
                    start = start ?? index
                case "end", "to", "stop", "endtime", "stoptime", "until", "endseconds": end = end ?? index
                case "duration", "length": duration = duration ?? index
                case "text", "words", "transcript", "said", "utterance", "content": text = text ?? index
                default: break
                }
            }
            guard start != nil else { return nil }
        }
    }

    /// Reads a table; its first line may be a header.
    static func readCSV(_ text: String) throws(ImportError) -> [Segment] {
        let rows = try CSVRow.rows(of: text)
        guard let first = rows.first else { throw ImportError("it is empty") }
        let header = Columns(header: first.fields)
        guard let columns = header ?? Columns(row: first.fields) else {
            throw ImportError(
                line: first.line,
                "no columns, \(quoted(first.fields.joined(separator: ","))), "
                    + "the first line should be: speaker,start,end")
        }
        var segments: [Segment] = []
        for row in header == nil ? rows[...] : rows.dropFirst() {
            segments.append(try segment(row, columns))
        }
        return segments
    }

    private static func segment(_ row: CSVRow, _ columns: Columns) throws(ImportError) -> Segment {
        func field(_ column: Int?) -> String? {
            guard let column, row.fields.indices.contains(column) else { return nil }
            return row.fields[column]
        }
        func time(_ column: Int?) throws(ImportError) -> Duration? {
            guard let text = field(column)?.trimmedName, !text.isEmpty else { return nil }
            guard let time = Duration(offset: text) else {
                throw ImportError(line: row.line, "'\(quoted(text))' is not a time, write seconds or h:mm:ss")
            }
            return time
        }
        guard let start = try time(columns.start) else { throw ImportError(line: row.line, "no start time") }
        var end = try time(columns.end)
        if end == nil { end = try time(columns.duration).map { start + $0 } }
        return try Segment(
            line: row.line, speaker: field(columns.speaker), start: start, end: end, text: field(columns.text) ?? "")
    }
}

/// A row of a table of comma-separated values (RFC 4180).
struct CSVRow: Hashable {
    /// The line at which it starts, from 1.
    let line: Int
    /// Its fields, without their quotes.
    let fields: [String]

    /// The rows of a text, without empty lines.
    ///
    /// If the first line contains a semicolon or a tab but no comma, that character separates the fields.
    static func rows(of text: String) throws(ImportError) -> [CSVRow] {
        let head = text.prefix { !$0.isNewline }
        let separator: UInt8 =
            head.contains(",")
            ? UInt8(ascii: ",")
            : head.contains(";")
                ? UInt8(ascii: ";")
                : head.contains("\t") ? UInt8(ascii: "\t") : UInt8(ascii: ",")
        var reader = CSVReader(bytes: Array(text.utf8), separator: separator)
        var rows: [CSVRow] = []
        while let row = try reader.next() {
            if row.fields != [""] { rows.append(row) }
        }
        return rows
    }
}

private struct CSVReader {
    let bytes: [UInt8]
    let separator: UInt8
    private var index = 0
    private var line = 1

    init(bytes: [UInt8], separator: UInt8) {
        self.bytes = bytes
        self.separator = separator
    }

    /// The next row; nil at the end.
    mutating func next() throws(ImportError) -> CSVRow? {
        guard index < bytes.count else { return nil }
        let start = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            guard index < bytes.count, bytes[index] == separator else { break }
            index += 1
        }
        if index < bytes.count { endLine() }
        return CSVRow(line: start, fields: fields)
    }

    private mutating func field() throws(ImportError) -> String {
        guard index < bytes.count, bytes[index] == quote else {
            let start = index
            while index < bytes.count, bytes[index] != separator, !isLineEnd(bytes[index]) { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        let start = line
        var content: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote {
                index += 1
                guard index < bytes.count, bytes[index] == quote else {
                    guard index == bytes.count || bytes[index] == separator || isLineEnd(bytes[index]) else {
                        throw ImportError(line: line, "text after a closing quote")
                    }
                    return String(decoding: content, as: UTF8.self)
                }
                content.append(quote)
                index += 1
            } else if isLineEnd(byte) {
                endLine()
                content.append(UInt8(ascii: "\n"))
            } else {
                content.append(byte)
                index += 1
            }
        }
        throw ImportError(line: start, "a quote is not closed")
    }

    private mutating func endLine() {
        if bytes[index] == UInt8(ascii: "\r"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\n") {
            index += 1
        }
        index += 1
        line += 1
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private var quote: UInt8 { UInt8(ascii: "\"") }
}
