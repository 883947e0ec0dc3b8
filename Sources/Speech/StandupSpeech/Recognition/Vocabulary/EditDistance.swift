/// The weighted edit distance between sequences.
enum EditDistance {
    /// The cost divided by the mean length; above `limit` any larger number.
    static func between(
        _ first: [Int], _ second: [Int], limit: Float, gap: (Int) -> Float, substitution: (Int, Int) -> Float
    ) -> Float {
        let length = Float(first.count + second.count) / 2
        guard length > 0 else { return 0 }
        // The minimum cost of the difference in length.
        guard Float(abs(first.count - second.count)) * minimumGap <= limit * length else { return .infinity }
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

    private static let minimumGap: Float = 0.4
}
