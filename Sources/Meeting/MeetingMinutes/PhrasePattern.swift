internal import MeetingModel

/// A pattern of words in a sentence, such as `^(i|we) .. <past>`.
///
/// `*` in a word stands for any letters, `(a|b)` for one of several words, `<name>` for a word of a class, `<name>*` for
/// any number of them, `..` for up to two words and `...` for up to eight. `^` is the beginning of the sentence, before or after fillers such as "um,
/// so", `$` its end.
struct PhrasePattern: Sendable {
    private enum Element: Sendable {
        case word(WordClass)
        case words(WordClass)
        case gap(Int)
        case beginning
        case end
    }

    private let elements: [Element]

    /// Reads a pattern.
    ///
    /// - Throws: `PhraseError` if it names an unknown class or is empty.
    init(_ text: some StringProtocol, classes: [String: WordClass]) throws(PhraseError) {
        var elements: [Element] = []
        var rest = text.withoutSpaceAround
        if rest.hasPrefix("^") {
            elements.append(.beginning)
            rest = rest.dropFirst()
        }
        let isToTheEnd = rest.hasSuffix("$")
        if isToTheEnd { rest = rest.dropLast() }
        for word in rest.split(separator: " ") {
            switch word {
            case "..": elements.append(.gap(2))
            case "...": elements.append(.gap(8))
            case _ where word.hasPrefix("<") && (word.hasSuffix(">") || word.hasSuffix(">*")):
                let isRepeated = word.hasSuffix("*")
                guard let known = classes[String(word.dropFirst().dropLast(isRepeated ? 2 : 1))] else {
                    throw PhraseError(description: "the pattern '\(text)' has an unknown class, \(word)")
                }
                elements.append(isRepeated ? .words(known) : .word(known))
            case _ where word.hasPrefix("(") && word.hasSuffix(")"):
                elements.append(.word(WordClass(word.dropFirst().dropLast().split(separator: "|"))))
            default:
                guard !word.contains(where: { "()|<>".contains($0) }) else {
                    throw PhraseError(description: "the pattern '\(text)' has a group that is not closed, \(word)")
                }
                elements.append(.word(WordClass([word])))
            }
        }
        if isToTheEnd { elements.append(.end) }
        guard elements.contains(where: { if case .word = $0 { true } else { false } }) else {
            throw PhraseError(description: "the pattern '\(text)' has no word")
        }
        self.elements = elements
    }

    /// Whether the pattern is somewhere in a sentence that begins with a number of fillers.
    func matches(_ sentence: [PhraseWord], fillers: Int = 0) -> Bool {
        sentence.indices.contains { matches(sentence[...], at: $0, elements[...], fillers: fillers) }
    }

    /// Whether the pattern begins at a word of a sentence.
    func matches(_ sentence: [PhraseWord], at index: Int) -> Bool {
        matches(sentence[...], at: index, elements[...], fillers: 0)
    }

    private func matches(
        _ sentence: ArraySlice<PhraseWord>, at index: Int, _ elements: ArraySlice<Element>, fillers: Int
    ) -> Bool {
        guard let element = elements.first else { return true }
        func rest(at index: Int) -> Bool { matches(sentence, at: index, elements.dropFirst(), fillers: fillers) }
        switch element {
        case .beginning: return index <= sentence.startIndex + fillers && rest(at: index)
        case .end: return index == sentence.endIndex && rest(at: index)
        case .gap(let longest): return (index...min(index + longest, sentence.endIndex)).contains(where: rest)
        case .word(let words):
            return index < sentence.endIndex && words.contains(sentence[index]) && rest(at: index + 1)
        case .words(let words):
            let end = sentence[index...].firstIndex { !words.contains($0) } ?? sentence.endIndex
            return (index...end).contains(where: rest)
        }
    }
}

/// An error in a catalogue of phrases, in one line.
package struct PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let description: String

    /// An error.
    package init(description: String) { self.description = description }
}
