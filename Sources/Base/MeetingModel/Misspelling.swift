/// Suggests names for misspelt or partial input.
package enum Misspelling {
    private static let most = 3

    /// The names most similar to a text; letter case does not matter.
    ///
    /// A name is similar if at most a third of the letters of the longer text, rounded up, and at most two, are
    /// missing, added, wrong or swapped with a neighbor. If none is similar, the result is the names that begin with the
    /// text, or else those that contain it, or else those with similar words: all words of the name or all of the text.
    package static func suggestions(for text: String, among names: [String]) -> [String] {
        let wanted = Array(text.trimmedName.lowercased())
        guard !wanted.isEmpty, wanted.count <= Standup.longestName else { return [] }
        let spelt = names.map { (name: $0, letters: Array($0.trimmedName.lowercased())) }
        let distances = spelt.map { distance(from: wanted, to: $0.letters) }
        var found: [String] = []
        if let least = distances.compactMap(\.self).min() {
            found = zip(names, distances).filter { $1 == least }.map(\.0)
        } else if wanted.count > 1 {
            found = spelt.filter { $0.letters.starts(with: wanted) }.map(\.name)
            if found.isEmpty { found = spelt.filter { $0.letters.contains(wanted) }.map(\.name) }
            if found.isEmpty { found = similarByWords(wanted, among: spelt) }
        }
        var seen: Set<String> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(most))
    }

    /// The names of which all words are similar to words of the text, or that have words similar to all of the text's.
    private static func similarByWords(
        _ wanted: [Character], among spelt: [(name: String, letters: [Character])]
    ) -> [String] {
        let words = wanted.split(separator: " ").map(Array.init)
        let distances = spelt.map { name -> Int? in
            let others = name.letters.split(separator: " ").map(Array.init)
            guard words.count > 1 || others.count > 1 else { return nil }
            return [distance(ofWords: words, in: others), distance(ofWords: others, in: words)]
                .compactMap(\.self).min()
        }
        guard let least = distances.compactMap(\.self).min() else { return [] }
        return zip(spelt, distances).filter { $1 == least }.map(\.0.name)
    }

    /// The distance of all words to their most similar ones of others; nil if one has none, or is short.
    private static func distance(ofWords words: [[Character]], in others: [[Character]]) -> Int? {
        var sum = 0
        for word in words {
            let nearest = others.compactMap { distance(from: word, to: $0) }.min()
            guard word.count > 2, let nearest else { return nil }
            sum += nearest
        }
        return words.isEmpty ? nil : sum
    }

    /// The distance of two texts; nil if they are not similar.
    private static func distance(from first: [Character], to second: [Character]) -> Int? {
        distance(from: first, to: second, limit: min((max(first.count, second.count) + 1) / 3, 2))
    }

    /// The number of letters to insert, delete, replace or swap with a neighbor; nil if above `limit`.
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
