import ArgumentParser

/// A partial command line for which a shell requests completions.
struct CompletionRequest {
    /// The words without the shell's quotes; the first is the program's name.
    let words: [String]
    /// The start of the word at the cursor, without the shell's quotes.
    let prefix: String

    /// The words still contain the shell's quotes, except in fish before version 4.
    init(words: [String], prefix: String, shell: CompletionShell?, version: String?) {
        let major = version?.split(separator: ".").first.flatMap { Int($0) } ?? 0
        let isPlain = shell == .fish && major < 4
        self.words = isPlain ? words : words.map(Self.unquoted)
        self.prefix = isPlain ? prefix : Self.unquoted(prefix)
    }

    /// The value of an option, from `--name value` or `--name=value`.
    func value(of option: String) -> String? {
        for (index, word) in words.enumerated() {
            if word == option, index + 1 < words.count { return words[index + 1] }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// The words after the command that may be its arguments or the values of its options.
    var arguments: [String] {
        words.dropFirst(2).filter { !$0.hasPrefix("-") && !$0.isEmpty }
    }

    /// Removes a shell's quoting from a word without expanding anything; the last quote may be unclosed.
    private static func unquoted(_ word: String) -> String {
        var plain = ""
        var quote: Character?
        var rest = word[...]
        while let character = rest.popFirst() {
            switch character {
            case quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil: quote = character
            case "\\" where quote == nil:
                if let next = rest.popFirst() { plain.append(next) }
            case "\\" where quote == "\"" && rest.first.map { "\\\"$`".contains($0) } == true:
                plain.append(rest.removeFirst())
            default: plain.append(character)
            }
        }
        return plain
    }
}
