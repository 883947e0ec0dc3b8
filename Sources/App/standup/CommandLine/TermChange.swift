import MeetingHistory
import MeetingModel

/// What `create` and `edit` do to the vocabulary of a standup.
struct TermChange {
    /// Which terms to remove, as typed.
    var removed: [String] = []
    /// Which to add at the end.
    var added: [String] = []

    /// The most terms that a standup may have.
    private static let mostTerms = 1000

    /// Makes the changes; a term that is added in other capitals is written so from now on.
    func apply(to vocabulary: inout [String]) throws(Failure) {
        for text in removed {
            guard let index = Self.index(of: text, in: vocabulary) else {
                let terms = vocabulary.isEmpty ? "there are none" : "there are: " + vocabulary.joined(separator: ", ")
                throw Failure(.notFound, "no such term, \(DisplayText(quoting: text)), \(terms)")
            }
            vocabulary.remove(at: index)
        }
        for text in added {
            let term = try Self.checked(text)
            if let index = Self.index(of: term, in: vocabulary) {
                vocabulary[index] = term
            } else {
                vocabulary.append(term)
            }
        }
        guard vocabulary.count <= Self.mostTerms else {
            throw Failure(.usage, "too many terms, \(vocabulary.count), keep at most \(Self.mostTerms)")
        }
    }

    private static func index(of text: String, in vocabulary: [String]) -> Int? {
        let wanted = text.trimmedName.lowercased()
        return vocabulary.firstIndex { $0.trimmedName.lowercased() == wanted }
    }

    private static func checked(_ text: String) throws(Failure) -> String {
        let term = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").trimmedName
        let shown = DisplayText(quoting: text)
        guard term.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Failure(.usage, "no term, \(shown), give a name or a term as it is to be written")
        }
        guard term.count <= Standup.longestName else {
            throw Failure(.usage, "term too long, \(shown), use at most \(Standup.longestName) characters")
        }
        // The application's form lists them with commas.
        guard !term.contains(where: Standup.termSeparators.contains) else {
            throw Failure(.usage, "no term, \(shown), give each term by itself, without commas")
        }
        return term
    }
}
