import MeetingModel

package struct CatalogueFinding: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The catalogue is invalid, for example because of a duplicate key.
        case error
        /// A key is missing from all catalogues or from some languages.
        case missing
        case unused
        /// The substitutions of a language, a plural form or a call differ.
        case substitutions
        /// A plural form is missing, or a text has plural forms in only one of two languages.
        case plural
    }

    package let kind: Kind
    /// The path of the catalogue or source.
    package let path: String
    /// The line, from 1; nil if the finding concerns the whole file.
    package let line: Int?
    /// The key; nil if the finding concerns no key.
    package let key: String?
    /// What is wrong and, after a comma, what to do.
    package let problem: String
}

extension CatalogueFinding: CustomStringConvertible {
    /// One line in a format that editors recognize: `FILE:LINE: KEY: what, what to do`.
    package var description: String {
        let place = path + (line.map { ":\($0)" } ?? "") + ": " + (key.map { $0 + ": " } ?? "")
        return DisplayText(place + problem).description
    }
}
