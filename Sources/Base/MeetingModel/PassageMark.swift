/// A passage of a meeting that somebody has marked, by its time: it is in every transcript of the meeting.
public struct PassageMark: Hashable, Sendable, Codable {
    /// The start, in meeting time.
    public let start: Duration
    /// The end, in meeting time.
    public let end: Duration

    /// A mark from `start` to `end`.
    public init(start: Duration, end: Duration) {
        self.start = start
        self.end = end
    }
}

extension Utterance {
    /// Whether the middle of the utterance is in a marked passage.
    package func isMarked(by marks: [PassageMark]) -> Bool {
        let middle = start + (end - start) / 2
        return marks.contains { $0.start <= middle && middle <= $0.end }
    }
}
