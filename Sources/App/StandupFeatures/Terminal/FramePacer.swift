/// Schedules frames: at most 20 a second, but the effect of a key immediately.
struct FramePacer: Hashable, Sendable {
    /// The minimum interval between frames not caused by a key.
    static let interval = Duration.milliseconds(50)

    private var lastFrame: Duration?
    /// Whether only the first frame, which may be a loading screen, has been drawn.
    private var isFirst = false
    private var lastKey: Duration?

    /// A change within one interval counts as the key's effect.
    mutating func keyWasPressed(at now: Duration) {
        lastKey = now
    }

    mutating func frameWasDrawn(at now: Duration) {
        isFirst = lastFrame == nil
        lastFrame = now
    }

    /// The instant at which a screen available now should be drawn: now or later.
    func nextFrame(at now: Duration) -> Duration {
        if isFirst { return now }
        if let lastKey, now - lastKey <= Self.interval { return now }
        return lastFrame.map { max(now, $0 + Self.interval) } ?? now
    }
}
