import FoundationEssentials
import StandupFeatures

/// The request to hold a meeting: one line of JSON on the standard input of `standup hold`.
struct HostRequest: Codable {
    /// The maximum length of the line, in bytes: more than a meeting of 1,000 attendees and the longest vocabulary.
    static let longestLine = 1 << 22

    var order: MeetingOrder
    /// The recognizer that a flag names.
    var recognizer: String?

    /// The line, with its line break.
    var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return ((try? encoder.encode(self)).map { [UInt8]($0) } ?? []) + [UInt8(ascii: "\n")]
    }

    init?(line: some Sequence<UInt8>) {
        guard let request = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = request
    }

    init(order: MeetingOrder, recognizer: String?) {
        self.order = order
        self.recognizer = recognizer
    }
}
