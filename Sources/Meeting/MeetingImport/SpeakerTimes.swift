internal import MeetingModel

/// Who spoke when in a recording, and perhaps what, as a file says it.
package struct SpeakerTimes: Hashable, Sendable {
    /// A stretch in which one person speaks.
    package struct Stretch: Hashable, Sendable {
        /// The line of the file, 1 the first.
        package let line: Int
        /// Who; nil if the file does not say.
        package var speaker: String?
        /// Where it starts.
        package let start: Duration
        /// Where it ends; nil if the file does not say.
        package let end: Duration?
        /// What was said, in one line; empty if the file does not say.
        package let text: String

        init(line: Int, speaker: String?, start: Duration, end: Duration?, text: String) throws(ImportError) {
            let name = speaker?.trimmedName ?? ""
            guard name.unicodeScalars.count <= Standup.longestName else {
                throw ImportError(line: line, "a name longer than \(Standup.longestName) characters, \(quoted(name))")
            }
            if let end, end < start {
                throw ImportError(
                    line: line,
                    "it ends at \(end.clockText(.position)), before it starts at \(start.clockText(.position))")
            }
            self.line = line
            self.speaker = name.isEmpty ? nil : name
            self.start = start
            self.end = end
            self.text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// The formats that are read.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// Comma-separated values by RFC 4180: speaker, start, end, text.
        case csv
        /// WebVTT with voices.
        case vtt
        /// SubRip.
        case srt
    }

    /// The stretches, in order of their start; there is at least one.
    package let stretches: [Stretch]

    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - text: What is in the file.
    ///   - format: What it is; nil to tell by the text itself.
    /// - Throws: What is wrong with it, and in which line.
    package init(_ text: String, format: Format? = nil) throws(ImportError) {
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        let stretches =
            switch format ?? Self.format(of: text) {
            case .csv: try Self.readCSV(text)
            case .vtt: try Self.readCues(text, isWebVTT: true)
            case .srt: try Self.readCues(text, isWebVTT: false)
            }
        guard !stretches.isEmpty else { throw ImportError("it names no time at which somebody speaks") }
        self.stretches = stretches.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
        guard Set(self.stretches.map(\.speaker)).count <= Standup.mostAttendees else {
            throw ImportError("it names more than \(Standup.mostAttendees) speakers")
        }
    }

    /// The names, in the order in which they speak first.
    package var speakers: [String] {
        var seen: Set<String> = []
        return stretches.compactMap(\.speaker).filter { seen.insert($0).inserted }
    }

    /// Whether it says what was said.
    package var hasText: Bool { stretches.contains { !$0.text.isEmpty } }

    private static func format(of text: String) -> Format {
        if text.hasPrefix("WEBVTT") { return .vtt }
        let lines = text.split(maxSplits: 3, whereSeparator: \.isNewline)
        return lines.prefix(2).contains { $0.contains("-->") } ? .srt : .csv
    }
}

/// A piece of a file for an error of one line.
func quoted(_ text: some StringProtocol) -> String {
    DisplayText(quoting: String(text)).description
}
