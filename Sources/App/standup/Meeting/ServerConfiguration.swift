import MeetingModel
import Minutes
import StandupSpeech

extension SpeechServer {
    /// Creates the speech server at an address, with the configured key and model.
    ///
    /// The key comes from `STANDUP_API_KEY`, else from the configured file. For OpenAI's own server the last fallback
    /// is `OPENAI_API_KEY`, which other programs use; that key is sent to no other server.
    init(_ text: String, configuration: Configuration) throws(Failure) {
        let address = try ServerAddress(text, service: .speech, configuration: configuration)
        self.init(
            address, key: try APIKey(for: address, service: .speech, file: .apiKeyFile, configuration),
            model: configuration.value(.recognizerModel) ?? Self.defaultModel)
    }
}

extension AssistantServer {
    /// Creates the assistant at an address, with the configured key, model and context, unless flags say otherwise.
    ///
    /// The key comes from `STANDUP_ASSISTANT_KEY`, else from the configured file, else as that of a speech server. The
    /// key of a speech server is sent to no assistant.
    init(_ text: String, model: String?, context: Int?, configuration: Configuration) throws(Failure) {
        let address = try ServerAddress(text, service: .assistant, configuration: configuration)
        self.init(
            address, key: try APIKey(for: address, service: .assistant, file: .assistantKeyFile, configuration),
            model: configuration.value(.assistantModel, flag: model) ?? "",
            context: context ?? configuration.value(.assistantContext).flatMap { Int($0) } ?? Self.defaultContext)
    }
}

extension ServerAddress {
    /// Parses an address; plain http is allowed to the configured hosts.
    fileprivate init(_ text: String, service: ServerService, configuration: Configuration) throws(Failure) {
        do {
            try self.init(text, service: service, plainHosts: configuration.plainHosts)
        } catch {
            throw Failure(.usage, "\(error)")
        }
    }
}

extension APIKey {
    /// The key for a server from its environment variable, the configured file or OpenAI's variable; nil without one.
    fileprivate init?(
        for address: ServerAddress, service: ServerService, file: Configuration.ValueKey, _ configuration: Configuration
    ) throws(Failure) {
        if let key = try Self.inEnvironment(service.keyVariable, for: service) {
            self = key
        } else if let path = configuration.value(file) {
            do {
                self = try APIKey(file: try Self.absolute(path, file))
            } catch let error as Failure {
                throw error
            } catch {
                throw Failure(.usage, "\(error)")
            }
        } else if address.isOpenAI, !address.isPlain, let key = try Self.inEnvironment("OPENAI_API_KEY", for: service) {
            self = key
        } else {
            return nil
        }
    }

    private static func inEnvironment(_ variable: String, for service: ServerService) throws(Failure) -> APIKey? {
        guard let text = Environment[variable], !text.isEmpty else { return nil }
        guard let key = APIKey(text) else {
            throw Failure(
                .usage, "\(variable) holds no key of \(service.server); set it to the key and nothing else")
        }
        return key
    }

    private static func absolute(_ path: String, _ key: Configuration.ValueKey) throws(Failure) -> String {
        if path.hasPrefix("~/"), let home = Environment["HOME"] { return home + path.dropFirst() }
        guard path.hasPrefix("/") else {
            throw Failure(
                .usage,
                "\(key.rawValue) must be an absolute path, not \(path)")
        }
        return path
    }
}
