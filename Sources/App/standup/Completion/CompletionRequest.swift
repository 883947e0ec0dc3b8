import ArgumentParser

/// What has been typed of a command line when a shell asks how it may go on.
struct CompletionRequest {
    /// The words, without the shell's quotes; the first is the program.
    let words: [String]
    /// The start of the word at the cursor, without the shell's quotes.
    let prefix: String

    /// What a shell asks; its words come as they were typed, but for those of fish before version 4.
    init(words: [String], prefix: String, shell: CompletionShell?, version: String?) {
        let major = version?.split(separator: ".").first.flatMap { Int($0) } ?? 0
        let isPlain = shell == .fish && major < 4
        self.words = isPlain ? words : words.map(Self.unquoted)
        self.prefix = isPlain ? prefix : Self.unquoted(prefix)
    }

    /// The value of an option, as `--name value` or as `--name=value`.
    func value(of option: String) -> String? {
        for (index, word) in words.enumerated() {
            if word == option, index + 1 < words.count { return words[index + 1] }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }

    /// The words behind the command that may be its arguments or the values of its options.
    var arguments: [String] {
        words.dropFirst(2).filter { !$0.hasPrefix("-") && !$0.isEmpty }
    }

    /// A word as a shell would hand it to a program, if nothing in it is to be expanded; a quote may still be open.
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
