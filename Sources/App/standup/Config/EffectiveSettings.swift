import MeetingHistory
import Minutes
import StandupFeatures

/// The values of all settings, and where each is from.
struct EffectiveSettings {
    enum Source: String, Encodable {
        case environment
        case file
        /// Chosen in the application.
        case application
        case `default`
    }

    /// A setting with its value, as `config list --json` prints it.
    struct Listed: Encodable {
        let key: String
        let value: String?
        let source: Source

        private enum CodingKeys: CodingKey {
            case key, value, source
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(key, forKey: .key)
            // A key without a value is null.
            try container.encode(value, forKey: .value)
            try container.encode(source, forKey: .source)
        }
    }

    private let composition: Composition
    private var configuration: Configuration { composition.configuration }

    init(_ composition: Composition) {
        self.composition = composition
    }

    /// All settings: values, hooks, and the keys and destinations in the file.
    var all: [Listed] {
        Configuration.ValueKey.allCases.map { value(of: .value($0)) }
            + Configuration.HookKey.allCases.map { value(of: .hook($0)) }
            + configuration.keyOverrides.map { value(of: .keys($0.context, command: $0.command)) }
            + configuration.posts.map { value(of: .post($0.standup)) }
    }

    func value(of setting: Setting) -> Listed {
        switch setting {
        case .value(let key):
            if let value = Environment[key.variable], !value.isEmpty { return listed(setting, value, .environment) }
            if let value = configuration.configured(key) { return listed(setting, value, .file) }
            if let chosen = chosen(key) { return listed(setting, chosen, .application) }
            return listed(setting, standard(key), .default)
        case .hook(let key):
            let command = configuration.command(key)
            return listed(setting, command.map(Self.text), command == nil ? .default : .file)
        case .keys(let context, let command):
            let chosen = configuration.keyOverrides.first { $0.context == context && $0.command == command }?.keys
            let standard = KeyTable.standard.bindings.first { $0.name == command && $0.contexts.contains(context) }
            let names = (chosen ?? standard?.keys(in: context) ?? []).compactMap(\.configurationName)
            return listed(setting, Self.text(names), chosen == nil ? .default : .file)
        case .post(let standup):
            let posts = configuration.posts.first { $0.standup == standup }
            return listed(setting, posts.map { Self.text($0.lines) }, posts == nil ? .default : .file)
        }
    }

    /// One element as it is; several, or none, as a list of YAML.
    private static func text(_ elements: [String]) -> String {
        elements.count == 1 ? elements[0] : ConfigurationText.yaml(elements, isList: true)
    }

    private func listed(_ setting: Setting, _ value: String?, _ source: Source) -> Listed {
        Listed(key: setting.name, value: value, source: source)
    }

    private func chosen(_ key: Configuration.ValueKey) -> String? {
        switch key {
        case .input: composition.preferences.value(.input)
        case .output: composition.preferences.value(.output)
        case .call: composition.preferences.value(.call)
        case .recognizer: configuration.remembered(.recognizer)
        default: nil
        }
    }

    private func standard(_ key: Configuration.ValueKey) -> String? {
        switch key {
        case .data: composition.folder.path
        case .input, .output: "default"
        case .call: "none"
        case .background: "auto"
        case .flash, .partials: "yes"
        case .numbers: "written"
        case .plain: "no"
        case .recognizerModel: "whisper-1"
        case .language: "en"
        case .vocabulary: TermList.software
        case .minutes: "rules"
        case .assistantContext: String(AssistantServer.defaultContext)
        case .recognizer, .apiKeyFile, .allowPlainHTTP, .interfaceLanguage, .keepAudioDays, .assistant, .assistantModel,
            .assistantKeyFile, .me:
            nil
        }
    }
}
