package import MeetingModel

/// The texts of one language, read from a YAML file.
///
/// Keys are nested by topic. A text is a string, or a mapping from plural categories to strings; the substitution
/// `count` selects the category:
///
///     list:
///       empty: No standups yet
///       attendees:
///         one: "%{count} attendee"
///         other: "%{count} attendees"
///
/// Unknown categories, duplicate keys, empty texts, values that are not texts, and malformed substitutions are errors.
package struct Catalogue: Sendable {
    package struct Entry: Hashable, Sendable {
        package let text: LocalizedText
        /// The line of the key, from 1.
        package let line: Int
    }

    package let language: LanguageTag
    /// The file's path for error messages.
    package let path: String
    /// The texts by key, such as `list.empty`.
    package let entries: [String: Entry]
}

extension Catalogue {
    /// Parses a catalogue from YAML. [any thread]
    ///
    /// - Throws: The first error, with file, line and key.
    package init(yaml: String, language: LanguageTag, path: String) throws(CatalogueError) {
        var reader = CatalogueReader(language: language, path: path)
        reader.read(yaml)
        if let error = reader.errors.first { throw error }
        self.init(language: language, path: path, entries: reader.entries)
    }

    /// Parses the valid part of a catalogue and collects all errors. [any thread]
    package static func checking(
        yaml: String, language: LanguageTag, path: String
    ) -> (catalogue: Catalogue, errors: [CatalogueError]) {
        var reader = CatalogueReader(language: language, path: path)
        reader.read(yaml)
        return (Catalogue(language: language, path: path, entries: reader.entries), reader.errors)
    }
}

/// The text of a key.
package enum LocalizedText: Hashable, Sendable {
    /// The same text for every number.
    case single(TextTemplate)
    /// A form for each plural category, including `other`, and the rule that selects one.
    case plural([PluralCategory: TextTemplate], rule: PluralRule)

    /// The form for a count; without a count, the form `other`.
    package func template(count: Int?) -> TextTemplate? {
        switch self {
        case .single(let template): template
        case .plural(let forms, let rule): count.flatMap { forms[rule.category(of: $0)] } ?? forms[.other]
        }
    }
}

package struct CatalogueError: Error, Hashable, Sendable {
    package let path: String
    /// The line, from 1; nil if the error concerns the whole file.
    package let lineNumber: Int?
    /// The key, such as `list.empty`; nil if the error concerns no key.
    package let key: String?
    /// What is wrong and, after a comma, what to do.
    package let problem: String
}

extension CatalogueError: CustomStringConvertible {
    /// One line: what is wrong, where, and what to do.
    package var description: String {
        let place = (lineNumber.map { "\(path) line \($0)" } ?? path) + (key.map { ", key \($0)" } ?? "")
        return DisplayText("cannot use the catalogue, \(place): \(problem)").description
    }
}

extension CatalogueError: ProgramError {
    package var exitCode: Failure.Code { .failed }
}
