/// The speed of playback; the pitch does not change.
package struct PlaybackSpeed: Hashable, Sendable {
    package static let range = 0.75...2.0
    package static let normal = PlaybackSpeed(steps[1])
    /// The speeds that the keys step through.
    static let steps = [0.75, 1, 1.25, 1.5, 1.75, 2]

    /// Seconds of the recording per second of playback.
    package let factor: Double

    /// Creates a speed, clamped to `range`.
    package init(_ factor: Double) {
        self.factor = min(max(factor, Self.range.lowerBound), Self.range.upperBound)
    }

    /// The next step up, or the fastest.
    package var faster: PlaybackSpeed { Self.steps.first { $0 > factor }.map(PlaybackSpeed.init) ?? self }

    /// The next step down, or the slowest.
    package var slower: PlaybackSpeed { Self.steps.last { $0 < factor }.map(PlaybackSpeed.init) ?? self }
}

extension PlaybackSpeed: CustomStringConvertible {
    /// The speed as text, such as `1×` or `1.25×`.
    package var description: String {
        let hundredths = Int((factor * 100).rounded())
        var text = "\(hundredths / 100)"
        if hundredths % 100 > 0 {
            text += "." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
            if text.hasSuffix("0") { text.removeLast() }
        }
        return text + "×"
    }
}
