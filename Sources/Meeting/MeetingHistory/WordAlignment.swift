internal import MeetingModel

/// The alignment of two texts, word by word, with the fewest changes.
package struct WordAlignment: Hashable, Sendable {
    /// A run of words.
    package enum Part: Hashable, Sendable {
        /// Words in both texts, as written in the second; case and punctuation may differ.
        case same([String])
        /// Words in the first text that are different in the second; one side may be empty.
        case changed(from: [String], to: [String])
    }

    /// The parts in order; adjacent parts are of different kinds.
    package let parts: [Part]
    /// The number of words that are deleted, substituted or inserted, as in a word error rate.
    package let errors: Int

    /// Compares two texts word by word.
    ///
    /// Time and memory grow with the product of the two word counts, not counting the common start and end.
    package init(from: [String], to: [String]) {
        let (old, new) = (from.map(Self.folded), to.map(Self.folded))
        let common = min(old.count, new.count)
        let head = (0..<common).first { old[$0] != new[$0] } ?? common
        let tail =
            (0..<common - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? common - head
        var builder = Builder()
        builder.keep(to[..<head])
        let steps = Self.steps(old[head..<old.count - tail], new[head..<new.count - tail])
        var (row, column) = (head, head)
        for step in steps {
            switch step {
            case .both where old[row] == new[column]: builder.keep(to[column...column])
            case .both: builder.change(from: from[row...row], to: to[column...column])
            case .old: builder.change(from: from[row...row], to: [])
            case .new: builder.change(from: [], to: to[column...column])
            }
            if step != .new { row += 1 }
            if step != .old { column += 1 }
        }
        builder.keep(to[(to.count - tail)...])
        parts = builder.parts
        errors = builder.errors
    }

    /// A word for comparison: lowercased, without surrounding punctuation.
    private static func folded(_ word: String) -> String {
        let bare = word.lowercased().drop { !$0.isLetter && !$0.isNumber }
        guard let last = bare.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return word }
        return String(bare[...last])
    }

    private enum Step: UInt8 {
        case both
        case old
        case new
    }

    /// The shortest edit path, by Levenshtein distance.
    private static func steps(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Step] {
        let width = new.count + 1
        var taken = [UInt8](repeating: Step.new.rawValue, count: (old.count + 1) * width)
        var costs = Array(0...new.count)
        for (row, word) in old.enumerated() {
            var diagonal = costs[0]
            costs[0] = row + 1
            taken[(row + 1) * width] = Step.old.rawValue
            for (column, other) in new.enumerated() {
                let replaced = diagonal + (word == other ? 0 : 1)
                diagonal = costs[column + 1]
                let (removed, added) = (costs[column + 1] + 1, costs[column] + 1)
                let best = min(replaced, removed, added)
                costs[column + 1] = best
                let step: Step = best == replaced ? .both : best == removed ? .old : .new
                taken[(row + 1) * width + column + 1] = step.rawValue
            }
        }
        var steps: [Step] = []
        var (row, column) = (old.count, new.count)
        while row > 0 || column > 0 {
            let step = Step(rawValue: taken[row * width + column]) ?? .both
            steps.append(step)
            if step != .new { row -= 1 }
            if step != .old { column -= 1 }
        }
        return steps.reversed()
    }

    private struct Builder {
        var parts: [Part] = []
        var errors = 0

        mutating func keep(_ words: ArraySlice<String>) {
            guard !words.isEmpty else { return }
            if case .same(let before) = parts.last {
                parts[parts.count - 1] = .same(before + words)
            } else {
                parts.append(.same(Array(words)))
            }
        }

        mutating func change(from: ArraySlice<String>, to: ArraySlice<String>) {
            errors += 1
            if case .changed(let before, let after) = parts.last {
                parts[parts.count - 1] = .changed(from: before + from, to: after + to)
            } else {
                parts.append(.changed(from: Array(from), to: Array(to)))
            }
        }
    }
}
