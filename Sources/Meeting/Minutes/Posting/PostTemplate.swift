/// A template for a message, with values and sections in double braces, as in Mustache.
///
/// `{{title}}` is a value, escaped for the destination. `{{#people}}…{{/people}}` is repeated for each person,
/// `{{^people}}…{{/people}}` is used if there is none, and `{{! … }}` is a comment. A line with nothing but a section's
/// start or end, or a comment, leaves no line.
package struct PostTemplate: Hashable, Sendable {
    indirect enum Part: Hashable, Sendable {
        case text(String)
        case value(String)
        /// A section; used if the condition holds, or for each element of a list.
        case section(String, isInverted: Bool, parts: [Part])
    }

    let parts: [Part]

    /// The maximum size of a template, in bytes.
    static let sizeLimit = 64 << 10

    package init(_ text: String) throws(PostTemplateError) {
        guard text.utf8.count <= Self.sizeLimit else {
            throw PostTemplateError(line: 1, column: 1, problem: "the template is larger than 64 KB; shorten it")
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw PostTemplateError(
                line: 1, column: 1,
                problem: "the template is empty; write one, or remove its path from the configuration")
        }
        var parser = PostTemplateParser(text)
        parts = try parser.parse()
    }

    /// The message; nil if it is longer than a limit, in bytes.
    package func text(_ message: PostMessage, escaping: PostEscaping, limit: Int) -> String? {
        var rendering = PostRendering(escaping: escaping, limit: limit)
        rendering.add(parts, in: .message(message))
        return rendering.isTooLong ? nil : rendering.text
    }
}

/// A mistake in a template; `description` is one line with its place.
package struct PostTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The column in characters, from 1.
    package let column: Int
    /// The mistake and the remedy.
    package let problem: String

    package var description: String { "line \(line), column \(column): \(problem)" }
}

/// Where a part of a template is used: for the message, a person, a line of an update or a point.
enum PostScope: Int, CaseIterable {
    case message
    case person
    case line
    case point

    private var outer: PostScope? {
        switch self {
        case .message: nil
        case .person: .message
        case .line, .point: .person
        }
    }

    /// The values of this scope alone.
    var ownValues: [String] {
        switch self {
        case .message: ["meeting", "title", "date", "start", "duration", "omitted"]
        case .person: ["name"]
        case .line: ["text"]
        case .point: ["kind", "state", "label", "at", "text"]
        }
    }

    /// The values that can be used here.
    var values: [String] { (outer?.values ?? []) + ownValues }

    /// The lists that can be used here, and the scope of their elements.
    var lists: [String: PostScope] {
        switch self {
        case .message: ["people": .person]
        case .person:
            Dictionary(uniqueKeysWithValues: PostRendering.pointLists.map { ($0, .point) })
                .merging(["update": .line]) { first, _ in first }
        case .line, .point: [:]
        }
    }

    var conditions: [String] { self == .message ? ["omitted"] : ["last", "omitted"] }
}
