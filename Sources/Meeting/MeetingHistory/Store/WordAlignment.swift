internal import MeetingModel

/// The alignment of two texts, word by word: with the fewest changes, or nearly so if both are thousands of words long.
package struct WordAlignment: Hashable, Sendable {
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

    /// Time and memory grow with the number of words: what differs in more than `mostCells` pairs of words is divided first.
    init(from: [String], to: [String]) {
        let steps = Self.steps(from.map(Self.folded)[...], to.map(Self.folded)[...])
        var builder = Builder()
        var (row, column) = (0, 0)
        for step in steps {
            switch step {
            case .same: builder.keep(to[column])
            case .both: builder.change(from: from[row], to: to[column])
            case .old: builder.change(from: from[row], to: nil)
            case .new: builder.change(from: nil, to: to[column])
            }
            if step != .new { row += 1 }
            if step != .old { column += 1 }
        }
        (parts, errors) = (builder.finished, builder.errors)
    }

    /// A word for comparison: lowercased, without surrounding punctuation.
    private static func folded(_ word: String) -> String {
        let bare = word.lowercased().trimmingPunctuation
        return bare.isEmpty ? word : String(bare)
    }

    private enum Step: UInt8 {
        case same
        case both
        case old
        case new
    }

    /// The most pairs of words that are compared with each other at once: two texts of 2,000 words.
    private static let mostCells = 1 << 22

    /// The edit path: the common start and end, and what is between them, in halves while it is long.
    private static func steps(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Step] {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old.dropFirst(head), new.dropFirst(head))
        let tail = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        let (oldPart, newPart) = (oldRest.dropLast(tail), newRest.dropLast(tail))
        let (rows, columns) = (oldPart.count + 1, newPart.count + 1)
        var steps = [Step](repeating: .same, count: head)
        if rows <= mostCells / columns {
            steps += shortest(oldPart, newPart)
        } else {
            let (row, column) = anchor(oldPart, newPart) ?? (rows / 2, columns / 2)
            steps += Self.steps(oldPart.prefix(row), newPart.prefix(column))
            steps += Self.steps(oldPart.dropFirst(row), newPart.dropFirst(column))
        }
        return steps + [Step](repeating: .same, count: tail)
    }

    /// The place of a word that each text has once, the nearest to the middle of both, in their middle halves; nil if there
    /// is none.
    private static func anchor(
        _ old: ArraySlice<String>, _ new: ArraySlice<String>
    ) -> (row: Int, column: Int)? {
        let (rows, columns) = (places(in: old), places(in: new))
        var best: (row: Int, column: Int, distance: Double)?
        for (word, row) in rows {
            guard let row, let known = columns[word], let column = known else { continue }
            let parts = (Double(row) / Double(old.count) - 0.5, Double(column) / Double(new.count) - 0.5)
            let distance = max(abs(parts.0), abs(parts.1)) + abs(parts.0 - parts.1)
            guard max(abs(parts.0), abs(parts.1)) <= 0.25 else { continue }
            // Dictionaries have no order: of equal distances, the first row.
            if best.map({ (distance, row) < ($0.distance, $0.row) }) ?? true { best = (row, column, distance) }
        }
        return best.map { ($0.row, $0.column) }
    }

    /// The place of each word, from 0; nil if it occurs more than once.
    private static func places(in words: ArraySlice<String>) -> [String: Int?] {
        var places: [String: Int?] = [:]
        for (place, word) in words.enumerated() { places.updateValue(places[word] == nil ? place : nil, forKey: word) }
        return places
    }

    /// The shortest edit path, by Levenshtein distance.
    private static func shortest(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Step] {
        let width = new.count + 1
        var taken = [UInt8](repeating: Step.new.rawValue, count: (old.count + 1) * width)
        var costs = Array(0...new.count)
        for (row, word) in old.enumerated() {
            var diagonal = costs[0]
            costs[0] = row + 1
            taken[(row + 1) * width] = Step.old.rawValue
            for (column, other) in new.enumerated() {
                let isSame = word == other
                let replaced = diagonal + (isSame ? 0 : 1)
                diagonal = costs[column + 1]
                let (removed, added) = (costs[column + 1] + 1, costs[column] + 1)
                let best = min(replaced, removed, added)
                costs[column + 1] = best
                let step: Step = best == replaced ? isSame ? .same : .both : best == removed ? .old : .new
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
        private var parts: [Part] = []
        private(set) var errors = 0
        private var same: [String] = []
        private var old: [String] = []
        private var new: [String] = []

        mutating func keep(_ word: String) {
            finishChange()
            same.append(word)
        }

        mutating func change(from: String?, to: String?) {
            finishSame()
            errors += 1
            if let from { old.append(from) }
            if let to { new.append(to) }
        }

        var finished: [Part] {
            var builder = self
            builder.finishSame()
            builder.finishChange()
            return builder.parts
        }

        private mutating func finishSame() {
            if !same.isEmpty { parts.append(.same(same)) }
            same = []
        }

        private mutating func finishChange() {
            if !old.isEmpty || !new.isEmpty { parts.append(.changed(from: old, to: new)) }
            (old, new) = ([], [])
        }
    }
}
