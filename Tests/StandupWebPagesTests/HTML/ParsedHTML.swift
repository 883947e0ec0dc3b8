/// Markup read back by the rules of HTML, as strictly as the writer promises to write it.
indirect enum ParsedHTML: Hashable {
    case element(String, [String: String], [ParsedHTML])
    case text(String)

    /// The nodes of markup; nil if it is not what the writer may write.
    static func parse(_ bytes: [UInt8]) -> [ParsedHTML]? {
        var parser = Parser(rest: bytes[...])
        guard let nodes = parser.nodes(until: nil), parser.rest.isEmpty else { return nil }
        return nodes
    }

    /// The texts of the nodes, one after the other.
    static func text(of nodes: [ParsedHTML]) -> String {
        nodes.map { node in
            switch node {
            case .text(let text): text
            case .element(_, _, let children): text(of: children)
            }
        }
        .joined()
    }

    /// All elements, parents first.
    static func elements(of nodes: [ParsedHTML]) -> [(name: String, attributes: [String: String])] {
        nodes.flatMap { node in
            switch node {
            case .text: [] as [(name: String, attributes: [String: String])]
            case .element(let name, let attributes, let children):
                [(name, attributes)] + elements(of: children)
            }
        }
    }

    private struct Parser {
        static let void: Set<String> = ["input", "source", "meta", "link"]

        var rest: ArraySlice<UInt8>

        mutating func nodes(until end: String?) -> [ParsedHTML]? {
            var nodes: [ParsedHTML] = []
            var text: [UInt8] = []
            func flushed() -> Bool {
                guard !text.isEmpty else { return true }
                guard let decoded = Self.decode(text) else { return false }
                nodes.append(.text(decoded))
                text = []
                return true
            }
            while let byte = rest.first {
                guard byte == UInt8(ascii: "<") else {
                    text.append(byte)
                    rest.removeFirst()
                    continue
                }
                guard flushed() else { return nil }
                if skip("</") {
                    guard let end, skip(end), skip(">") else { return nil }
                    return nodes
                }
                guard let element = element() else { return nil }
                nodes.append(element)
            }
            return end == nil && flushed() ? nodes : nil
        }

        private mutating func element() -> ParsedHTML? {
            guard skip("<"), let name = word() else { return nil }
            var attributes: [String: String] = [:]
            while skip(" ") {
                guard let attribute = word() else { return nil }
                var value = ""
                if skip("=\"") {
                    let raw = rest.prefix { $0 != UInt8(ascii: "\"") }
                    rest.removeFirst(raw.count)
                    guard skip("\""), let decoded = Self.decode(Array(raw)) else { return nil }
                    value = decoded
                }
                guard attributes.updateValue(value, forKey: attribute) == nil else { return nil }
            }
            guard skip(">") else { return nil }
            if Self.void.contains(name) { return .element(name, attributes, []) }
            return nodes(until: name).map { .element(name, attributes, $0) }
        }

        private mutating func skip(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest.removeFirst(text.utf8.count)
            return true
        }

        private mutating func word() -> String? {
            let name = rest.prefix { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
            rest.removeFirst(name.count)
            return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        }

        /// The text of escaped bytes; nil if a byte that has to be escaped is not.
        private static func decode(_ bytes: [UInt8]) -> String? {
            let names: [(String, UInt8)] = [
                ("&amp;", 0x26), ("&lt;", 0x3c), ("&gt;", 0x3e), ("&quot;", 0x22), ("&#39;", 0x27),
            ]
            var decoded: [UInt8] = []
            var rest = bytes[...]
            while let byte = rest.first {
                switch byte {
                case UInt8(ascii: "&"):
                    guard let (name, value) = names.first(where: { rest.starts(with: $0.0.utf8) }) else { return nil }
                    decoded.append(value)
                    rest.removeFirst(name.utf8.count)
                case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return nil
                default:
                    decoded.append(byte)
                    rest.removeFirst()
                }
            }
            return String(validating: decoded, as: UTF8.self)
        }
    }
}

extension ParsedHTML {
    /// A form with its fields, as a browser sends it without changes.
    struct Form {
        var method: String
        var action: String
        var fields: [(name: String, value: String)]
    }

    /// The nodes of a page; nil if it is not what the writer may write.
    static func parse(page: [UInt8]) -> [ParsedHTML]? {
        let start = "<!DOCTYPE html>\n"
        guard page.starts(with: start.utf8) else { return nil }
        return parse(Array(page.dropFirst(start.utf8.count)))
    }

    static func forms(of nodes: [ParsedHTML]) -> [Form] {
        nodes.flatMap { node -> [Form] in
            guard case .element(let name, let attributes, let children) = node else { return [] }
            guard name == "form" else { return forms(of: children) }
            return [
                Form(
                    method: attributes["method"] ?? "get", action: attributes["action"] ?? "",
                    fields: fields(of: children))
            ]
        }
    }

    private static func fields(of nodes: [ParsedHTML]) -> [(name: String, value: String)] {
        nodes.flatMap { node -> [(name: String, value: String)] in
            guard case .element(let tag, let attributes, let children) = node else { return [] }
            guard let name = attributes["name"] else { return fields(of: children) }
            switch tag {
            case "textarea": return [(name, String(text(of: children).dropFirst()))]
            case "select":
                let options = elements(of: children)
                let selected = options.first { $0.attributes["selected"] != nil } ?? options.first
                return [(name, selected?.attributes["value"] ?? "")]
            default: return [(name, attributes["value"] ?? "")]
            }
        }
    }
}
