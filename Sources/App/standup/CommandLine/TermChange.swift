import MeetingHistory
import MeetingModel

/// The changes that `create` and `edit` make to a standup's vocabulary.
struct TermChange {
    /// The terms to remove, as typed.
    var removed: [String] = []
    var added: [String] = []

    private static let mostTerms = 1000

    /// Applies the changes; adding a term in a different case replaces its spelling.
    func apply(to vocabulary: inout [String]) throws(Failure) {
        for text in removed {
            guard let index = Self.index(of: text, in: vocabulary) else {
                let terms =
                    vocabulary.isEmpty ? "there are none" : "choose one of: " + vocabulary.joined(separator: ", ")
                throw Failure(.notFound, "no term '\(DisplayText(quoting: text))'; \(terms)")
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
        try Self.check(count: vocabulary.count)
    }

    static func check(count: Int) throws(Failure) {
        guard count <= mostTerms else {
            throw Failure(.usage, "too many terms (\(count)); keep at most \(mostTerms)")
        }
    }

    private static func index(of text: String, in vocabulary: [String]) -> Int? {
        let wanted = text.trimmedName.lowercased()
        return vocabulary.firstIndex { $0.trimmedName.lowercased() == wanted }
    }

    static func checked(_ text: String) throws(Failure) -> String {
        let term = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").trimmedName
        let shown = DisplayText(quoting: text)
        guard term.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Failure(.usage, "a term needs a letter or a digit, not '\(shown)'")
        }
        guard term.count <= Standup.longestName else {
            throw Failure(.usage, "the term '\(shown)' is too long; use at most \(Standup.longestName) characters")
        }
        // The application's form separates terms with commas.
        guard !term.contains(where: Standup.termSeparators.contains) else {
            throw Failure(.usage, "the term '\(shown)' contains a comma; add each term by itself")
        }
        return term
    }
}
