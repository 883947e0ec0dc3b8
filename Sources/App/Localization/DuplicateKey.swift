import Yams

/// The location of a duplicate key in a catalogue.
///
/// Yams reports only the key without its sections and the line of its first use. The second use is found by parsing
/// prefixes of the file: the shortest prefix with the error ends with it.
struct DuplicateKey {
    /// The full key, including its sections.
    let key: String
    let firstLine: Int
    let secondLine: Int

    init(name: String, line: Int, in yaml: String) {
        let lineEnds = yaml.utf8.indices.filter { yaml.utf8[$0] == UInt8(ascii: "\n") } + [yaml.endIndex]
        func beginning(_ count: Int) -> String { String(yaml[..<lineEnds[min(count, lineEnds.count) - 1]]) }

        var (without, with) = (line - 1, lineEnds.count)
        while without + 1 < with {
            let middle = (without + with) / 2
            if Self.hasDuplicate(beginning(middle)) { with = middle } else { without = middle }
        }
        firstLine = line
        // With other line endings only the first line is known.
        secondLine = max(line, with)
        let path = (try? makeParser(beginning(max(without, 1))).singleRoot()).flatMap { $0?.path(toKeyInLine: line) }
        key = (path ?? [name]).joined(separator: ".")
    }

    private static func hasDuplicate(_ yaml: String) -> Bool {
        do {
            _ = try makeParser(yaml).singleRoot()
            return false
        } catch YamlError.duplicatedKeysInMapping {
            return true
        } catch {
            return false
        }
    }
}

extension Node {
    fileprivate func path(toKeyInLine line: Int) -> [String]? {
        guard let mapping else { return nil }
        for (name, node) in mapping {
            let component = name.scalar?.string ?? ""
            if name.mark?.line == line { return [component] }
            if let path = node.path(toKeyInLine: line) { return [component] + path }
        }
        return nil
    }
}
