import MeetingHistory
import MeetingModel
import StandupFeatures
import Yams

extension Configuration {
    /// Parses a configuration file; an error names the file, the line and the key.
    init(yaml text: String, path: String) throws(Failure) {
        guard let root = try Self.compose(text, path: path), root.scalar?.string.isEmpty != true else {
            self.init()
            return
        }
        guard let mapping = root.mapping else {
            throw Self.failure(path, line: root.mark?.line, "write one `key: value` per line")
        }
        var settings = FileSettings()
        for (name, node) in mapping {
            do {
                try settings.read(node, named: name.scalar?.string ?? "")
            } catch {
                throw Self.failure(path, line: error.line ?? name.mark?.line, error.text)
            }
        }
        self.init(
            settings.values, commands: settings.hooks, keyOverrides: settings.keyOverrides, posts: settings.posts)
    }

    private static func compose(_ text: String, path: String) throws(Failure) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw failure(path, error)
        } catch {
            throw failure(path, line: nil, "\(error)")
        }
    }

    private static func failure(_ path: String, _ error: YamlError) -> Failure {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            failure(path, line: mark.line, "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            failure(
                path, line: context.mark.line, "\(duplicates.first ?? "") appears twice; remove one")
        default: failure(path, line: nil, "not YAML: \(error)")
        }
    }

    private static func failure(_ path: String, line: Int?, _ problem: String) -> Failure {
        let place = line.map { "\(path) line \($0)" } ?? path
        return Failure(.usage, "configuration \(place): \(problem)")
    }
}

/// The settings of a file, read one entry at a time.
private struct FileSettings {
    var values: [Configuration.ValueKey: String] = [:]
    var hooks: [Configuration.HookKey: [String]] = [:]
    var keyOverrides: [KeyOverride] = []
    var posts: [ConfiguredPosts] = []

    mutating func read(_ node: Node, named keyName: String) throws(SettingProblem) {
        if let hook = Configuration.HookKey(rawValue: keyName) {
            hooks[hook] = try HookCommand(node, named: keyName).arguments
        } else if keyName == Setting.keysName {
            keyOverrides = try KeySettings(node).overrides
        } else if keyName == Setting.postName {
            posts = try PostSettings(node).posts
        } else if let key = Configuration.ValueKey(rawValue: keyName) {
            values[key] = try Self.value(of: key, node)
        } else {
            throw SettingProblem(text: Setting.unknown(keyName))
        }
    }

    private static func value(of key: Configuration.ValueKey, _ node: Node) throws(SettingProblem) -> String {
        let name = key.rawValue
        guard let value = node.scalar?.string, !value.isEmpty else {
            throw SettingProblem(text: "\(name) has no value; write: \(name): TEXT")
        }
        if let problem = key.problem(with: value, named: name) { throw SettingProblem(text: problem) }
        return value
    }
}
