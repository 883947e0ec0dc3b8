import MeetingModel

/// Parses a template, and finds its first mistake.
struct PostTemplateParser {
    /// The maximum depth of sections.
    private static let depthLimit = 16

    private struct Open {
        let name: String
        let isInverted: Bool
        let scope: PostScope
        let line: Int
        let column: Int
        var parts: [PostTemplate.Part] = []
    }

    /// The lines, each with its line break.
    private let lines: [Substring]
    private var open: [Open] = [Open(name: "", isInverted: false, scope: .message, line: 1, column: 1)]

    init(_ text: String) {
        var lines: [Substring] = []
        var start = text.startIndex
        for index in text.indices where text[index].isNewline {
            lines.append(text[start...index])
            start = text.index(after: index)
        }
        if start < text.endIndex { lines.append(text[start...]) }
        self.lines = lines
    }

    mutating func parse() throws(PostTemplateError) -> [PostTemplate.Part] {
        for (index, line) in lines.enumerated() { try parse(line, number: index + 1) }
        guard let last = open.last, open.count == 1 else {
            let section = open[open.count - 1]
            throw PostTemplateError(
                line: section.line, column: section.column,
                problem:
                    "the section \(Self.quoted(section.name)) has no end; add {{/\(DisplayText(quoting: section.name))}}"
            )
        }
        return last.parts
    }

    private mutating func parse(_ line: Substring, number: Int) throws(PostTemplateError) {
        var rest = line
        var column = 1
        var parts: [(tag: Substring, column: Int)?] = []
        var texts: [Substring] = []
        while let start = rest.firstRange(of: "{{") {
            column += line.distance(from: rest.startIndex, to: start.lowerBound)
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
                throw PostTemplateError(line: number, column: column, problem: "{{ has no }} in its line; add it")
            }
            texts.append(rest[..<start.lowerBound])
            parts.append((rest[start.upperBound..<end.lowerBound], column))
            column += line.distance(from: start.lowerBound, to: end.upperBound)
            rest = rest[end.upperBound...]
        }
        texts.append(rest)
        let isAlone =
            parts.count == 1 && texts.allSatisfy { $0.allSatisfy(\.isWhitespace) }
            && parts[0].map { "#^/!".contains($0.tag.first ?? " ") } ?? false
        for (text, part) in zip(texts, parts + [nil]) {
            if !isAlone, !text.isEmpty { add(.text(String(text))) }
            if let part { try add(part.tag, line: number, column: part.column) }
        }
    }

    private mutating func add(_ part: PostTemplate.Part) { open[open.count - 1].parts.append(part) }

    private mutating func add(_ tag: Substring, line: Int, column: Int) throws(PostTemplateError) {
        func mistake(_ problem: String) -> PostTemplateError {
            PostTemplateError(line: line, column: column, problem: problem)
        }
        let scope = open[open.count - 1].scope
        let sign = tag.first.flatMap { "#^/!".contains($0) ? $0 : nil }
        let name = String(tag.dropFirst(sign == nil ? 0 : 1)).trimmedName
        switch sign {
        case "!": break
        case "#", "^":
            let lists = scope.lists
            guard lists[name] != nil || scope.conditions.contains(name) else {
                let known = (lists.keys.sorted() + scope.conditions).joined(separator: ", ")
                throw mistake("no section \(Self.quoted(name)) here; use one of: \(known)")
            }
            guard open.count <= Self.depthLimit else {
                throw mistake("more than \(Self.depthLimit) sections inside each other; use fewer")
            }
            let inner = sign == "#" ? lists[name] ?? scope : scope
            open.append(Open(name: name, isInverted: sign == "^", scope: inner, line: line, column: column))
        case "/":
            guard open.count > 1, let section = open.last, section.name == name else {
                let expected = open.count > 1 ? "{{/\(open[open.count - 1].name)}} comes first" : "no section is open"
                throw mistake("\(Self.quoted(name)) ends here, but \(expected); correct it")
            }
            open.removeLast()
            add(.section(name, isInverted: section.isInverted, parts: section.parts))
        default:
            guard scope.values.contains(name) else {
                throw mistake(
                    "no value \(Self.quoted(name)) here; use one of: \(scope.values.joined(separator: ", "))")
            }
            add(.value(name))
        }
    }

    private static func quoted(_ name: String) -> String { "'\(DisplayText(quoting: name))'" }
}
