/// Compares a catalogue with the default language's catalogue and with its own language's plural rule.
struct CatalogueComparison {
    private(set) var findings: [CatalogueFinding] = []
    private let catalogue: Catalogue
    private let reference: Catalogue

    init(
        _ catalogue: Catalogue, with reference: Catalogue, among catalogues: [Catalogue], errors: [CatalogueError]
    ) {
        self.catalogue = catalogue
        self.reference = reference
        if PluralRule(catalogue.language) == nil {
            found(.plural, line: nil, key: nil, "no plural rule for \(catalogue.language), add one to PluralRule")
        }
        for (key, entry) in catalogue.entries {
            comparePlurals(key, entry)
            if let wanted = reference.entries[key] {
                compareSubstitutions(key, entry, wanted)
            } else if !errors.concern(key, in: reference.path) {
                let problem = "not in \(reference.path), add it there or remove it here"
                found(.missing, line: entry.line, key: key, problem)
            }
        }
        let generalLanguages = catalogue.language.fallbacks.dropFirst()
        guard !catalogues.contains(where: { generalLanguages.contains($0.language) }) else { return }
        findMissing(errors)
    }

    /// Reports missing keys, each with the line after which it belongs.
    private mutating func findMissing(_ errors: [CatalogueError]) {
        var line = 1
        for (key, wanted) in reference.entries.sorted(by: { $0.value.line < $1.value.line }) {
            if let entry = catalogue.entries[key] {
                line = entry.line
            } else if !errors.concern(key, in: catalogue.path) {
                let problem = "missing after this line, translate it from \(reference.path) line \(wanted.line)"
                found(.missing, line: line, key: key, problem)
            }
        }
    }

    private mutating func compareSubstitutions(_ key: String, _ entry: Catalogue.Entry, _ wanted: Catalogue.Entry) {
        if entry.text.names != wanted.text.names {
            let problem = CatalogueCheck.difference(of: entry.text.names, from: wanted.text.names)
            let place = "\(reference.path) line \(wanted.line)"
            found(
                .substitutions, line: entry.line, key: key, "other substitutions than in \(place), \(problem)")
        }
        // A language may use one form where English has several, but not the reverse: a text with a single form in
        // English is called without a count.
        if case .plural = entry.text, case .single = wanted.text {
            found(
                .plural, line: entry.line, key: key,
                "has plural forms, but the text in \(reference.path) line \(wanted.line) has none, write it without them"
            )
        }
    }

    private mutating func comparePlurals(_ key: String, _ entry: Catalogue.Entry) {
        guard case .plural(let forms, let rule) = entry.text else { return }
        let missing = rule.categories.filter { forms[$0] == nil }
        if !missing.isEmpty {
            let names = missing.map(\.rawValue).joined(separator: ", ")
            found(.plural, line: entry.line, key: key, "a plural form is missing, add: \(names)")
        }
        let unused = PluralCategory.allCases.filter { forms[$0] != nil && !rule.categories.contains($0) }
        if !unused.isEmpty {
            let names = unused.map(\.rawValue).joined(separator: ", ")
            found(.plural, line: entry.line, key: key, "the language has no such plural form, remove: \(names)")
        }
        guard entry.text.names.contains("count") else {
            found(.plural, line: entry.line, key: key, "plural forms without a count, write %{count} or one text")
            return
        }
        for (category, form) in forms where form.names.union(["count"]) != entry.text.names {
            let problem = CatalogueCheck.difference(of: form.names.union(["count"]), from: entry.text.names)
            found(
                .substitutions, line: entry.line, key: "\(key).\(category)",
                "other substitutions than the other plural forms, \(problem)")
        }
    }

    private mutating func found(_ kind: CatalogueFinding.Kind, line: Int?, key: String?, _ problem: String) {
        findings.append(
            CatalogueFinding(kind: kind, path: catalogue.path, line: line, key: key, problem: problem))
    }
}

extension LocalizedText {
    /// The names of all substitutions, across plural forms.
    var names: Set<String> {
        switch self {
        case .single(let template): template.names
        case .plural(let forms, _): forms.values.reduce(into: []) { $0.formUnion($1.names) }
        }
    }
}
