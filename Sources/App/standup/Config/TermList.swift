import Assets
import MeetingModel
import StandupFeatures

/// The terms that all standups share: the program's list for software teams, or the user's own file.
struct TermList {
    /// The file: one term a line; a line that begins with `#` is a comment.
    let text: String
    let terms: [String]
    /// What it is called, and how many terms it has; nil if none is used.
    let summary: TermListSummary?

    /// The name of the program's list.
    static let software = "software"

    /// The list that the configuration chooses for a language; empty if there is none for it.
    init(for language: String, _ configuration: Configuration) throws(Failure) {
        let name = configuration.value(.vocabulary) ?? Self.software
        var text: String?
        switch name {
        case "none": break
        case Self.software:
            let tag = language.lowercased().prefix { $0.isLetter }
            if let path = try? AssetFolder.locate("Vocabularies/software.\(tag).txt") {
                text = try SmallFile.read(path)
            }
        default:
            text = try SmallFile.read(Self.path(name))
            guard text != nil else {
                throw Failure(
                    .usage, "vocabulary: there is no file \(DisplayText(quoting: name)); create it, one term a line")
            }
        }
        self.text = text ?? ""
        terms = try Self.terms(self.text, of: name)
        summary = text.map { [terms] _ in TermListSummary(name: name, count: terms.count) }
    }

    /// Whether a value of the setting names a list.
    static func isName(_ value: String) -> Bool {
        ["none", software].contains(value) || value.hasPrefix("/") || value.hasPrefix("~/")
    }

    private static func path(_ name: String) -> String {
        guard name.hasPrefix("~/"), let home = Environment["HOME"] else { return name }
        return home + name.dropFirst()
    }

    private static func terms(_ text: String, of file: String) throws(Failure) -> [String] {
        var terms: [String] = []
        var seen: Set<String> = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = String(line).trimmedName
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(Failure) {
                let term = try TermChange.checked(line)
                if seen.insert(term.lowercased()).inserted { terms.append(term) }
                try TermChange.check(count: terms.count)
            } catch {
                throw Failure(error.code, "\(DisplayText(quoting: file)) line \(index + 1): \(error.message)")
            }
        }
        return terms
    }
}
