/// A channel of a meeting's sound: one side of a call.
///
/// A recording without a call has only the room.
public enum AudioChannel: String, CaseIterable, Hashable, Sendable, Codable {
    /// The microphone, which hears the room.
    case room
    /// The loudspeaker's sound: those who join by call.
    case call

    /// The position in the recording's frames, from 0.
    public var index: Int { self == .room ? 0 : 1 }
}

extension AudioChannel {
    /// Where an interjection came from, in English: "from the room" or "from the call".
    public var origin: String { "from the \(rawValue)" }

    /// The label of an interjection in texts, in place of a name: "(from the call)".
    package var label: String { "(\(origin))" }

    package init?(label: String) {
        guard let channel = Self.allCases.first(where: { $0.label == label }) else { return nil }
        self = channel
    }
}
