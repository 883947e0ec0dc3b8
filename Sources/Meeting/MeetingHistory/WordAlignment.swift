internal import MeetingModel

/// How the words of one text become those of another with the fewest changes.
package struct WordAlignment: Hashable, Sendable {
    /// A run of words, as both texts have them.
    package enum Part: Hashable, Sendable {
        /// Both have them, perhaps in another case or with other punctuation; as the second text writes them.
        case same([String])
        /// The first has some words where the second has others, or one of the two none.
        case changed(from: [String], to: [String])
    }

    /// The parts in order; no two of a kind stand next to each other.
    package let parts: [Part]
    /// How many words of the first text are missing in the second, others or too many: the count of a word error rate.
    package let errors: Int

    /// Compares two texts word by word.
    ///
    /// It takes time and memory as the product of the two numbers of words that are left between what the texts have
    /// in common at their beginning and end.
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

    /// A word as it is compared: in lower case, without the punctuation around it.
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

    /// The cheapest way from one to the other, by the distance of Levenshtein.
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
