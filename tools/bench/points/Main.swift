import Glibc
import MeetingModel
import Minutes
import Yams

/// Measures the rules: `points-bench PHRASES EXAMPLES [--wrong]`.
///
/// PHRASES is a catalogue of phrases. EXAMPLES is a list of sentences with their kinds, or of turns with their points, both
/// YAML. For each kind it prints a line: the kind, how many are of that kind, how many the rules took for it, and how many
/// of those are right. A point of a turn is right if an expected one has its kind and half of the words of the shorter of
/// both. `--wrong` also prints what is wrong.
@main
enum Main {
    private struct Statement: Decodable {
        let kind: Point.Kind
        let text: String

        enum CodingKeys: String, CodingKey {
            case kind
            case text = "heard"
        }

        init(_ kind: Point.Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

        /// The words that both have.
        func common(with other: Statement) -> Int {
            var rest = other.words
            return words.count { word in
                guard let index = rest.firstIndex(of: word) else { return false }
                rest.remove(at: index)
                return true
            }
        }

        func isRight(for other: Statement) -> Bool {
            kind == other.kind && common(with: other) * 2 >= min(words.count, other.words.count)
        }

        private var words: [String] {
            text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
        }
    }

    /// An entry of the list: a sentence has `kind` and `text`, a turn has `points` and `heard`.
    private struct Example: Decodable {
        let kind: Point.Kind?
        let text: String?
        let points: [Statement]?
        let heard: String?
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else {
            print("usage: points-bench PHRASES EXAMPLES [--wrong]")
            exit(64)
        }
        let rules = try PointRules(yaml: text(of: arguments[1]))
        let examples = try YAMLDecoder().decode([Example].self, from: text(of: arguments[2]))
        var (expected, found, right): ([Point.Kind], [Point.Kind], [Point.Kind]) = ([], [], [])
        var wrong: [String] = []
        for example in examples {
            var missing = example.points ?? []
            var statements = try example.heard.map { try points(in: $0, by: rules) } ?? []
            if let text = example.text, let kind = example.kind {
                missing = [Statement(kind, text)]
                statements = [Statement(rules.kind(of: text), text)]
            }
            expected += missing.map(\.kind)
            found += statements.map(\.kind)
            for statement in statements {
                let same = missing.indices.filter { statement.isRight(for: missing[$0]) }
                    .max { statement.common(with: missing[$0]) < statement.common(with: missing[$1]) }
                guard let same else {
                    wrong.append("taken for \(statement.kind): \(statement.text)")
                    continue
                }
                right.append(missing.remove(at: same).kind)
            }
            wrong += missing.map { "not found as \($0.kind): \($0.text)" }
        }
        for kind in Point.Kind.allCases {
            let counts = [expected, found, right].map { kinds in String(kinds.count { $0 == kind }) }
            print("\(kind) \(counts.joined(separator: " "))")
        }
        if arguments.contains("--wrong") { for line in wrong { print(line) } }
    }

    private static func points(in heard: String, by rules: PointRules) throws -> [Statement] {
        let turn = Utterance(
            attendee: .init(rawValue: "a"), start: .zero, end: .seconds(60), text: heard, recognizer: "", words: [])
        var generator = SystemRandomNumberGenerator()
        return try rules.points(in: [turn], using: &generator).map { Statement($0.kind, $0.text) }
    }

    private static func text(of path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw PhraseError(description: "cannot read \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
