/// A prompt with the names and terms that a recognizer should expect.
package struct SpeechPrompt: Hashable, Sendable {
    /// The maximum length in characters: Whisper uses the last 224 tokens of a prompt.
    private static let limit = 800

    /// The prompt; "" without names, terms and words.
    package let text: String

    /// Creates a prompt of the preceding words, the terms and the speakers' names, in this order.
    ///
    /// Servers use the end of a long prompt, so a long one is shortened at the start.
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
        // Half a word at the start would be read as a word.
        let end = text.suffix(Self.limit)
        self.text = String(end[(end.firstIndex(of: " ").map(end.index(after:)) ?? end.startIndex)...])
    }

    /// The text in one line, with single spaces and no control characters.
    private static func line(_ text: String) -> String {
        text.split {
            $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        .joined(separator: " ")
    }
}
