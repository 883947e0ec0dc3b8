import MeetingModel
import StandupFeatures

/// Whatever the configuration file can set: a value, a hook, the keys of a command in the application, or where the
/// minutes of a standup go.
enum Setting: Hashable {
    case value(Configuration.ValueKey)
    case hook(Configuration.HookKey)
    /// The keys of a command, as `keys.list.delete`.
    case keys(KeyContext, command: String)
    /// The destinations of a standup's minutes, as `post.Daily`.
    case post(String)

    /// The name of the map of keys in the file.
    static let keysName = "keys"
    /// The name of the map of destinations in the file.
    static let postName = "post"

    /// An unknown name throws a failure that suggests names.
    init(_ name: String) throws(Failure) {
        if let key = Configuration.ValueKey(rawValue: name) {
            self = .value(key)
        } else if let key = Configuration.HookKey(rawValue: name) {
            self = .hook(key)
        } else if name == Self.keysName || name.hasPrefix(Self.keysName + ".") {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else {
                throw Failure(
                    .usage,
                    "write the name of keys as \(Self.keysName).PLACE.COMMAND, such as keys.list.delete; see: "
                        + "standup help keys")
            }
            let (context, command) = try Self.place(parts[1], parts[2])
            self = .keys(context, command: command)
        } else if name.hasPrefix(Self.postName + "."), name.count > Self.postName.count + 1 {
            self = .post(String(name.dropFirst(Self.postName.count + 1)))
        } else {
            throw Failure(.usage, Self.unknown(name))
        }
    }

    /// What is wrong with an unknown name.
    static func unknown(_ name: String) -> String {
        let names = self.names + [keysName, postName]
        let question = Misspelling.question(Misspelling.suggestions(for: name, among: names).map { "'\($0)'" })
        return "no key '\(DisplayText(quoting: name))'; \(question ?? "use one of: " + names.joined(separator: ", "))"
    }

    /// The names of the values and hooks.
    static var names: [String] {
        Configuration.ValueKey.allCases.map(\.rawValue) + Configuration.HookKey.allCases.map(\.rawValue)
    }

    /// The place and the command of keys, by their names.
    static func place(_ place: String, _ command: String) throws(Failure) -> (KeyContext, String) {
        guard let context = KeyContext(rawValue: place) else {
            let near = Misspelling.suggestions(for: place, among: KeyContext.allCases.map(\.rawValue))
                .map { "'\($0)'" }
            throw Failure(
                .usage,
                "no place '\(DisplayText(quoting: place))' in \(keysName); "
                    + (Misspelling.question(near) ?? "use one of: "
                        + KeyContext.allCases.map(\.rawValue).joined(separator: ", ")))
        }
        let commands = KeyTable.names(in: context)
        guard commands.contains(command) else {
            let near = Misspelling.suggestions(for: command, among: commands).map { "'\($0)'" }
            throw Failure(
                .usage,
                "no command '\(DisplayText(quoting: command))' in \(keysName).\(place); "
                    + (Misspelling.question(near) ?? "use one of: " + commands.joined(separator: ", ")))
        }
        return (context, command)
    }

    /// The name, such as `recognizer` or `keys.list.delete`.
    var name: String { path.joined(separator: ".") }

    /// The keys that lead to it in the file.
    var path: [String] {
        switch self {
        case .value(let key): [key.rawValue]
        case .hook(let key): [key.rawValue]
        case .keys(let context, let command): [Self.keysName, context.rawValue, command]
        case .post(let standup): [Self.postName, standup]
        }
    }

    var takesList: Bool { if case .value = self { false } else { true } }
}
