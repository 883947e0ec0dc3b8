import MeetingModel
import Minutes
import Yams

/// Where the minutes of one standup go.
struct ConfiguredPosts: Hashable {
    /// The standup's title or id.
    let standup: String
    let destinations: [PostDestination]

    /// The destinations in one line each, without a secret.
    var lines: [String] { destinations.map(\.summary) }
}

/// The map `post` of the configuration: a destination, or a list of them, for each standup.
struct PostSettings {
    private(set) var posts: [ConfiguredPosts] = []

    private static let fields = ["to", "name", "address-file", "server", "room", "key-file", "template", "command"]

    init(_ node: Node) throws(SettingProblem) {
        guard let mapping = node.mapping else {
            throw SettingProblem(
                text: "post must be a map of standups, such as Daily: {to: slack, address-file: PATH}")
        }
        for (name, value) in mapping {
            let title = name.scalar?.string ?? ""
            let line = name.mark?.line
            guard !title.isEmpty else { throw SettingProblem(line: line, text: "post needs the title of a standup") }
            var destinations: [PostDestination] = []
            for part in value.sequence.map(Array.init) ?? [value] {
                let destination = try Self.destination(part, of: title, line: line)
                guard !destinations.contains(where: { $0.name == destination.name }) else {
                    throw SettingProblem(
                        line: part.mark?.line ?? line,
                        text: "\(Self.place(title)) has two destinations called '\(destination.name)'; "
                            + "give one of them another name")
                }
                destinations.append(destination)
            }
            posts.append(ConfiguredPosts(standup: title, destinations: destinations))
        }
    }

    private static func place(_ title: String) -> String { "post.\(DisplayText(quoting: title))" }

    private static func destination(
        _ node: Node, of title: String, line: Int?
    ) throws(SettingProblem) -> PostDestination {
        let line = node.mark?.line ?? line
        guard let mapping = node.mapping else {
            throw SettingProblem(
                line: line, text: "\(place(title)) must be a map, such as {to: slack, address-file: PATH}")
        }
        var texts: [String: String] = [:]
        var command: [String] = []
        for (name, value) in mapping {
            let field = name.scalar?.string ?? ""
            let line = name.mark?.line ?? line
            guard fields.contains(field) else {
                throw SettingProblem(
                    line: line,
                    text: "\(place(title)) has no key '\(DisplayText(quoting: field))'; use one of: "
                        + fields.joined(separator: ", "))
            }
            if field == "command" {
                command = try HookCommand(value, named: "command of \(place(title))", line: line).arguments
                continue
            }
            guard let text = value.scalar?.string, !text.isEmpty else {
                throw SettingProblem(
                    line: line, text: "\(field) of \(place(title)) has no value; write: \(field): TEXT")
            }
            texts[field] = field.hasSuffix("file") || field == "template" ? try path(text, field, title, line) : text
        }
        guard let to = texts["to"], let service = PostService(rawValue: to) else {
            let names = PostService.allCases.map(\.rawValue)
            let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
            throw SettingProblem(
                line: line,
                // The value could be a webhook's address, which is a secret.
                text: texts["to"] == nil
                    ? "\(place(title)) does not say where to; write: to: slack, or another of \(list)"
                    : "to of \(place(title)) must be \(list)")
        }
        try check(Set(texts.keys).union(command.isEmpty ? [] : ["command"]), of: service, title, line)
        var destination = PostDestination(name: texts["name"] ?? to, service: service)
        destination.addressFile = texts["address-file"]
        destination.server = texts["server"]
        destination.room = texts["room"]
        destination.keyFile = texts["key-file"]
        destination.template = texts["template"]
        destination.command = command
        if let room = destination.room, !room.hasPrefix("!") {
            throw SettingProblem(
                line: line,
                text: "room of \(place(title)) must be the id of a room, such as '!abc:example.org', not "
                    + "'\(DisplayText(quoting: room))'")
        }
        return destination
    }

    /// Checks that the keys are those that the service needs.
    private static func check(
        _ given: Set<String>, of service: PostService, _ title: String, _ line: Int?
    ) throws(SettingProblem) {
        let (needed, possible): ([String], [String]) =
            switch service {
            case .slack, .mattermost: (["address-file"], [])
            case .json: (["address-file"], ["key-file"])
            case .matrix: (["server", "room", "key-file"], [])
            case .command: (["command"], [])
            }
        if let missing = needed.first(where: { !given.contains($0) }) {
            throw SettingProblem(
                line: line, text: "\(place(title)) has no \(missing), which \(service.rawValue) needs; add it")
        }
        let known = ["to", "name", "template"] + needed + possible
        if let excess = fields.first(where: { given.contains($0) && !known.contains($0) }) {
            throw SettingProblem(
                line: line, text: "\(place(title)) has \(excess), which \(service.rawValue) does not use; remove it")
        }
    }

    private static func path(
        _ text: String, _ field: String, _ title: String, _ line: Int?
    ) throws(SettingProblem) -> String {
        if text.hasPrefix("~/"), let home = Environment["HOME"] { return home + text.dropFirst() }
        guard text.hasPrefix("/") else {
            throw SettingProblem(
                line: line,
                text: "\(field) of \(place(title)) must be an absolute path or ~/…, not "
                    + "'\(DisplayText(quoting: text))'")
        }
        return text
    }
}

extension PostDestination {
    /// The destination in one line, with the paths of secrets instead of the secrets.
    var summary: String {
        let target =
            switch service {
            case .slack, .mattermost, .json: "address in \(addressFile ?? "")"
            case .matrix: "\(room ?? "") on \(server ?? "")"
            case .command: command.joined(separator: " ")
            }
        let name = name == service.rawValue ? name : "\(name) (\(service.rawValue))"
        return "\(name): \(target)"
    }
}
