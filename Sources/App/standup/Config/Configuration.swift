import Localization
import MeetingHistory
import MeetingModel
import MeetingSocket
import StandupFeatures

/// The user's settings for all commands.
///
/// A flag overrides the environment, the environment overrides the file, the file overrides what was chosen in the
/// application, and that overrides the default.
struct Configuration: Hashable {
    /// The settings by their keys in the file; each also has an environment variable.
    enum ValueKey: String, CaseIterable, Hashable {
        case data
        /// The microphone.
        case input
        /// The loudspeaker.
        case output
        /// The source of calls.
        case call
        case recognizer
        /// Whether partial words are shown.
        case partials
        /// Whether spoken numbers are written in digits.
        case numbers
        /// The model of a speech server.
        case recognizerModel = "recognizer-model"
        /// The file with the key of a speech server.
        case apiKeyFile = "api-key-file"
        /// The hosts that may receive sound and words unencrypted, separated by commas.
        case allowPlainHTTP = "allow-plain-http"
        /// The list of terms that all standups share.
        case vocabulary
        /// The language of new standups.
        case language
        case interfaceLanguage = "interface-language"
        /// The number of days after which recordings are deleted.
        case keepAudioDays = "keep-audio-days"
        /// How the points of a meeting are made.
        case minutes
        /// The address of the assistant that makes points.
        case assistant
        case assistantModel = "assistant-model"
        /// The context of the assistant's model, in tokens.
        case assistantContext = "assistant-context"
        case assistantKeyFile = "assistant-key-file"
        /// The terminal's background.
        case background
        /// Whether the stage of a running meeting flashes.
        case flash
        /// Whether the application is lines for a screen reader.
        case plain
        /// The attendee who uses this machine.
        case me

        /// The environment variable, such as `STANDUP_DATA`.
        var variable: String { "STANDUP_" + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 }) }
    }

    /// The hooks, which can be set in the file only, never in the environment.
    enum HookKey: String, CaseIterable, Hashable {
        /// When a turn starts.
        case onTurn = "on-turn"
        /// When a meeting has ended.
        case onEnd = "on-end"
    }

    private var values: [ValueKey: String] = [:]
    /// The choices made in the application, which all else overrides.
    private var choices: [ValueKey: String] = [:]
    private var commands: [HookKey: [String]] = [:]
    /// The keys of the application that the file changes, in its order.
    private(set) var keyOverrides: [KeyOverride] = []
    /// Where the minutes of standups go; set in the file only.
    private(set) var posts: [ConfiguredPosts] = []

    /// The value of a setting; nil if the default applies.
    func value(_ key: ValueKey, flag: String? = nil) -> String? {
        flag ?? configured(key) ?? choices[key]
    }

    /// The value of a setting in the environment or the file.
    func configured(_ key: ValueKey) -> String? {
        Environment[key.variable].flatMap { $0.isEmpty ? nil : $0 } ?? values[key]
    }

    /// The value of a setting that was chosen in the application.
    func remembered(_ key: ValueKey) -> String? { choices[key] }

    /// The same configuration with a choice made in the application; nil or an empty text is no choice.
    func remembering(_ value: String?, for key: ValueKey) -> Configuration {
        var copy = self
        copy.choices[key] = value.flatMap { $0.isEmpty || key.problem(with: $0, named: "") != nil ? nil : $0 }
        return copy
    }

    /// A configuration with these values, as a file would set them.
    init(
        _ values: [ValueKey: String] = [:], commands: [HookKey: [String]] = [:], keyOverrides: [KeyOverride] = [],
        posts: [ConfiguredPosts] = []
    ) {
        self.posts = posts
        self.values = values
        self.commands = commands
        self.keyOverrides = keyOverrides
    }

    /// A hook's program and arguments; nil if there is none.
    func command(_ key: HookKey) -> [String]? { commands[key] }

    var keyTable: KeyTable { (try? KeyTable.standard.overriding(keyOverrides)) ?? .standard }

    func without(_ setting: Setting) -> Configuration {
        var copy = self
        switch setting {
        case .value(let key): copy.values[key] = nil
        case .hook(let key): copy.commands[key] = nil
        case .keys(let context, let command):
            copy.keyOverrides.removeAll { $0.context == context && $0.command == command }
        case .post(let standup): copy.posts.removeAll { $0.standup == standup }
        }
        return copy
    }

    /// The hooks and notifications of a meeting.
    var hooks: HookSettings {
        HookSettings(onTurn: commands[.onTurn] ?? [], onEnd: commands[.onEnd] ?? [], me: value(.me))
    }

    /// Whether the application is lines for a screen reader.
    var isPlain: Bool { ["yes", "1"].contains(value(.plain)) }

    /// How long recordings are kept; nil to keep them as long as their meetings.
    var audioRetention: AudioRetention? { value(.keepAudioDays).flatMap { AudioRetention(configured: $0) } }

    /// Whether the points of a meeting are made when its transcript is final.
    var makesMinutes: Bool { value(.minutes) != "off" }

    /// Whether an assistant makes the points of a meeting.
    var asksAssistant: Bool { value(.minutes) == "assistant" }

    /// The hosts, besides this machine, to which data may be sent unencrypted.
    var plainHosts: Set<String> {
        Set(
            (value(.allowPlainHTTP) ?? "").lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init))
    }

    /// The language of new standups, as a tag; nil for the default.
    var language: String? { value(.language).flatMap(SpokenLanguage.tag) }

    /// Loads the user's configuration file, if there is one, and the environment.
    ///
    /// - Throws: A failure that names the line or the variable with an invalid value.
    static func load() throws(Failure) -> Configuration {
        for key in ValueKey.allCases {
            guard let value = Environment[key.variable], !value.isEmpty else { continue }
            if let problem = key.problem(with: value, named: key.variable) { throw Failure(.usage, problem) }
        }
        guard let path, let text = try SmallFile.read(path) else { return Configuration() }
        return try Configuration(yaml: text, path: path)
    }

    /// The path of the configuration file; nil if there is no home folder.
    static var path: String? {
        folder(variable: "XDG_CONFIG_HOME", underHome: ".config").map { $0 + "/standup/config.yaml" }
    }

    /// A folder by the XDG base directory specification: the variable if it is an absolute path, else one in the home.
    private static func folder(variable: String, underHome name: String) -> String? {
        if let folder = Environment[variable], folder.hasPrefix("/") { return folder }
        return Environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/" + name }
    }
}
