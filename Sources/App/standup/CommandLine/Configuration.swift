import Localization
import MeetingHistory
import MeetingHooks
import MeetingModel

/// What the user has set for all commands: a flag wins over the environment, that over the file, that over the default.
struct Configuration: Hashable {
    /// The settings, by the key of the file; each has an environment variable too.
    enum Key: String, CaseIterable, Hashable {
        /// The folder in which everything is kept.
        case data
        /// The microphone.
        case input
        /// The loudspeaker.
        case output
        /// The recogniser.
        case recognizer
        /// Whether words are shown before they are final.
        case partials
        /// The model of a speech server.
        case recognizerModel = "recognizer-model"
        /// The file with the key of a speech server.
        case apiKeyFile = "api-key-file"
        /// The hosts to which sound may go unencrypted, with commas between them.
        case allowPlainHTTP = "allow-plain-http"
        /// The language of new standups.
        case language
        /// The language of the application.
        case interfaceLanguage = "interface-language"
        /// After how many days recordings go.
        case keepAudioDays = "keep-audio-days"
        /// The attendee who sits at this machine.
        case me

        /// The environment variable, such as `STANDUP_DATA`.
        var variable: String { "STANDUP_" + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 }) }
    }

    /// The programs that run when something happens: in the file only, never in the environment.
    enum HookKey: String, CaseIterable, Hashable {
        /// When a turn starts.
        case onTurn = "on-turn"
        /// When a meeting has ended.
        case onEnd = "on-end"
    }

    private var values: [Key: String] = [:]
    private var commands: [HookKey: [String]] = [:]

    /// The value of a setting that is set anywhere, nil where the default counts.
    func value(_ key: Key, flag: String? = nil) -> String? {
        flag ?? Environment[key.variable].flatMap { $0.isEmpty ? nil : $0 } ?? values[key]
    }

    /// A configuration as a file would hold it.
    init(_ values: [Key: String] = [:], commands: [HookKey: [String]] = [:]) {
        self.values = values
        self.commands = commands
    }

    /// What is to happen outside the program while a meeting runs.
    var hooks: HookSettings {
        HookSettings(onTurn: commands[.onTurn] ?? [], onEnd: commands[.onEnd] ?? [], me: value(.me))
    }

    /// How long recordings are kept; nil is as long as their meetings.
    var audioRetention: AudioRetention? { value(.keepAudioDays).flatMap { AudioRetention(configured: $0) } }

    /// The language of new standups, as a tag; nil for the default.
    var language: String? { value(.language).flatMap(SpokenLanguage.tag) }

    /// Reads the user's configuration file, without which nothing is set, and looks at the environment.
    ///
    /// - Throws: A failure that names the line or the variable, if a value is none that the setting takes.
    static func load() throws(Failure) -> Configuration {
        for key in Key.allCases {
            guard let value = Environment[key.variable], !value.isEmpty else { continue }
            if let problem = key.problem(with: value, named: key.variable) { throw Failure(.usage, problem) }
        }
        guard let path, let text = try SmallFile.read(path) else { return Configuration() }
        return try Configuration(yaml: text, path: path)
    }

    /// Where the configuration file is looked for; nil where there is no home.
    static var path: String? {
        folder(variable: "XDG_CONFIG_HOME", underHome: ".config").map { $0 + "/standup/config.yaml" }
    }

    /// A folder by the XDG base directory specification: a variable, which counts only if absolute, or one in the home.
    private static func folder(variable: String, underHome name: String) -> String? {
        if let folder = Environment[variable], folder.hasPrefix("/") { return folder }
        return Environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/" + name }
    }
}
