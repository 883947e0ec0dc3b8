import MeetingModel

/// Something that `CatalogueCheck` found; `description` is one line that says where, which key, what, what to do.
package struct CatalogueFinding: Hashable, Sendable {
    /// What kind of mistake it is.
    package enum Kind: Hashable, Sendable {
        /// The catalogue cannot be used as it is; a key that is there twice is one of these.
        case error
        /// A key is in no catalogue, or not in all languages.
        case missing
        /// No source names the key.
        case unused
        /// A language, a plural form or a call has other substitutions.
        case substitutions
        /// A language lacks a plural form, or one of its texts has forms and another language's has none.
        case plural
    }

    /// What kind of mistake it is.
    package let kind: Kind
    /// The file, a catalogue or a source.
    package let path: String
    /// The line, from 1; nil if it is about the whole file.
    package let line: Int?
    /// The key; nil if it is not about one.
    package let key: String?
    /// What is wrong, with what to do about it behind a comma.
    package let problem: String
}

extension CatalogueFinding: CustomStringConvertible {
    /// One line, which editors understand: `FILE:LINE: KEY: what, what to do`.
    package var description: String {
        let place = path + (line.map { ":\($0)" } ?? "") + ": " + (key.map { $0 + ": " } ?? "")
        return DisplayText(place + problem).description
    }
}
