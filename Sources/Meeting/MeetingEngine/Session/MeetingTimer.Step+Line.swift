import FoundationEssentials

extension MeetingTimer.Step {
    /// The step as one line, for the history.
    package var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Reads a step from its line; nil if this version does not support it.
    init?(line: String) {
        guard let step = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = step
    }
}
