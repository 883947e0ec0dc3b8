import FoundationEssentials

extension MeetingTimer.Step {
    /// One line, as the history keeps it.
    package var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// A step from its line; nil if it is none that this version knows.
    package init?(line: String) {
        guard let step = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = step
    }
}
