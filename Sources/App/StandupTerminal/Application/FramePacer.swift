/// Decides when the next frame is drawn: at most 20 a second, but what a key does at once.
struct FramePacer: Hashable, Sendable {
    /// The least time between two frames that nobody has asked for.
    static let interval = Duration.milliseconds(50)

    private var lastFrame: Duration?
    /// Whether only the first frame has been drawn, which may say no more than that something is being read.
    private var isFirst = false
    private var lastKey: Duration?

    /// Takes notice of a key: what changes within an interval is taken for its effect.
    mutating func keyWasPressed(at now: Duration) {
        lastKey = now
    }

    /// Takes notice of a frame.
    mutating func frameWasDrawn(at now: Duration) {
        isFirst = lastFrame == nil
        lastFrame = now
    }

    /// The instant at which a screen that is there now should be drawn; now, or a later one.
    func nextFrame(at now: Duration) -> Duration {
        if isFirst { return now }
        if let lastKey, now - lastKey <= Self.interval { return now }
        return lastFrame.map { max(now, $0 + Self.interval) } ?? now
    }
}
