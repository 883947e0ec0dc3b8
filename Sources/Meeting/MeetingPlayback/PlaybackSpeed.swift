/// How fast a recording is played; the pitch stays.
package struct PlaybackSpeed: Hashable, Sendable {
    /// The slowest and the fastest.
    package static let range = 0.75...2.0
    /// As it was spoken.
    package static let normal = PlaybackSpeed(steps[1])
    /// What keys step through.
    package static let steps = [0.75, 1, 1.25, 1.5, 1.75, 2]

    /// Seconds of the recording per second.
    package let factor: Double

    /// A speed; what is out of range is the slowest or the fastest.
    package init(_ factor: Double) {
        self.factor = min(max(factor, Self.range.lowerBound), Self.range.upperBound)
    }

    /// The next step up; the fastest stays.
    package var faster: PlaybackSpeed { Self.steps.first { $0 > factor }.map(PlaybackSpeed.init) ?? self }

    /// The next step down; the slowest stays.
    package var slower: PlaybackSpeed { Self.steps.last { $0 < factor }.map(PlaybackSpeed.init) ?? self }
}

extension PlaybackSpeed: CustomStringConvertible {
    /// Such as `1×` or `1.25×`.
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
