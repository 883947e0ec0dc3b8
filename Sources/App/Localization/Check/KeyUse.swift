/// A use of a text's key in a Swift source.
package struct KeyUse: Hashable, Sendable {
    package let key: String
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// Whether this is certainly a key: the first argument of `localizer(…)`, `Message(…)` or `TextKey(…)`.
    ///
    /// Other literals only look like a key.
    let isCall: Bool
    /// The names of the substitutions in the call; nil if they are not literals there.
    let substitutions: Set<String>?
}

extension KeyUse {
    /// Finds the uses in a Swift source. [any thread]
    static func uses(inSwift source: String, path: String) -> [KeyUse] {
        let tokens = SwiftTokens(source).tokens
        return tokens.indices.compactMap { index in
            guard case .literal(let text?) = tokens[index].kind else { return nil }
            let isCall = index >= 2 && tokens[index - 1].kind == .sign("(") && isCallee(tokens[index - 2].kind)
            guard isCall || looksLikeKey(text) && !isLabel(tokens[..<index]) else { return nil }
            return KeyUse(
                key: text, path: path, line: tokens[index].line, isCall: isCall,
                substitutions: isCall ? substitutions(tokens[(index + 1)...]) : nil
            )
        }
    }

    private static func isCallee(_ kind: SwiftTokens.Kind) -> Bool {
        ["localizer", "Message", "TextKey"].contains { kind == .word($0) }
    }

    /// Whether the next literal is the label of a queue, which contains dots too.
    private static func isLabel(_ tokens: ArraySlice<SwiftTokens.Token>) -> Bool {
        let kinds = tokens.suffix(2).map(\.kind)
        return kinds == [.word("label"), .sign(":")] || kinds == [.word("makeQueue"), .sign("(")]
    }

    /// Whether a text has the form of a key: components separated by dots.
    private static func looksLikeKey(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { $0.isKeyComponent }
    }

    /// The names in the dictionary literal after a key: literals followed by a colon, outside nested brackets.
    private static func substitutions(_ rest: ArraySlice<SwiftTokens.Token>) -> Set<String>? {
        let kinds = rest.map(\.kind)
        if kinds.first == .sign(")") { return [] }
        guard kinds.starts(with: [.sign(","), .sign("[")]) else { return nil }
        var names: Set<String> = []
        var depth = 0
        for (index, kind) in kinds.enumerated().dropFirst() {
            switch kind {
            case .sign("["), .sign("("), .sign("{"): depth += 1
            case .sign("]"), .sign(")"), .sign("}"): depth -= 1
            case .literal(let name?) where depth == 1 && kinds.dropFirst(index + 1).first == .sign(":"):
                names.insert(name)
            default: break
            }
            if depth == 0 { return kinds.dropFirst(index + 1).first == .sign(")") ? names : nil }
        }
        return nil
    }
}
