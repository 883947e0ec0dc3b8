package import MeetingModel

/// The speakers' times in a recording, and possibly their words, as read from a file.
package struct SpeakerTimes: Hashable, Sendable {
    /// A segment in which one person speaks.
    package struct Segment: Hashable, Sendable {
        /// The line in the file, from 1.
        package let line: Int
        /// The speaker; nil if the file does not say.
        package var speaker: String?
        /// The speaker if the voice says it, not a file.
        private(set) var attendee: Attendee?
        package let start: Duration
        /// The end; nil if the file does not say.
        package let end: Duration?
        /// The text as one line; empty if the file has none.
        package let text: String

        /// The side of a call that it came from if an export says so instead of a speaker; otherwise nil.
        var interjection: AudioChannel? { speaker.flatMap(AudioChannel.init(label:)) }

        init(line: Int, speaker: String?, start: Duration, end: Duration?, text: String) throws(ImportError) {
            let name = speaker?.trimmedName ?? ""
            guard name.unicodeScalars.count <= Standup.longestName else {
                throw ImportError(
                    line: line, "the name '\(quoted(name))' is longer than \(Standup.longestName) characters")
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

        fileprivate init(_ attendee: Attendee, start: Duration, end: Duration) {
            (self.attendee, self.start, self.end) = (attendee, start, end)
            (line, text) = (0, "")
        }
    }

    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// Comma-separated values (RFC 4180): speaker, start, end, text.
        case csv
        /// WebVTT, with voices.
        case vtt
        /// SubRip.
        case srt
    }

    /// The segments, at least one, in order of their start.
    let segments: [Segment]

    /// Parses a file's text; without a format, it is detected from the text.
    package init(_ text: String, format: Format? = nil) throws(ImportError) {
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        let segments =
            switch format ?? Self.format(of: text) {
            case .csv: try Self.readCSV(text)
            case .vtt: try Self.readCues(text, isWebVTT: true)
            case .srt: try Self.readCues(text, isWebVTT: false)
            }
        guard !segments.isEmpty else { throw ImportError("it has no times of speakers") }
        self.segments = segments.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
        guard Set(self.segments.map(\.speaker)).count <= Standup.mostAttendees else {
            throw ImportError("it names more than \(Standup.mostAttendees) speakers")
        }
    }

    /// The times of voices, in order; nil if there are none.
    package init?(_ turns: [(speaker: Attendee, start: Duration, end: Duration)]) {
        guard !turns.isEmpty else { return nil }
        segments = turns.map { Segment($0.speaker, start: $0.start, end: $0.end) }
    }

    /// The names, in order of first appearance.
    package var speakers: [String] {
        var seen: Set<String> = []
        return segments.filter { $0.interjection == nil }.compactMap(\.speaker).filter { seen.insert($0).inserted }
    }

    var hasText: Bool { segments.contains { !$0.text.isEmpty } }

    private static func format(of text: String) -> Format {
        if text.hasPrefix("WEBVTT") { return .vtt }
        let lines = text.split(maxSplits: 3, whereSeparator: \.isNewline)
        return lines.prefix(2).contains { $0.contains("-->") } ? .srt : .csv
    }
}

/// Quotes part of a file for a one-line error.
func quoted(_ text: some StringProtocol) -> String {
    DisplayText(quoting: String(text)).description
}
