/// Compares catalogues with each other and with the sources that use them.
///
/// It finds texts that would appear in the wrong language or not at all: missing, unused and duplicate keys, and
/// mismatched substitutions or plural forms.
package struct CatalogueCheck: Sendable {
    /// All findings, sorted by file and line.
    package let findings: [CatalogueFinding]

    /// Checks catalogues against the uses in the sources; the first catalogue is the default language's.
    ///
    /// A regional catalogue (`en-GB`) beside its language's catalogue may contain only the differences.
    init(catalogues: [Catalogue], errors: [CatalogueError] = [], uses: [KeyUse]) {
        var findings = errors.map { error in
            CatalogueFinding(
                kind: .error, path: error.path, line: error.lineNumber, key: error.key, problem: error.problem)
        }
        // Texts of an unreadable file do not count as missing.
        let isReadable = catalogues.allSatisfy { catalogue in
            !catalogue.entries.isEmpty || !errors.contains { $0.path == catalogue.path }
        }
        if isReadable, let reference = catalogues.first {
            for catalogue in catalogues {
                findings += CatalogueComparison(catalogue, with: reference, among: catalogues, errors: errors).findings
            }
            findings += Self.compare(uses, with: catalogues, reference, errors)
        }
        self.findings = findings.sorted {
            ($0.path, $0.line ?? 0, $0.key ?? "", $0.problem) < ($1.path, $1.line ?? 0, $1.key ?? "", $1.problem)
        }
    }

    private static func compare(
        _ uses: [KeyUse], with catalogues: [Catalogue], _ reference: Catalogue, _ errors: [CatalogueError]
    ) -> [CatalogueFinding] {
        var findings: [CatalogueFinding] = []
        let keys = Set(catalogues.flatMap(\.entries.keys))
        for use in uses {
            func found(_ kind: CatalogueFinding.Kind, _ problem: String) {
                findings.append(
                    CatalogueFinding(kind: kind, path: use.path, line: use.line, key: use.key, problem: problem))
            }
            if !keys.contains(use.key) {
                guard !errors.concern(use.key) else { continue }
                found(.missing, "in no catalogue, add it to \(names(catalogues)) or correct the key")
            } else if let given = use.substitutions, let text = reference.entries[use.key]?.text, given != text.names {
                let problem = difference(of: given, from: text.names)
                found(.substitutions, "called with other substitutions than the text has, \(problem)")
            }
        }
        let used = Set(uses.map(\.key))
        for catalogue in catalogues {
            for (key, entry) in catalogue.entries where !used.contains(key) {
                let problem = "no source uses it, remove it from every language"
                findings.append(
                    CatalogueFinding(kind: .unused, path: catalogue.path, line: entry.line, key: key, problem: problem))
            }
        }
        return findings
    }

    private static func names(_ catalogues: [Catalogue]) -> String {
        catalogues.map { String($0.path.split(separator: "/").last ?? "") }.joined(separator: ", ")
    }

    /// The missing and surplus names as text.
    static func difference(of names: Set<String>, from wanted: Set<String>) -> String {
        func list(_ names: Set<String>) -> String { names.sorted().map { "%{\($0)}" }.joined(separator: ", ") }
        let missing = wanted.subtracting(names)
        let unknown = names.subtracting(wanted)
        return [missing.isEmpty ? nil : "add \(list(missing))", unknown.isEmpty ? nil : "remove \(list(unknown))"]
            .compactMap(\.self).joined(separator: ", ")
    }
}

extension [CatalogueError] {
    /// Whether one of these errors explains why a key seems to be missing from its catalogue.
    func concern(_ key: String, in path: String? = nil) -> Bool {
        contains { error in
            guard path == nil || error.path == path, let wrong = error.key else { return false }
            return wrong == key || wrong.hasPrefix(key + ".")
        }
    }
}
