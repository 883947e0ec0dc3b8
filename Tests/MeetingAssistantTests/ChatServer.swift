import Foundation
import MeetingModel
import StandupSpeech
import Synchronization
import TestSupport

@testable import Minutes

/// A local server with OpenAI's chat interface, as one of three programs speaks it.
///
/// Its model makes a point of each line with `finished`, `will`, `blocked`, `decided` or `?`. A token has four bytes.
final class ChatServer: Sendable {
    enum Dialect: Sendable {
        /// Refuses prompts that are longer than its context.
        case llamaCpp(context: Int)
        /// Silently reads the end of such a prompt only.
        case ollama(context: Int)
        /// Has other fields, and refuses unknown ones.
        case openAI
        /// Knows no schemas, and says so with status 500, as llama-cpp-python does.
        case llamaCppPython
        /// Has no formats and counts nothing.
        case plain
    }

    /// The body of a request.
    struct Body: Decodable, Sendable {
        struct Message: Decodable, Sendable {
            let role: String
            let content: String
        }

        struct Format: Decodable, Sendable {
            struct Schema: Decodable, Sendable {
                let type: String
            }

            let type: String
            let schema: Schema?
        }

        let model: String?
        let messages: [Message]
        let stream: Bool
        let temperature: Double?
        let max_tokens: Int?
        let max_completion_tokens: Int?
        let response_format: Format?

        /// The prompt as the model reads it.
        var prompt: String { messages.map { "<\($0.role)>\($0.content)" }.joined() }
        /// The length of the prompt, in tokens.
        var tokens: Int { prompt.utf8.count / 4 }
    }

    let double: SpeechServerDouble
    var base: String { double.base }

    /// The bodies of all requests.
    var bodies: [Body] {
        double.requests.compactMap(Self.body)
    }

    /// The material of all requests.
    var materials: [String] { bodies.compactMap { $0.messages.last?.content } }

    /// Starts a server whose model answers by `model`, if given; requests are numbered from 1.
    init(_ dialect: Dialect, model: (@Sendable (_ prompt: String, _ number: Int) -> String)? = nil) throws {
        double = try SpeechServerDouble { request, number in
            guard request.path == "/v1/chat/completions",
                let body = Self.body(of: request)
            else { return .answer(404, #"{"error":{"message":"File Not Found","type":"not_found_error","code":404}}"#) }
            let answer = model ?? { prompt, _ in Self.points(of: prompt) }
            switch dialect {
            case .llamaCpp(let context):
                guard body.tokens + (body.max_tokens ?? 0) <= context else {
                    return .answer(
                        400,
                        """
                        {"error":{"code":400,"message":"the request exceeds the available context size, try \
                        increasing it","type":"exceed_context_size_error","n_prompt_tokens":\(body.tokens),\
                        "n_ctx":\(context)}}
                        """)
                }
                return Self.completion(answer(body.prompt, number), tokens: body.tokens)
            case .ollama(let context):
                let bytes = Array(body.prompt.utf8)
                let read = String(decoding: bytes.suffix(context * 4), as: UTF8.self)
                return Self.completion(answer(read, number), tokens: min(body.tokens, context))
            case .openAI:
                guard body.max_tokens == nil else {
                    return .answer(
                        400,
                        """
                        {"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                        'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens",\
                        "code":"unsupported_parameter"}}
                        """)
                }
                guard body.temperature == nil else {
                    return .answer(
                        400,
                        """
                        {"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model.",\
                        "type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}
                        """)
                }
                return Self.completion(answer(body.prompt, number), tokens: body.tokens)
            case .llamaCppPython:
                guard body.response_format?.type != "json_schema" else {
                    return .answer(
                        500,
                        """
                        {"error":{"message":"1 validation error: {'type': 'literal_error', 'loc': ('body', \
                        'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}",\
                        "type":"internal_server_error","param":null,"code":null}}
                        """)
                }
                return Self.completion(answer(body.prompt, number), tokens: body.tokens)
            case .plain:
                guard body.response_format == nil else {
                    return .answer(422, #"{"detail":"extra fields not permitted"}"#)
                }
                return Self.completion("```json\n\(answer(body.prompt, number))\n```", tokens: nil)
            }
        }
    }

    /// The body of a request; nil if it is not a question.
    static func body(of request: SpeechServerDouble.Request) -> Body? {
        try? JSONDecoder().decode(Body.self, from: Data(request.body))
    }

    /// A completion with a text.
    static func completion(_ text: String, tokens: Int?, end: String = "stop") -> SpeechServerDouble.Reply {
        let content = (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        let usage = tokens.map { #","usage":{"prompt_tokens":\#($0),"completion_tokens":9,"total_tokens":99}"# } ?? ""
        return .answer(
            200,
            """
            {"id":"chatcmpl-1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant",\
            "content":\(content)},"finish_reason":"\(end)"}]\(usage)}
            """)
    }

    /// The numbered lines of a prompt that the model can read.
    static func lines(of prompt: String) -> [(number: Int, text: String)] {
        prompt.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("["), let end = line.firstIndex(of: "]"),
                let number = Int(line[..<end].dropFirst())
            else { return nil }
            return (number, String(line[line.index(end, offsetBy: 2)...]))
        }
    }

    /// The answer with a point for each line that has one of the model's words.
    static func points(of prompt: String) -> String {
        let isTurn = prompt.contains("Person:")
        let points = lines(of: prompt).compactMap { line -> String? in
            let kind =
                line.text.contains("?")
                ? "question"
                : line.text.contains("decided")
                    ? "decision"
                    : line.text.contains("finished") ? "done" : line.text.contains("blocked") ? "blocker" : "plan"
            guard isTurn, kind != "plan" || line.text.contains("will") else { return nil }
            return point(kind, line.text, [line.number])
        }
        return #"{"points":[\#(points.joined(separator: ","))]}"#
    }

    /// A point of an answer.
    static func point(_ kind: String, _ text: String, _ lines: [Int], continues: Int = 0) -> String {
        let text = (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        return #"{"kind":"\#(kind)","text":\#(text),"lines":\#(lines),"continues":\#(continues)}"#
    }
}

extension Meeting {
    static let ann = Attendee.ID(rawValue: "ann")
    static let ben = Attendee.ID(rawValue: "ben")

    /// A meeting in which Ann and Ben say lines, ten seconds each.
    static func sample(ann: [String], ben: [String] = [], language: String = "en") -> Meeting {
        var transcript: [Utterance] = []
        var turns: [Turn] = []
        var time = Duration.zero
        for (attendee, lines) in [(Self.ann, ann), (Self.ben, ben)] where !lines.isEmpty {
            let start = time
            for line in lines {
                transcript.append(
                    Utterance(
                        attendee: attendee, start: time, end: time + .seconds(10), text: line, recognizer: "test",
                        words: []))
                time += .seconds(10)
            }
            turns.append(Turn(attendee: attendee, start: start, end: time))
        }
        return Meeting(
            id: .init(rawValue: "m"), standupID: .init(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, duration: time, language: language,
            attendees: [
                MeetingAttendee(id: Self.ann, name: "Ann", slot: .seconds(60)),
                MeetingAttendee(id: Self.ben, name: "Ben", slot: .seconds(60)),
            ],
            turns: turns, transcript: transcript)
    }
}
