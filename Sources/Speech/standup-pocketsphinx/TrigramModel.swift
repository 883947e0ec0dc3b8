internal import Glibc

/// A trigram language model of sentences.
///
/// It uses absolute discounting (Ney, Essen, Kneser, "On structuring probabilistic dependences in stochastic language
/// modelling", 1994): each count is reduced by one half, which backs off to unseen words.
struct TrigramModel {
    private typealias Followers = [[String]: [String: Int]]

    private static let discount = 0.5

    private let unigrams: [String: Double]
    private let followers: [Followers]

    /// Counts the words of sentences, unchanged.
    init(_ sentences: [[String]]) {
        var followers: [Followers] = [[:], [:], [:]]
        for sentence in sentences where !sentence.isEmpty {
            let words = ["<s>"] + sentence + ["</s>"]
            for index in words.indices.dropFirst() {
                for length in 0...min(2, index) {
                    followers[length][Array(words[index - length..<index]), default: [:]][words[index], default: 0] += 1
                }
            }
        }
        self.followers = followers
        let counts = followers[0][[]] ?? [:]
        let total = Double(counts.values.reduce(0, +))
        unigrams = counts.mapValues { Double($0) / total }
    }

    /// The model in ARPA format, with logarithms to base 10.
    var arpa: String {
        let words = (unigrams.keys + ["<s>"]).sorted()
        let first = words.map { word in
            line(word == "<s>" ? nil : unigrams[word], [word], backOff: rest(after: [word]))
        }
        let second = ngrams(1).map { history, word in
            line(probability(of: word, after: history), history + [word], backOff: rest(after: history + [word]))
        }
        let third = ngrams(2).map { history, word in
            line(probability(of: word, after: history), history + [word], backOff: nil)
        }
        let counts = [first, second, third].enumerated().map { "ngram \($0 + 1)=\($1.count)" }
        return
            (["\\data\\"] + counts + ["", "\\1-grams:"] + first + ["", "\\2-grams:"] + second
            + ["", "\\3-grams:"] + third + ["", "\\end\\", ""]).joined(separator: "\n")
    }

    /// The n-grams of a length, in a fixed order.
    private func ngrams(_ length: Int) -> [(history: [String], word: String)] {
        followers[length].sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .flatMap { history, words in words.keys.sorted().map { (history, $0) } }
    }

    private func probability(of word: String, after history: [String]) -> Double {
        guard !history.isEmpty else { return unigrams[word] ?? 0 }
        let shorter = probability(of: word, after: Array(history.dropFirst()))
        guard let words = followers[history.count][history] else { return shorter }
        let total = Double(words.values.reduce(0, +))
        return max(Double(words[word] ?? 0) - Self.discount, 0) / total + (rest(after: history) ?? 0) * shorter
    }

    /// The probability left for words unseen after a history; nil if the history is unseen.
    private func rest(after history: [String]) -> Double? {
        guard let words = followers[history.count][history] else { return nil }
        return Self.discount * Double(words.count) / Double(words.values.reduce(0, +))
    }

    private func line(_ probability: Double?, _ words: [String], backOff: Double?) -> String {
        let text = words.joined(separator: " ")
        let logarithm = probability.map { Self.number(log10($0)) } ?? "-99"
        guard words.count < 3 else { return "\(logarithm)\t\(text)" }
        return "\(logarithm)\t\(text)\t\(backOff.map { Self.number(log10($0)) } ?? "0")"
    }

    private static func number(_ value: Double) -> String {
        String(Double((value * 10_000).rounded() / 10_000))
    }
}
