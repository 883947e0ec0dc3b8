import Foundation

/// The JSON of a speech server, parsed leniently: fields of an unexpected type count as missing.
struct TranscriptionResponse: Decodable {
    struct Word: Decodable {
        var text: String
        var start: Double?
        var end: Double?
        var probability: Double?
    }

    struct Segment: Decodable {
        var text: String
        var start: Double?
        var end: Double?
        var words: [Word]
        var averageLogProbability: Double?
        var silenceProbability: Double?

        /// Whether the segment is silent, by Whisper's own rule.
        ///
        /// Whisper models invent words in silence.
        var isSilence: Bool {
            if let silenceProbability, let averageLogProbability {
                return silenceProbability > 0.6 && averageLogProbability < -1
            }
            return false
        }

        /// The confidence of the segment's words, 0 to 1.
        var confidence: Double? { averageLogProbability.map { min(max(exp($0), 0), 1) } }
    }

    var text: String?
    var words: [Word]
    var segments: [Segment]
    /// The server's error message; empty for an error without a message.
    var error: String?
    var errorCode: String?

    /// Parses a body; nil if it is not a JSON object.
    init?(_ body: [UInt8]) {
        // Servers that split text at bytes send parts of characters.
        let text = String(decoding: body, as: UTF8.self)
        guard let response = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = response
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension TranscriptionResponse {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        text = container.text("text")
        words = container.list("words")
        segments = container.list("segments")
        let key = AnyKey("error")
        guard container.contains(key), (try? container.decodeNil(forKey: key)) != true else { return }
        guard let details = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key) else {
            // Some servers send false if there is no error.
            if (try? container.decode(Bool.self, forKey: key)) != false { error = container.text("error") ?? "" }
            return
        }
        error = details.text("message") ?? ""
        errorCode = details.text("code") ?? details.text("type")
    }
}

extension TranscriptionResponse.Word {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        guard let text = container.text("word") ?? container.text("text") else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no word"))
        }
        self.text = text
        start = container.number("start")
        end = container.number("end")
        probability = container.number("probability") ?? container.number("confidence") ?? container.number("p")
    }
}

extension TranscriptionResponse.Segment {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        text = container.text("text") ?? ""
        start = container.number("start")
        end = container.number("end")
        words = container.list("words")
        if words.isEmpty { words = container.list("tokens") }
        averageLogProbability = container.number("avg_logprob")
        silenceProbability = container.number("no_speech_prob")
    }
}

/// An element of a list, nil if it has an unexpected type.
private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension KeyedDecodingContainer<AnyKey> {
    /// A string, or a number as a string.
    fileprivate func text(_ name: String) -> String? {
        let key = AnyKey(name)
        guard contains(key) else { return nil }
        if let text = try? decode(String.self, forKey: key) { return text }
        return (try? decode(Double.self, forKey: key)).map { Int(exactly: $0).map(String.init) ?? "\($0)" }
    }

    /// A finite number, or a string of one.
    fileprivate func number(_ name: String) -> Double? {
        let key = AnyKey(name)
        guard contains(key) else { return nil }
        let number =
            (try? decode(Double.self, forKey: key)) ?? (try? decode(String.self, forKey: key)).flatMap(Double.init)
        return number?.isFinite == true ? number : nil
    }

    /// The valid elements of a list.
    fileprivate func list<Value: Decodable>(_ name: String) -> [Value] {
        ((try? decode([Lenient<Value>].self, forKey: AnyKey(name))) ?? []).compactMap(\.value)
    }
}
