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
        var rest = text.trimmed
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
        matches(sentence, from: sentence.indices, fillers: fillers)
    }

    /// Whether the pattern begins at a word of a sentence.
    func matches(_ sentence: [PhraseWord], at index: Int) -> Bool {
        matches(sentence, from: index..<index + 1, fillers: 0)
    }

    /// Follows all places at which the pattern may be at once: each element visits each word at most once.
    private func matches(_ sentence: [PhraseWord], from starts: Range<Int>, fillers: Int) -> Bool {
        var places = Array(starts)
        for element in elements {
            switch element {
            case .beginning: places.removeAll { $0 > fillers }
            case .end: places.removeAll { $0 != sentence.count }
            case .word(let words):
                places = places.compactMap { place in
                    place < sentence.count && words.contains(sentence[place]) ? place + 1 : nil
                }
            case .gap(let longest):
                places = Self.reach(places) { place, start in place < min(start + longest, sentence.count) }
            case .words(let words):
                places = Self.reach(places) { place, _ in place < sentence.count && words.contains(sentence[place]) }
            }
            guard !places.isEmpty else { return false }
        }
        return true
    }

    /// The ascending places and those after them, each as far as `goesOn` from the last of them.
    private static func reach(
        _ places: [Int], while goesOn: (_ place: Int, _ start: Int) -> Bool
    ) -> [Int] {
        var reached: [Int] = []
        for start in places {
            var place = max(start, reached.last ?? start)
            if place != reached.last { reached.append(place) }
            while goesOn(place, start) {
                place += 1
                reached.append(place)
            }
        }
        return reached
    }
}

/// An error in a catalogue of phrases, in one line.
package struct PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
