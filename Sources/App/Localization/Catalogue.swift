import MeetingModel

/// The texts of one language, as a file of YAML holds them.
///
/// Keys are nested by topic. A text is a line, or a mapping of plural categories, which is chosen from by the
/// substitution `count`:
///
///     list:
///       empty: No standups yet
///       attendees:
///         one: "%{count} attendee"
///         other: "%{count} attendees"
///
/// Unknown categories, keys written twice, texts that are empty or not texts, and broken substitutions are errors.
package struct Catalogue: Sendable {
    /// One text with the place where it stands.
    package struct Entry: Hashable, Sendable {
        /// What the key stands for.
        package let text: LocalizedText
        /// The line of its key, from 1.
        package let line: Int
    }

    /// The language of the texts.
    package let language: LanguageTag
    /// The file, as errors name it.
    package let path: String
    /// The texts by their keys, such as `list.empty`.
    package let entries: [String: Entry]

    /// Reads a catalogue from YAML. [any thread]
    ///
    /// - Throws: The first error, which names file, line and key.
    package init(yaml: String, language: LanguageTag, path: String) throws(CatalogueError) {
        var reader = CatalogueReader(language: language, path: path)
        reader.read(yaml)
        if let error = reader.errors.first { throw error }
        self.init(language: language, path: path, entries: reader.entries)
    }

    /// Reads as much of a catalogue as is correct, and all that is wrong with the rest. [any thread]
    package static func checking(
        yaml: String, language: LanguageTag, path: String
    ) -> (catalogue: Catalogue, errors: [CatalogueError]) {
        var reader = CatalogueReader(language: language, path: path)
        reader.read(yaml)
        return (Catalogue(language: language, path: path, entries: reader.entries), reader.errors)
    }

    private init(language: LanguageTag, path: String, entries: [String: Entry]) {
        self.language = language
        self.path = path
        self.entries = entries
    }
}

/// What a key stands for.
package enum LocalizedText: Hashable, Sendable {
    /// The same text for every number.
    case single(TextTemplate)
    /// A form for each plural category, `other` among them, and the rule that chooses.
    case plural([PluralCategory: TextTemplate], rule: PluralRule)

    /// The text for a number of things; without a number the form `other`.
    package func template(count: Int?) -> TextTemplate? {
        switch self {
        case .single(let template): template
        case .plural(let forms, let rule): count.flatMap { forms[rule.category(of: $0)] } ?? forms[.other]
        }
    }
}

/// What is wrong with a catalogue; `description` is one line that says what, which and what to do.
package struct CatalogueError: Error, Hashable, Sendable {
    /// The file.
    package let path: String
    /// The line, from 1; nil if the file itself is the trouble.
    package let line: Int?
    /// The key, such as `list.empty`; nil if it is not about one.
    package let key: String?
    /// What is wrong, with what to do about it behind a comma.
    package let problem: String
}

extension CatalogueError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        let place = (line.map { "\(path) line \($0)" } ?? path) + (key.map { ", key \($0)" } ?? "")
        return DisplayText("cannot use the catalogue, \(place): \(problem)").description
    }
}
