/// The prompt that makes a recogniser expect names and terms.
package struct SpeechPrompt: Hashable, Sendable {
    /// The most characters of a prompt: Whisper models take 224 tokens and ignore what comes before them.
    private static let limit = 800

    /// The prompt; "" without names, terms and words.
    package let text: String

    /// A prompt of the words that were spoken last, the terms, and the names of those who speak.
    ///
    /// Of a prompt that is too long, servers use the end, and so does this: the names come last.
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
        // Half a word at the beginning would be taken for a word.
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
