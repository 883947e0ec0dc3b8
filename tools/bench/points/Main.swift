import Glibc
import MeetingModel
import Minutes
import Yams

/// Measures the rules that sort sentences: `points-bench PHRASES SENTENCES [--wrong]`.
///
/// PHRASES is a catalogue of phrases, SENTENCES a list of sentences with their kinds, both YAML. It prints a line for
/// each kind: the kind, the sentences of that kind, those that the rules took for it, and those of them that are right.
/// `--wrong` also prints the sentences that were sorted wrongly.
@main
enum Main {
    private struct Example: Decodable {
        let kind: String
        let text: String
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else {
            print("usage: points-bench PHRASES SENTENCES [--wrong]")
            exit(64)
        }
        let rules = try PointRules(yaml: text(of: arguments[1]))
        let examples = try YAMLDecoder().decode([Example].self, from: text(of: arguments[2]))
        let found = examples.map { rules.kind(of: $0.text) }
        for kind in Point.Kind.allCases {
            let are = examples.count { $0.kind == kind.rawValue }
            let taken = found.count { $0 == kind }
            let right = zip(examples, found).count { $0.kind == kind.rawValue && $1 == kind }
            print("\(kind) \(are) \(taken) \(right)")
        }
        if arguments.contains("--wrong") {
            for (example, kind) in zip(examples, found) where example.kind != kind.rawValue {
                print("\(example.kind) taken for \(kind): \(example.text)")
            }
        }
    }

    private static func text(of path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw PhraseError(description: "cannot read \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
