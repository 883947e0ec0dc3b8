import ArgumentParser
import Glibc
import MeetingHistory
import MeetingModel
import StandupFeatures

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change the configuration.",
        discussion: """
            list shows each key with its value and where it is from: environment, file, application (chosen there) or \
            default. get prints one value. set writes a value to $XDG_CONFIG_HOME/standup/config.yaml, unset removes \
            it; comments and order stay. edit opens the file in $VISUAL or $EDITOR and checks it afterwards. words prints \
            the list of terms that all standups share (the key vocabulary), to copy and edit it.

            KEY is one of \(Setting.names.joined(separator: ", ")), \(Setting.keysName).PLACE.COMMAND for the keys of \
            the application, or \(Setting.postName).STANDUP for where its minutes go. What they mean: standup help config. The keys: standup help keys

            Examples:
              standup config
              standup config get recognizer
              standup config set language de
              standup config set on-turn ~/bin/lamp --color green
              standup config set keys.list.delete X
              standup config unset me
              standup config edit
              standup config words de > ~/terms.txt
            """)

    enum Action: String, CaseIterable, ExpressibleByArgument {
        case list
        case get
        case set
        case unset
        case edit
        case words
    }

    @Argument(help: "What to do.")
    var action: Action = .list

    @Argument(help: "The name of a setting; for words, a language.", completion: .setting)
    var key: String?

    @Argument(
        parsing: .allUnrecognized,
        help: "The value; a hook takes a program and its arguments, a command of the application its keys.")
    var value: [String] = []

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        switch action {
        case .list, .edit: if key != nil { throw ValidationError("\(action.rawValue) takes no key") }
        case .words: if !value.isEmpty { throw ValidationError("words takes one language") }
        case .get, .unset:
            if key == nil { throw ValidationError("\(action.rawValue) needs a key") }
            if !value.isEmpty { throw ValidationError("\(action.rawValue) takes no value") }
        case .set: if key == nil || value.isEmpty { throw ValidationError("set needs a key and a value") }
        }
        if json.isOn, action != .list { throw ValidationError("--json works only with list") }
    }

    func run() throws {
        guard action != .words else { return try words() }
        let setting = try key.map { key throws(Failure) in try Setting(key) }
        if case .post = setting, action == .set || action == .unset {
            throw Failure(
                .usage,
                "\(setting?.name ?? "") has several lines; change them with: standup config edit; see: standup help post"
            )
        }
        switch (action, setting) {
        case (.get, let setting?): try get(setting)
        case (.set, let setting?): try set(setting)
        case (.unset, let setting?): try unset(setting)
        case (.edit, _): try ConfigurationEditing().run()
        default: try list()
        }
    }

    private func words() throws {
        let configuration = try Composition(data: data).configuration
        let language = key ?? configuration.language ?? "en"
        let list = try TermList(for: language, configuration)
        guard list.summary != nil else {
            throw Failure(
                .notFound,
                "no list of terms for '\(DisplayText(quoting: language))'; see: standup config get vocabulary")
        }
        try StandardOutput.write(list.text)
    }

    private func get(_ setting: Setting) throws {
        let settings = try EffectiveSettings(Composition(data: data))
        guard let value = settings.value(of: setting).value else {
            let isPost = if case .post = setting { true } else { false }
            let advice = isPost ? "see: standup help post" : "set it with: standup config set \(setting.name) VALUE"
            throw Failure(.notFound, "\(setting.name) is not set; \(advice)")
        }
        try StandardOutput.writeLine(value)
    }

    private func list() throws {
        let settings = try EffectiveSettings(Composition(data: data))
        if json.isOn { return try JSONOutput.write(settings.all) }
        var table = Table(["KEY", "VALUE", "FROM"])
        for setting in settings.all { table.append([setting.key, setting.value ?? "-", setting.source.rawValue]) }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }

    private func set(_ setting: Setting) throws {
        guard setting.takesList || value.count == 1 else {
            throw Failure(.usage, "\(setting.name) takes one value; quote it: '\(value.joined(separator: " "))'")
        }
        if case .value(let key) = setting {
            guard let text = value.first, !text.isEmpty else {
                throw Failure(
                    .usage, "\(setting.name) needs a value; to remove it: standup config unset \(setting.name)")
            }
            if let problem = key.problem(with: text, named: setting.name) { throw Failure(.usage, problem) }
        }
        try change(setting, to: value) { text in
            try text.set(setting.path, to: ConfigurationText.yaml(value, isList: setting.takesList))
        }
        if case .value(let key) = setting, let other = Environment[key.variable], !other.isEmpty {
            StandardOutput.note("standup: note: \(key.variable) is set, and overrides the file")
        }
    }

    private func unset(_ setting: Setting) throws {
        var isThere = false
        try change(setting, to: nil) { isThere = try $0.remove(setting.path) }
        guard isThere else { throw Failure(.notFound, "\(setting.name) is not set in the file") }
    }

    /// Changes one setting in the file to a value, or to none, and nothing else.
    private func change(
        _ setting: Setting, to value: [String]?, _ body: (inout ConfigurationText) throws -> Void
    ) throws {
        let file = try ConfigurationFile()
        try file.change { text in
            let before = try Configuration(yaml: text, path: file.name)
            var changed = ConfigurationText(text)
            let after: Configuration
            do {
                try body(&changed)
                after = try Configuration(yaml: changed.text, path: file.name)
            } catch is ConfigurationText.NotLines {
                throw Failure(.failed, "\(file.name) has a map in braces; change it with: standup config edit")
            } catch let failure as Failure {
                // The file is good, so it is the new value that is wrong; its line is of no use.
                throw Failure(failure.code, failure.message.replacing(#/^configuration .* line [0-9]+: /#, with: ""))
            }
            guard before.without(setting) == after.without(setting), try changed.values(of: setting.path) == value
            else {
                throw Failure(.failed, "\(file.name) cannot be changed line by line; use: standup config edit")
            }
            text = changed.text
        }
    }
}
