package import MeetingModel
package import StandupSpeech

extension ServerService {
    package static let assistant = ServerService(
        server: "an assistant", endpoint: "/chat/completions", data: "words", keyVariable: "STANDUP_ASSISTANT_KEY")
}

/// The address and settings of an assistant: a server with OpenAI's chat interface.
package struct AssistantServer: Sendable {
    package var address: ServerAddress
    package var key: APIKey?
    /// The model's name; empty for the only model of a server.
    package var model: String
    /// The context of the model, in tokens.
    package var context: Int
    /// The time limits of a request; without a graphics card, reading a prompt takes minutes.
    var timeLimits = HTTPTimeLimits(response: .seconds(600), total: .seconds(660))
    package var retries = RetryPolicy()
    /// The maximum size of a response, in bytes.
    var answerLimit = 256 << 10

    /// The context by default, in tokens.
    package static let defaultContext = 4096
    /// The contexts that can be set, in tokens.
    package static let contexts = TokenBudget.contexts

    package init(_ address: ServerAddress, key: APIKey? = nil, model: String = "", context: Int = defaultContext) {
        self.address = address
        self.key = key
        self.model = model
        self.context = context
    }

    var headers: [String] {
        ["Accept: application/json", "Content-Type: application/json"]
            + (key.map { [$0.header] } ?? [])
    }
}

/// A failure of an assistant; `description` is one line with the problem and the remedy.
package struct AssistantError: Error, Hashable, Sendable {
    /// The server, for display.
    package let server: String
    package let reason: ServerFailure

    package init(_ server: String, _ reason: ServerFailure) {
        self.server = server
        self.reason = reason
    }

    /// Whether the same request may succeed later.
    var isTransient: Bool { reason.isTransient }

    /// Whether only this turn fails, and others may succeed.
    package var concernsOneTurn: Bool { reason.concernsOneRequest }
}

extension AssistantError: CustomStringConvertible {
    package var description: String { "cannot get points from the assistant \(server) (\(reason.problem)); \(advice)" }

    private var advice: String {
        switch reason {
        case .network, .timeOut, .busy, .failed: "check that it runs, and try again"
        case .key: "set STANDUP_ASSISTANT_KEY, or assistant-key-file in the configuration"
        case .notFound: "check its base address, such as http://localhost:11434/v1, and assistant-model"
        case .redirected: "use that address instead"
        case .refused, .tooLarge, .answer: "check that it has OpenAI's chat interface, and its model"
        case .cancelled: "try again"
        }
    }
}

extension AssistantError: ProgramError {
    package var exitCode: Failure.Code { .unavailable }
}
