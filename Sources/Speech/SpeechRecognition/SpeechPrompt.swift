/// What a recogniser is told of names and terms before it hears.
package struct SpeechPrompt: Hashable, Sendable {
    /// Characters of a prompt: models of the Whisper kind take 224 tokens and forget what comes before them.
    private static let limit = 800

    /// The prompt, empty if there is nothing to tell.
    package let text: String

    /// A prompt of the words that were spoken last, the terms, and the names of those who speak.
    ///
    /// Servers keep the end of what is too long, and so does this: the names come last.
    package init(names: [String] = [], vocabulary: [String] = [], lastWords: String = "") {
        let names = names.map(Self.line).filter { !$0.isEmpty }
        let terms = vocabulary.map(Self.line).filter { !$0.isEmpty }
        var parts = [Self.line(lastWords)]
        if !terms.isEmpty { parts.append(terms.joined(separator: ", ") + ".") }
        if !names.isEmpty { parts.append(names.joined(separator: ", ") + ".") }
        let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
        guard text.count > Self.limit else {
            self.text = text
            return
        }
        // Half a word in front would be heard as a word.
        let end = text.suffix(Self.limit)
        self.text = String(end[(end.firstIndex(of: " ").map(end.index(after:)) ?? end.startIndex)...])
    }

    /// A text in one line, with single spaces and without control characters.
    private static func line(_ text: String) -> String {
        text.split {
            $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        .joined(separator: " ")
    }
}
