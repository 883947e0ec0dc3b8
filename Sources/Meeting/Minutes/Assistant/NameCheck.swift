import Foundation
import MeetingModel

/// Finds names in the text of a point that nobody said.
///
/// A word with a capital letter must have been said, be in the vocabulary of the question, or be an ordinary word of the
/// language. The names of attendees must have been said in any case, whatever their case is in the text.
struct NameCheck {
    /// The attendees' names in parts, except the person's.
    private let people: Set<String>
    /// What a text may name although nobody said it.
    private let known: Set<String>
    private let ordinary: Set<String>
    private let isGerman: Bool
    /// Whether the first word of a text may be any: in languages without a list of ordinary words.
    private let allowsFirstWord: Bool

    init(_ question: AssistantQuestion) {
        var person: Set<String> = []
        if case .turn(let name) = question.subject { person = Set(name.nameParts) }
        people = Set(question.names.values.flatMap(\.nameParts)).subtracting(person)
        known = person.union(question.terms.flatMap(\.comparedWords)).subtracting(people)
        ordinary = OrdinaryWords.words(of: question.language)
        isGerman = question.language.primaryLanguage == "de"
        allowsFirstWord = ordinary.isEmpty
    }

    /// Whether a text names somebody who is named in none of the texts that were said.
    func namesStranger(_ text: String, said: [String]) -> Bool {
        let said = Set(said.flatMap(\.comparedWords))
        for (number, word) in text.words.enumerated() {
            let compared = word.compared
            if let person = people.first(where: { compared.isForm(ofName: $0) }) {
                guard said.contains(where: { $0.isForm(ofName: person) }) else { return true }
                continue
            }
            guard word.contains(where: \.isUppercase), !isOrdinary(compared), !known.contains(compared),
                number > 0 || !allowsFirstWord, !said.contains(where: { compared.isForm(of: $0) })
            else { continue }
            return true
        }
        return false
    }

    /// Whether a word may have a capital letter although nobody said it; such as German nouns that are made of verbs.
    private func isOrdinary(_ word: String) -> Bool {
        ordinary.contains(word)
            || isGerman && word.count > 6 && ["ung", "ungen", "heit", "keit", "tion"].contains(where: word.hasSuffix)
    }
}

extension String {
    fileprivate var comparedWords: [String] { words.map(\.compared) }

    /// The parts of a person's name that are names by themselves, as they are compared: not "van" or an initial.
    fileprivate var nameParts: [String] {
        words.filter { $0.count > 1 && $0.first?.isLowercase == false }.map(\.compared)
    }

    fileprivate var words: [Substring] { split { !$0.isLetter && !$0.isNumber } }

    /// Whether a word is a name, with an ending or a particle: Bens, Ben이, 민수가.
    fileprivate func isForm(ofName name: String) -> Bool {
        guard hasPrefix(name) else { return false }
        let rest = dropFirst(name.count)
        // Particles have no case; after a letter with case, a longer word is another one.
        return rest.isEmpty || rest == "s" || rest.first?.isCased == false
    }

    /// Whether a word is another form of one that was said: tests of test, or a part of a compound.
    fileprivate func isForm(of said: String) -> Bool {
        let (short, long) = count < said.count ? (self, said) : (said, self)
        guard short.count > 2 else { return short == long }
        return long.hasPrefix(short) && long.count - short.count <= 3
            || count > 3 && said.count > count && said.hasSuffix(self)
    }
}

extension Substring {
    /// The word in lower case, without accents.
    fileprivate var compared: String {
        String(self).folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
