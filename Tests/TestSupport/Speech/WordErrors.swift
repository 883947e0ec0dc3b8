/// The number of substituted, deleted and inserted words, relative to a reference.
package struct WordErrors: CustomStringConvertible {
    package private(set) var errors = 0
    package private(set) var words = 0

    package init() {}

    /// Counts the errors of recognized words, without regard to case.
    package mutating func add(_ heard: String, reference: String) {
        let heard = heard.lowercased().split(separator: " ")
        let reference = reference.lowercased().split(separator: " ")
        var distances = Array(0...heard.count)
        for (row, word) in reference.enumerated() {
            var next = [row + 1]
            for (column, other) in heard.enumerated() {
                let replaced = distances[column] + (word == other ? 0 : 1)
                next.append(min(replaced, distances[column + 1] + 1, next[column] + 1))
            }
            distances = next
        }
        errors += distances.last ?? 0
        words += reference.count
    }

    package var rate: Double { Double(errors) / Double(max(words, 1)) }

    package var description: String { "\(errors) of \(words) words" }
}
