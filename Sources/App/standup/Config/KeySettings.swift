import MeetingModel
import StandupFeatures
import Yams

/// The map `keys` of the configuration: the keys of the application's commands.
///
/// `keys: {list: {delete: X}}` and `keys: {list.delete: X}` are the same.
struct KeySettings {
    /// The changed keys, in the order of the file; they fit together.
    private(set) var overrides: [KeyOverride] = []
    private var lines: [Int?] = []

    init(_ node: Node) throws(SettingProblem) {
        guard let mapping = node.mapping else {
            throw SettingProblem(text: "keys must be a map of PLACE.COMMAND: KEY, such as list.delete: X")
        }
        for (name, value) in mapping {
            let text = name.scalar?.string ?? ""
            if let inner = value.mapping {
                for (command, keys) in inner {
                    try add("\(text).\(command.scalar?.string ?? "")", keys, command.mark?.line)
                }
            } else {
                try add(text, value, name.mark?.line)
            }
        }
        try check()
    }

    private mutating func add(_ name: String, _ node: Node, _ line: Int?) throws(SettingProblem) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw SettingProblem(
                line: line, text: "write keys as PLACE.COMMAND: KEY, such as list.delete: X, not '\(name)'")
        }
        let (context, command): (KeyContext, String)
        do {
            (context, command) = try Setting.place(parts[0], parts[1])
        } catch {
            throw SettingProblem(line: line, text: error.message)
        }
        guard !overrides.contains(where: { $0.context == context && $0.command == command }) else {
            throw SettingProblem(line: line, text: "keys.\(name) appears twice; remove one")
        }
        var keys: [Key] = []
        for part in node.sequence.map(Array.init) ?? [node] {
            guard let text = part.scalar?.string, !text.isEmpty else {
                throw SettingProblem(line: line, text: "keys.\(name) has no key; write one, such as X, ctrl-d or '['")
            }
            guard let key = Key(name: text) else {
                if text.lowercased().hasPrefix("ctrl-"), let last = text.lowercased().dropFirst(5).first,
                    text.count == 6,
                    let name = Key.sameAsControl[last]
                {
                    throw SettingProblem(
                        line: line,
                        text: "a terminal cannot tell '\(DisplayText(quoting: text))' from \(name); use \(name)")
                }
                throw SettingProblem(
                    line: line,
                    text: "no key is called '\(DisplayText(quoting: text))'; use a character, enter, "
                        + "esc, space, tab, up, pageup, f5, ctrl-d, alt-d or the like")
            }
            keys.append(key)
        }
        overrides.append(KeyOverride(context, command, keys))
        lines.append(line)
    }

    private func check() throws(SettingProblem) {
        do throws(KeyOverrideError) {
            _ = try KeyTable.standard.overriding(overrides)
        } catch {
            switch error {
            case .unknownCommand(let override):
                throw SettingProblem(line: line(of: override), text: "no command '\(override.command)'")
            case .boundTwice(let override, let key, let other):
                let place = override.context.rawValue
                let problem =
                    other.map { "is also the key of \(place).\($0); give one of them another" }
                    ?? "already has a fixed meaning in \(place); choose another key"
                throw SettingProblem(
                    line: line(of: override),
                    text: "keys.\(place).\(override.command): \(name(key)) \(problem)")
            case .isText(let override, let key):
                throw SettingProblem(
                    line: line(of: override),
                    text: "keys.\(override.context.rawValue).\(override.command): \(name(key)) types a character "
                        + "there; use ctrl-, alt- or a function key")
            }
        }
    }

    private func line(of override: KeyOverride) -> Int? {
        overrides.firstIndex(of: override).flatMap { lines[$0] }
    }

    private func name(_ key: Key) -> String { key.configurationName ?? "" }
}
