/// Suggests names for misspelt or partial input.
package enum Misspelling {
    /// The most suggestions.
    private static let most = 3

    /// The names most similar to a text; letter case does not matter.
    ///
    /// A name is similar if at most a third of the letters of the longer text, rounded up, and at most two, are
    /// missing, added, wrong or swapped with a neighbour. If none is similar, the result is the names that begin with the text, or else those that
    /// contain it.
    package static func suggestions(for text: String, among names: [String]) -> [String] {
        let wanted = Array(text.trimmedName.lowercased())
        guard !wanted.isEmpty, wanted.count <= Standup.longestName else { return [] }
        let spelt = names.map { (name: $0, letters: Array($0.trimmedName.lowercased())) }
        let distances = spelt.map { name in
            let limit = min((max(wanted.count, name.letters.count) + 1) / 3, 2)
            return distance(from: wanted, to: name.letters, limit: limit)
        }
        var found: [String] = []
        if let least = distances.compactMap(\.self).min() {
            found = zip(names, distances).filter { $1 == least }.map(\.0)
        } else if wanted.count > 1 {
            found = spelt.filter { $0.letters.starts(with: wanted) }.map(\.name)
            if found.isEmpty { found = spelt.filter { $0.letters.contains(wanted) }.map(\.name) }
        }
        var seen: Set<String> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(most))
    }

    /// The number of letters to insert, delete, replace or swap with a neighbour; nil if above `limit`.
    private static func distance(from first: [Character], to second: [Character], limit: Int) -> Int? {
        guard abs(first.count - second.count) <= limit else { return nil }
        var before: [Int] = []
        var row = Array(0...second.count)
        for (i, letter) in first.enumerated() {
            var next = [i + 1]
            for (j, other) in second.enumerated() {
                var cost = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other { cost = min(cost, before[j - 1] + 1) }
                next.append(cost)
            }
            if (next.min() ?? 0) > limit { return nil }
            (before, row) = (row, next)
        }
        return row[second.count] <= limit ? row[second.count] : nil
    }

    /// The suggestions as a question, such as `did you mean start or stats?`; nil if there are none.
    package static func question(_ suggestions: [String]) -> String? {
        guard let last = suggestions.last else { return nil }
        let others = suggestions.dropLast().joined(separator: ", ")
        return "did you mean " + (others.isEmpty ? last : others + " or " + last) + "?"
    }
}
