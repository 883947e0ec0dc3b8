import MeetingHistory
import MeetingModel
import StandupFeatures
import Yams

extension Configuration {
    /// Parses a configuration file; an error names the file, the line and the key.
    init(yaml text: String, path: String) throws(Failure) {
        guard let root = try Self.compose(text, path: path) else {
            self.init()
            return
        }
        guard let mapping = root.mapping else {
            if root.scalar?.string.isEmpty == true {
                self.init()
                return
            }
            throw Self.failure(path, line: root.mark?.line, "write one `key: value` per line")
        }
        var values: [Key: String] = [:]
        var commands: [HookKey: [String]] = [:]
        var keys: [KeyOverride] = []
        var posts: [ConfiguredPosts] = []
        for (name, node) in mapping {
            let text = name.scalar?.string ?? ""
            let line = name.mark?.line
            if let key = HookKey(rawValue: text) {
                do {
                    commands[key] = try HookCommand(node).arguments
                } catch {
                    throw Self.failure(path, line: line, "\(text) \(error.problem)")
                }
                continue
            }
            if text == Setting.keysName {
                do {
                    keys = try KeySettings(node).overrides
                } catch {
                    throw Self.failure(path, line: error.line ?? line, error.problem)
                }
                continue
            }
            if text == Setting.postName {
                do {
                    posts = try PostSettings(node).posts
                } catch {
                    throw Self.failure(path, line: error.line ?? line, error.problem)
                }
                continue
            }
            guard let key = Key(rawValue: text) else {
                throw Self.failure(path, line: line, Setting.unknown(text))
            }
            guard let value = node.scalar?.string, !value.isEmpty else {
                throw Self.failure(path, line: line, "\(text) has no value; write: \(text): TEXT")
            }
            if let problem = key.problem(with: value, named: text) {
                throw Self.failure(path, line: line, problem)
            }
            values[key] = value
        }
        self.init(values, commands: commands, keys: keys, posts: posts)
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
