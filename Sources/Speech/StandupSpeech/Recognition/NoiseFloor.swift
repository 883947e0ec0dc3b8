/// The background noise level: the minimum of the last three seconds.
struct NoiseFloor {
    private static let blockLength = 40
    /// The initial level, lower than in most rooms, so that the first word is detected.
    private static let initial: Float = -65
    private static let lowest: Float = -72

    private var blocks = [Float](repeating: initial, count: 8)
    private var block = 0
    private var frame = 0
    private var minimum = Float.infinity

    /// The noise floor, in dBFS.
    private(set) var level = initial

    /// Adds the level of the next 10 ms.
    mutating func hear(_ frameLevel: Float) {
        minimum = min(minimum, frameLevel)
        frame += 1
        if frame == Self.blockLength {
            blocks[block] = max(minimum, Self.lowest)
            block = (block + 1) % blocks.count
            frame = 0
            minimum = .infinity
        }
        level = max(min(blocks.reduce(.infinity, min), minimum), Self.lowest)
    }
}
