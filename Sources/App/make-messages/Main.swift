import Foundation
import Yams

/// Writes the texts of a catalogue as members of `Message`, so that the compiler checks keys and substitutions.
///
///     make-messages CATALOGUE SOURCE
///
/// `list.attendees: "%{count} attendees"` becomes `static func listAttendees(count:)`, a text without substitutions a
/// variable.
@main enum MakeMessages {
    static func main() throws {
        let arguments = CommandLine.arguments
        let yaml = try String(contentsOfFile: arguments[1], encoding: .utf8)
        guard let root = try Yams.compose(yaml: yaml, .basic) else { return }
        let source = """
            // Made from the English catalogue by make-messages.
            extension Message {
            \(texts(in: root, under: "").map(declaration).joined(separator: "\n"))
            }

            """
        try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
    }

    /// The keys under a node, each with all its forms as one text.
    private static func texts(in node: Node, under key: String) -> [(key: String, text: String)] {
        guard let mapping = node.mapping else { return [(key, node.scalar?.string ?? "")] }
        if let other = mapping["other"]?.scalar?.string,
            mapping.keys.allSatisfy({ plurals.contains($0.scalar?.string ?? "") })
        {
            return [(key, ([other] + mapping.values.compactMap { $0.scalar?.string }).joined() + "%{count}")]
        }
        return mapping.flatMap { name, node in
            texts(in: node, under: (key.isEmpty ? "" : key + ".") + (name.scalar?.string ?? ""))
        }
    }

    private static let plurals: Set = ["zero", "one", "two", "few", "many", "other"]

    private static func declaration(_ key: String, _ text: String) -> String {
        var names: [String] = []
        for match in text.matches(of: /%\{([^}]*)\}/) where !names.contains(String(match.1)) {
            names.append(String(match.1))
        }
        let name = memberName(key)
        guard !names.isEmpty else { return "    package static var \(name): Message { Message(\"\(key)\") }" }
        let parameters = names.map { "\(memberName($0)): Substitution" }.joined(separator: ", ")
        let values = names.map { "\"\($0)\": \(memberName($0))" }.joined(separator: ", ")
        return "    package static func \(name)(\(parameters)) -> Message { Message(\"\(key)\", [\(values)]) }"
    }

    /// `list.filter-placeholder` as `listFilterPlaceholder`.
    private static func memberName(_ key: String) -> String {
        let parts = key.split { $0 == "." || $0 == "-" }
        return String(parts[0]) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
