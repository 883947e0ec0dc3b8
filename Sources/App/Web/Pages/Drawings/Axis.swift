/// The scale of a drawing's vertical axis, in seconds.
struct Axis: Hashable {
    /// The distance of two lines.
    let step: Int
    /// The lines, from 0 up.
    let lines: [Int]

    private static let steps = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800]

    /// The scale of values up to a largest one, with at most five lines above 0.
    init(upTo largest: Double) {
        let largest = largest.isFinite ? max(largest, 1) : 1
        let last = Self.steps.last ?? 1
        let step =
            Self.steps.first { largest / Double($0) <= 5 } ?? last * Int((largest / Double(last) / 5).rounded(.up))
        self.step = step
        lines = (0...Int((largest / Double(step)).rounded(.up))).map { $0 * step }
    }

    var top: Double { Double(max(lines.last ?? 1, 1)) }
}
