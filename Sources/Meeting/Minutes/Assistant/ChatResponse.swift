import Foundation
import StandupSpeech

/// What a server answered to a question.
enum ChatResponse: Hashable, Sendable {
    /// A text, of a prompt with this many tokens if the server counts them.
    case text(String, promptTokens: Int?)
    /// The answer reached its longest length, and is incomplete.
    case incomplete(promptTokens: Int?)
    /// The prompt is longer than the context of the model, which has this many tokens if the server says so.
    case promptTooLong(context: Int?)
    case failed(ServerFailure)

    /// Interprets a response; removes the key from messages.
    init(_ response: HTTPResponse, secret: String?) {
        // Servers that split text at bytes send parts of characters.
        let text = String(decoding: response.body, as: UTF8.self)
        let completion = try? JSONDecoder().decode(Completion.self, from: Data(text.utf8))
        let error = completion?.error
        let message = ServerMessage.line(
            error.map { $0.message ?? "" } ?? (completion == nil ? nil : ""), of: response.body, secret: secret)
        if let error, error.isAboutContext {
            self = .promptTooLong(context: error.context)
        } else if let failure = ServerFailure(response, message: message, code: error?.code) {
            self = .failed(failure)
        } else if let completion {
            self = Self.reading(completion, message, secret)
        } else {
            self = .failed(.answer("it answers with \(ServerMessage.kind(of: response.body).rawValue)"))
        }
    }

    private static func reading(_ completion: Completion, _ message: String, _ secret: String?) -> ChatResponse {
        if completion.error != nil {
            return .failed(.answer(message.isEmpty ? "it answers with an error" : message))
        }
        guard let choice = completion.choices?.first else { return .failed(.answer("its answer has no choices")) }
        if let refusal = choice.message?.refusal, !refusal.isEmpty {
            return .failed(.answer("the model refuses: \(ServerMessage.line(refusal, of: [], secret: secret))"))
        }
        let tokens = completion.usage?.prompt_tokens.flatMap { $0 > 0 ? $0 : nil }
        if choice.finish_reason == "length" { return .incomplete(promptTokens: tokens) }
        guard let text = choice.message?.content, text.contains(where: { !$0.isWhitespace }) else {
            return .failed(.answer("its answer is empty"))
        }
        return .text(text, promptTokens: tokens)
    }
}

/// The JSON of `chat/completions`; what is not used is not read.
private struct Completion: Decodable {
    struct Choice: Decodable {
        let message: Message?
        let finish_reason: String?
    }

    struct Message: Decodable {
        let content: String?
        let refusal: String?
    }

    struct Usage: Decodable {
        let prompt_tokens: Int?
    }

    let choices: [Choice]?
    let usage: Usage?
    let error: CompletionError?
}

/// An error as an object, or as its message only.
private struct CompletionError: Decodable {
    let message: String?
    /// OpenAI's code, or the type of the error.
    let code: String?
    private let type: String?
    /// llama.cpp's context for each request, in tokens.
    private let n_ctx: Int?

    private enum Key: String, CodingKey {
        case message, code, type, n_ctx
    }

    init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: Key.self) else {
            message = try? decoder.singleValueContainer().decode(String.self)
            (code, type, n_ctx) = (nil, nil, nil)
            return
        }
        message = try? object.decode(String.self, forKey: .message)
        type = try? object.decode(String.self, forKey: .type)
        code = (try? object.decode(String.self, forKey: .code)) ?? type
        n_ctx = try? object.decode(Int.self, forKey: .n_ctx)
    }

    /// Whether the prompt is longer than the context.
    var isAboutContext: Bool {
        code == "context_length_exceeded" || type == "exceed_context_size_error"
            || message.map { $0.contains("context length") || $0.contains("context size") } ?? false
    }

    /// The context, in tokens; OpenAI states it in its message: `maximum context length is 8192 tokens`.
    var context: Int? {
        if let n_ctx { return n_ctx > 0 ? n_ctx : nil }
        let words = message?.split(separator: " ") ?? []
        return words.indices.dropFirst(2).lazy
            .filter { words[$0 - 2] == "length" && words[$0 - 1] == "is" }
            .compactMap { Int(words[$0]) }.first
    }
}
