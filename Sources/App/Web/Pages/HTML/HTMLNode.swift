/// A part of a page: an element or a text.
///
/// It can only be made of elements, attributes and texts, so markup in a text is always shown as it was written.
struct HTMLNode: Sendable {
    enum Content: Sendable {
        case element(HTMLTag, [HTMLAttribute], [HTMLNode])
        case text(String)
    }

    let content: Content

    init(_ content: Content) {
        self.content = content
    }

    static func text(_ text: String) -> HTMLNode { HTMLNode(.text(text)) }

    func write(to writer: inout HTMLWriter) {
        switch content {
        case .text(let text): writer.writeEscaped(text)
        case .element(let tag, let attributes, let children):
            if tag.isBlock { writer.startLine() }
            writer.writeStart(tag.rawValue, attributes)
            guard !tag.isVoid else { return }
            // A parser drops the first line break of a text area.
            if tag == .textarea { writer.write("\n") }
            for child in children { child.write(to: &writer) }
            writer.writeEnd(tag.rawValue)
            if tag.isBlock { writer.startLine() }
        }
    }
}

extension HTMLWriter {
    /// Writes a start tag; the names are those of the enumerations.
    fileprivate mutating func writeStart(_ name: String, _ attributes: [HTMLAttribute]) {
        write("<")
        writeEscaped(name)
        for attribute in attributes {
            write(" ")
            writeEscaped(attribute.name)
            guard let value = attribute.value else { continue }
            write("=\"")
            writeEscaped(value)
            write("\"")
        }
        write(">")
    }

    fileprivate mutating func writeEnd(_ name: String) {
        write("</")
        writeEscaped(name)
        write(">")
    }
}

/// Builds the content of an element from nodes, texts, conditions and loops.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ node: HTMLNode) -> [HTMLNode] { [node] }
    static func buildExpression(_ nodes: [HTMLNode]) -> [HTMLNode] { nodes }
    static func buildExpression(_ text: String) -> [HTMLNode] { [.text(text)] }
    static func buildBlock(_ parts: [HTMLNode]...) -> [HTMLNode] { parts.flatMap(\.self) }
    static func buildOptional(_ part: [HTMLNode]?) -> [HTMLNode] { part ?? [] }
    static func buildEither(first part: [HTMLNode]) -> [HTMLNode] { part }
    static func buildEither(second part: [HTMLNode]) -> [HTMLNode] { part }
    static func buildArray(_ parts: [[HTMLNode]]) -> [HTMLNode] { parts.flatMap(\.self) }
}
