/// Compares catalogues with each other and with the sources that use them.
///
/// It finds texts that would appear in the wrong language or never: missing, unused and duplicate keys, and mismatched
/// substitutions or plural forms. That a key exists, and has its substitutions, the compiler checks.
package struct CatalogueCheck: Sendable {
    /// All findings, sorted by file and line.
    package let findings: [CatalogueFinding]

    /// Checks catalogues against the words in the sources; the first catalogue is the default language's.
    ///
    /// A regional catalogue (`en-GB`) beside its language's catalogue may contain only the differences.
    init(catalogues: [Catalogue], errors: [CatalogueError] = [], words: Set<String>) {
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
            findings += catalogues.flatMap { Self.unused(in: $0, words) }
        }
        self.findings = findings.sorted {
            ($0.path, $0.line ?? 0, $0.key ?? "", $0.problem) < ($1.path, $1.line ?? 0, $1.key ?? "", $1.problem)
        }
    }

    private static func unused(in catalogue: Catalogue, _ words: Set<String>) -> [CatalogueFinding] {
        catalogue.entries.filter { !words.contains(Message.memberName(of: $0.key)) }
            .map { key, entry in
                CatalogueFinding(
                    kind: .unused, path: catalogue.path, line: entry.line, key: key,
                    problem: "no source uses it, remove it from every language")
            }
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
