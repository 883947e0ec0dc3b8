import MeetingModel
import Yams

/// Extracts the texts from a catalogue's YAML and collects errors.
struct CatalogueReader {
    let language: LanguageTag
    let path: String
    private let rule: PluralRule
    private(set) var entries: [String: Catalogue.Entry] = [:]
    private(set) var errors: [CatalogueError] = []

    init(language: LanguageTag, path: String) {
        self.language = language
        self.path = path
        // `CatalogueCheck` reports a language without a rule.
        rule = PluralRule(language) ?? .one
    }

    mutating func read(_ yaml: String) {
        do {
            let parser = try makeParser(yaml)
            // Nodes do not retain their anchors; the parser does.
            try withExtendedLifetime(parser) {
                guard let root = try parser.singleRoot() else { return }
                if let sections = root.mapping {
                    read(sections, under: "")
                } else if root.scalar?.string.isEmpty != true {
                    fail(root, key: nil, "no keys, write a `key: text` or a section with such lines")
                }
            }
        } catch YamlError.duplicatedKeysInMapping(let names, let context) {
            let duplicate = DuplicateKey(name: names.first ?? "", line: context.mark.line, in: yaml)
            fail(
                line: duplicate.secondLine, key: duplicate.key,
                "the key already stands in line \(duplicate.firstLine), remove one of the two"
            )
        } catch let error as YamlError {
            fail(error)
        } catch {
            fail(line: nil, key: nil, "not YAML, \(error)")
        }
    }

    private mutating func read(_ mapping: Node.Mapping, under prefix: String) {
        for (name, node) in mapping {
            let component = name.scalar?.string ?? ""
            let key = prefix.isEmpty ? component : prefix + "." + component
            guard component.isKeyComponent else {
                fail(
                    name, key: key,
                    "not a valid key, which is a small letter followed by letters, digits and hyphens"
                )
                continue
            }
            guard node.anchor == nil else {
                fail(name, key: key, "an anchor, which catalogues do without, write the text itself")
                continue
            }
            let line = name.mark?.line ?? 0
            switch node {
            case .scalar(let scalar):
                guard let template = template(scalar.string, name, key: key) else { continue }
                entries[key] = Catalogue.Entry(text: .single(template), line: line)
            case .mapping(let inner) where inner.keys.contains { $0.scalar.map(Self.isCategory) ?? false }:
                guard let text = plural(inner, name, key: key) else { continue }
                entries[key] = Catalogue.Entry(text: text, line: line)
            case .mapping(let inner): read(inner, under: key)
            default: fail(name, key: key, "neither text nor plural forms, write one text behind the key")
            }
        }
    }

    private mutating func plural(_ mapping: Node.Mapping, _ name: Node, key: String) -> LocalizedText? {
        var forms: [PluralCategory: TextTemplate] = [:]
        let errorsBefore = errors.count
        for (name, node) in mapping {
            let word = name.scalar?.string ?? ""
            guard let category = PluralCategory(rawValue: word) else {
                let known = PluralCategory.allCases.map(\.rawValue).joined(separator: ", ")
                fail(name, key: key + "." + word, "no such plural category, use some of: \(known)")
                continue
            }
            guard let text = node.scalar?.string else {
                fail(name, key: key + "." + word, "not a text, write one behind the plural category")
                continue
            }
            forms[category] = template(text, name, key: key + "." + word)
        }
        guard errors.count == errorsBefore else { return nil }
        guard forms[.other] != nil else {
            fail(name, key: key, "the plural category other is missing, add it")
            return nil
        }
        return .plural(forms, rule: rule)
    }

    private mutating func template(_ text: String, _ name: Node, key: String) -> TextTemplate? {
        guard !text.isEmpty else {
            fail(name, key: key, "no text, write one behind the key")
            return nil
        }
        do {
            return try TextTemplate(text)
        } catch {
            let place = DisplayText(quoting: error.malformed)
            fail(name, key: key, "no substitution, \(place), write it like %{name}")
            return nil
        }
    }

    private static func isCategory(_ scalar: Node.Scalar) -> Bool {
        PluralCategory(rawValue: scalar.string) != nil
    }
}

extension CatalogueReader {
    private mutating func fail(_ node: Node, key: String?, _ problem: String) {
        fail(line: node.mark?.line, key: key, problem)
    }

    private mutating func fail(line: Int?, key: String?, _ problem: String) {
        errors.append(CatalogueError(path: path, lineNumber: line, key: key, problem: problem))
    }

    private mutating func fail(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            fail(line: mark.line, key: nil, "not YAML, \(problem), mend or remove the line")
        case .reader(let problem, _, _, _): fail(line: nil, key: nil, "not YAML, \(problem), save the file as UTF-8")
        default: fail(line: nil, key: nil, "not YAML, \(error)")
        }
    }
}

/// A YAML parser for catalogues.
///
/// Every value is a string, so implicit type resolution is off, which makes parsing four times as fast.
func makeParser(_ yaml: String) throws -> Parser {
    try Parser(yaml: yaml, resolver: .basic, constructor: Constructor([:], [:], [:]), encoding: .utf8)
}
