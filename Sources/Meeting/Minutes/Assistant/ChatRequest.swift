import Foundation
import MeetingModel

/// How a server takes requests; after a refusal, the next request does without what it refused.
struct ChatDialect: Hashable, Sendable {
    /// How an answer is forced to be JSON.
    enum Format: Int, Hashable, Sendable {
        /// To JSON of a schema.
        case schema
        /// The same, as llama-cpp-python wants it.
        case objectOfSchema
        /// To some JSON.
        case object
        /// By the instructions only.
        case instructions
    }

    var format = Format.schema
    /// Whether the length of the answer is limited by `max_completion_tokens`, as OpenAI's newer models want.
    var countsCompletion = false
    /// Whether the temperature is set, which OpenAI's reasoning models refuse.
    var setsTemperature = true

    /// The dialect to use after a refusal with a message; nil if none is left.
    func next(after message: String) -> ChatDialect? {
        var next = self
        if format != .instructions, Self.refusesFormat(message) {
            return withLessFormat
        } else if !countsCompletion, message.contains("max_completion_tokens") {
            next.countsCompletion = true
        } else if setsTemperature, message.contains("temperature") {
            next.setsTemperature = false
        } else {
            return withLessFormat
        }
        return next
    }

    /// The same with the next weaker format; nil if there is none.
    var withLessFormat: ChatDialect? {
        guard let less = Format(rawValue: format.rawValue + 1) else { return nil }
        var next = self
        next.format = less
        return next
    }

    /// Whether a message says that the server does not know the format.
    ///
    /// The server of llama-cpp-python says so with status 500.
    static func refusesFormat(_ message: String) -> Bool {
        message.contains("response_format") || message.contains("json_schema")
    }
}

/// The body of a request to OpenAI's `chat/completions`.
struct ChatRequest: Encodable {
    let model: String
    let question: AssistantQuestion
    let dialect: ChatDialect
    /// The longest answer, in tokens.
    let longestAnswer: Int

    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, integers and Booleans can always be encoded.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    private enum Key: String, CodingKey {
        case model, messages, temperature, stream
        case maxTokens = "max_tokens"
        case maxCompletionTokens = "max_completion_tokens"
        case responseFormat = "response_format"
    }

    func encode(to encoder: any Encoder) throws {
        var request = encoder.container(keyedBy: Key.self)
        if !model.isEmpty { try request.encode(model, forKey: .model) }
        try request.encode(
            [
                ["role": "system", "content": question.instructions], ["role": "user", "content": question.material],
            ], forKey: .messages)
        try request.encode(false, forKey: .stream)
        if dialect.setsTemperature { try request.encode(0, forKey: .temperature) }
        try request.encode(longestAnswer, forKey: dialect.countsCompletion ? .maxCompletionTokens : .maxTokens)
        switch dialect.format {
        case .schema: try request.encode(SchemaFormat(question), forKey: .responseFormat)
        case .objectOfSchema: try request.encode(ObjectFormat(question), forKey: .responseFormat)
        case .object: try request.encode(["type": "json_object"], forKey: .responseFormat)
        case .instructions: break
        }
    }
}

/// A format with a name for the schema.
private struct SchemaFormat: Encodable {
    private let type = "json_schema"
    private let json_schema: Named

    private struct Named: Encodable {
        let name = "points"
        let strict = true
        let schema: Schema
    }

    init(_ question: AssistantQuestion) { json_schema = Named(schema: Schema(answerTo: question)) }
}

/// A format with the schema alone.
private struct ObjectFormat: Encodable {
    private let type = "json_object"
    private let schema: Schema

    init(_ question: AssistantQuestion) { schema = Schema(answerTo: question) }
}

/// A schema of a value, with the keywords that OpenAI's strict mode and llama.cpp's grammars both have.
///
/// What is nil is not written.
private final class Schema: Encodable {
    let type: String
    let properties: [String: Schema]?
    let required: [String]?
    let additionalProperties: Bool?
    let items: Schema?
    let `enum`: [String]?

    init(_ type: String, properties: [String: Schema]? = nil, items: Schema? = nil, choices: [String]? = nil) {
        self.type = type
        self.properties = properties
        required = properties.map { $0.keys.sorted() }
        additionalProperties = properties == nil ? nil : false
        self.items = items
        self.enum = choices
    }

    convenience init(answerTo question: AssistantQuestion) {
        let point = Schema(
            "object",
            properties: [
                "kind": Schema("string", choices: question.kinds.map(\.rawValue)), "text": Schema("string"),
                "lines": Schema("array", items: Schema("integer")), "continues": Schema("integer"),
            ])
        self.init("object", properties: ["points": Schema("array", items: point)])
    }
}
