/// A command of this program in a text, for a user to paste into a shell.
package struct SuggestedCommand: Hashable, Sendable, CustomStringConvertible {
    /// The command, each word quoted where a shell needs it.
    package let description: String

    /// The command `standup WORDS`.
    package init(_ words: String...) {
        description = (["standup"] + words.map(Self.quoted)).joined(separator: " ")
    }

    /// A word as sh, bash, zsh and fish read it back, in single quotes where it needs them.
    ///
    /// Control characters are replaced as in `DisplayText`.
    package static func quoted(_ word: String) -> String {
        let word = DisplayText(word).description
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII ? "-_.,:/@+%=".unicodeScalars.contains($0) || $0.isLetterOrDigit : $0.properties.isAlphabetic
        }
        if isPlain, let first = word.first, first != "=" { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// What names a standup or a meeting in a command: its title, or the start of its id if the title cannot be typed.
    package static func name(title: String, id: String) -> String {
        DisplayText(quoting: title).description == title && !title.hasPrefix("-") ? title : String(id.prefix(8))
    }
}

extension Standup {
    package var commandName: String { SuggestedCommand.name(title: title, id: id.rawValue) }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType != nil }
}
