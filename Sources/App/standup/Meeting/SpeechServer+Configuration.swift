import HTTPTransfer
import SpeechServerRecognition

extension SpeechServer {
    /// Creates the speech server at an address, with the configured key and model.
    ///
    /// The key comes from `STANDUP_API_KEY`, else from the configured file. For OpenAI's own server the last fallback
    /// is `OPENAI_API_KEY`, which other programs use; that key is sent to no other server.
    init(_ text: String, configuration: Configuration) throws(Failure) {
        let plainHosts = (configuration.value(.allowPlainHTTP) ?? "").lowercased()
            .split { $0 == "," || $0.isWhitespace }.map(String.init)
        do {
            let address = try ServerAddress(text, service: .speech, plainHosts: Set(plainHosts))
            self.init(
                address, key: try Self.key(for: address, configuration),
                model: configuration.value(.recognizerModel) ?? Self.defaultModel)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(.usage, "\(error)")
        }
    }

    private static func key(for address: ServerAddress, _ configuration: Configuration) throws -> APIKey? {
        if let key = try environmentKey("STANDUP_API_KEY") { return key }
        if let path = configuration.value(.apiKeyFile) { return try APIKey(file: try absolute(path)) }
        guard address.isOpenAI, !address.isPlain else { return nil }
        return try environmentKey("OPENAI_API_KEY")
    }

    private static func environmentKey(_ variable: String) throws(Failure) -> APIKey? {
        guard let text = Environment[variable], !text.isEmpty else { return nil }
        guard let key = APIKey(text) else {
            throw Failure(
                .usage, "\(variable) holds no speech server key; set it to the key and nothing else")
        }
        return key
    }

    private static func absolute(_ path: String) throws(Failure) -> String {
        if path.hasPrefix("~/"), let home = Environment["HOME"] { return home + path.dropFirst() }
        guard path.hasPrefix("/") else {
            throw Failure(
                .usage,
                "api-key-file must be an absolute path, not \(path)")
        }
        return path
    }
}
