/// The least cost of making one sequence of another.
enum EditDistance {
    /// The cost per element of their mean length; above `limit` any number above it.
    static func between(
        _ first: [Int], _ second: [Int], limit: Float, gap: (Int) -> Float, substitution: (Int, Int) -> Float
    ) -> Float {
        let length = Float(first.count + second.count) / 2
        guard length > 0 else { return 0 }
        // Nothing is left out for less than this.
        guard Float(abs(first.count - second.count)) * leastGap <= limit * length else { return .infinity }
        var row = [Float](repeating: 0, count: second.count + 1)
        for column in second.indices { row[column + 1] = row[column] + gap(second[column]) }
        for element in first {
            var diagonal = row[0]
            row[0] += gap(element)
            var least = row[0]
            for column in second.indices {
                let best = min(
                    diagonal + substitution(element, second[column]), row[column + 1] + gap(element),
                    row[column] + gap(second[column]))
                diagonal = row[column + 1]
                row[column + 1] = best
                least = min(least, best)
            }
            if least > limit * length { return .infinity }
        }
        return (row.last ?? 0) / length
    }

    private static let leastGap: Float = 0.4
}
