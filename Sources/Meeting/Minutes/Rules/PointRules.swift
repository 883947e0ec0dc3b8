package import MeetingModel
internal import Yams

/// The rules by which sentences of one language become points, read from a catalogue of phrases.
///
/// Each pattern that a sentence matches adds its weight to a kind. The sentence is of the kind with the highest sum, if
/// that is at least `leastScore`; a sentence of the kind `other` becomes no point. A clause that is denied, such as "I did
/// not finish the tests", says nothing about what is done.
package struct PointRules: Sendable {
    static let leastScore = 2

    private struct WeightedPattern: Sendable {
        let pattern: PhrasePattern
        let kind: Point.Kind
        let weight: Int
    }

    private let patterns: [WeightedPattern]
    /// What denies the clause in which it is, by the kind that the clause then is not.
    private let denials: [Point.Kind: [PhrasePattern]]
    /// Where a clause begins in a sentence.
    let clauseStarts: [PhrasePattern]
    /// The words with which a clause ends.
    let clauseEnds: WordClass
    /// The words, such as "that", after which no clause begins.
    let clauseJoints: WordClass
    /// The words, such as "when", with which a clause begins that needs the next one.
    let dependents: WordClass
    /// The words, such as "because", with which a reason for the clause before begins.
    let reasons: WordClass
    /// The abbreviations, such as "e.g.", after which a sentence goes on.
    let abbreviations: WordClass
    /// The abbreviations, such as "etc.", with which a sentence may end.
    let closingAbbreviations: WordClass
    /// The words that may stand before a sentence and say nothing, such as "um".
    let fillers: WordClass
    /// The words that say nothing about the subject of a sentence.
    let ignored: WordClass
    /// How many letters two words have to share to mean the same.
    let stemLength: Int

    package init(yaml: String) throws(PhraseError) {
        let catalogue: PhraseCatalogue
        do {
            catalogue = try YAMLDecoder().decode(PhraseCatalogue.self, from: yaml)
        } catch {
            throw PhraseError(description: "not a catalogue of phrases, see Assets/Phrases/en.yaml")
        }
        var classes: [String: WordClass] = [:]
        for (name, words) in catalogue.words { classes[name] = WordClass(words.phrases) }
        var patterns: [WeightedPattern] = []
        for (name, weights) in catalogue.kinds.sorted(by: { $0.key < $1.key }) {
            guard let kind = Point.Kind(rawValue: name) else {
                throw PhraseError(description: "'\(name)' is not a kind of point")
            }
            for (weight, phrases) in weights {
                guard let weight = Int(weight), (-9...9).contains(weight) else {
                    throw PhraseError(description: "'\(weight)' is not a weight from -9 to 9")
                }
                for phrase in phrases.phrases {
                    patterns.append(
                        WeightedPattern(
                            pattern: try PhrasePattern(phrase, classes: classes), kind: kind, weight: weight))
                }
            }
        }
        self.patterns = patterns
        var denials: [Point.Kind: [PhrasePattern]] = [:]
        for (name, phrases) in catalogue.denied {
            guard let kind = Point.Kind(rawValue: name) else {
                throw PhraseError(description: "'\(name)' is not a kind of point")
            }
            for phrase in phrases.phrases {
                denials[kind, default: []].append(try PhrasePattern(phrase, classes: classes))
            }
        }
        self.denials = denials
        var starts: [PhrasePattern] = []
        for phrase in catalogue.clauses.starts.phrases { starts.append(try PhrasePattern(phrase, classes: classes)) }
        clauseStarts = starts
        clauseEnds = WordClass(catalogue.clauses.ends.phrases)
        clauseJoints = WordClass(catalogue.clauses.joints.phrases)
        dependents = WordClass(catalogue.clauses.dependents.phrases)
        reasons = WordClass(catalogue.clauses.reasons.phrases)
        abbreviations = WordClass(catalogue.abbreviations.within.phrases)
        closingAbbreviations = WordClass(catalogue.abbreviations.last.phrases)
        fillers = WordClass(catalogue.fillers.phrases)
        ignored = WordClass(catalogue.ignored.phrases)
        guard (1...20).contains(catalogue.stem) else { throw PhraseError(description: "stem must be 1 to 20") }
        stemLength = catalogue.stem
    }

    /// The kind of a sentence; `other` if no rule says more.
    package func kind(of sentence: some StringProtocol) -> Point.Kind {
        kind(of: PhraseWord.words(of: sentence)) ?? .other
    }

    /// The kind of a sentence; nil if no rule says anything.
    func kind(of words: [PhraseWord]) -> Point.Kind? {
        var scores: [Point.Kind: Int] = [:]
        let asserted = denials.mapValues { affirmed(words, by: $0) }
        for rule in patterns {
            let words = asserted[rule.kind] ?? words
            guard rule.pattern.matches(words, fillers: fillers(of: words)) else { continue }
            scores[rule.kind, default: 0] += rule.weight
        }
        // Of equal sums, the rarer kind wins.
        let order: [Point.Kind] = [.other, .question, .decision, .blocker, .plan, .done]
        var best = (kind: Point.Kind?.none, score: Self.leastScore - 1)
        for kind in order where scores[kind, default: 0] > best.score { best = (kind, scores[kind, default: 0]) }
        return best.kind
    }

    /// The words of a sentence without the clauses that are denied.
    private func affirmed(_ words: [PhraseWord], by denials: [PhrasePattern]) -> [PhraseWord] {
        // Most sentences deny nothing.
        guard denials.contains(where: { $0.matches(words, fillers: words.count) }) else { return words }
        return clauses(of: words).filter { clause in
            let clause = Array(clause)
            return !denials.contains { $0.matches(clause, fillers: fillers(of: clause)) }
        }
        .flatMap(\.self)
    }

    private func fillers(of words: [PhraseWord]) -> Int { words.prefix(while: fillers.contains).count }
}

/// The contents of a file of phrases.
///
/// The patterns of a text stand on lines of their own or between slashes.
private struct PhraseCatalogue: Decodable {
    struct Clauses: Decodable {
        let starts: String
        let ends: String
        let joints: String
        let dependents: String
        let reasons: String
    }

    struct Abbreviations: Decodable {
        let within: String
        let last: String
    }

    let stem: Int
    let fillers: String
    let ignored: String
    let clauses: Clauses
    let abbreviations: Abbreviations
    let words: [String: String]
    /// By kind and weight.
    let kinds: [String: [String: String]]
    /// By kind.
    let denied: [String: String]
}

extension String {
    fileprivate var phrases: [Substring] {
        split(whereSeparator: { $0 == "/" || $0.isNewline }).map(\.trimmed).filter { !$0.isEmpty }
    }
}
