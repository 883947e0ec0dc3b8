import Foundation

/// The JSON of a speech server, read leniently: what is missing, or of another kind than expected, is not there.
struct ServerAnswer: Decodable {
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

        /// Whether nothing was said here: the rule by which Whisper itself leaves a segment out.
        ///
        /// Models of this kind write words into silence.
        var isSilence: Bool {
            if let silenceProbability, let averageLogProbability {
                return silenceProbability > 0.6 && averageLogProbability < -1
            }
            return false
        }

        /// How sure the server is of the segment's words, 0 to 1.
        var confidence: Double? { averageLogProbability.map { min(max(exp($0), 0), 1) } }
    }

    /// The whole text, if there is one.
    var text: String?
    var words: [Word]
    var segments: [Segment]
    /// What the server says went wrong; empty where it says that something did, and not what.
    var error: String?
    /// The error's code, if it has one.
    var errorCode: String?

    /// Reads an answer's body; nil if it is no JSON object.
    init?(_ body: [UInt8]) {
        // Servers that cut texts into bytes send halves of letters.
        let text = String(decoding: body, as: UTF8.self)
        guard let answer = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = answer
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension ServerAnswer {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        text = container.text("text")
        words = container.list("words")
        segments = container.list("segments")
        let key = AnyKey("error")
        guard container.contains(key), (try? container.decodeNil(forKey: key)) != true else { return }
        guard let details = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key) else {
            // false is how some servers say that all is well.
            if (try? container.decode(Bool.self, forKey: key)) != false { error = container.text("error") ?? "" }
            return
        }
        error = details.text("message") ?? ""
        errorCode = details.text("code") ?? details.text("type")
    }
}

extension ServerAnswer.Word {
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

extension ServerAnswer.Segment {
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

/// An element of a list, or something else in its place.
private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension KeyedDecodingContainer<AnyKey> {
    /// A text, or a number as one.
    fileprivate func text(_ name: String) -> String? {
        let key = AnyKey(name)
        guard contains(key) else { return nil }
        if let text = try? decode(String.self, forKey: key) { return text }
        return (try? decode(Double.self, forKey: key)).map { Int(exactly: $0).map(String.init) ?? "\($0)" }
    }

    /// A finite number, or a text that is one.
    fileprivate func number(_ name: String) -> Double? {
        let key = AnyKey(name)
        guard contains(key) else { return nil }
        let number =
            (try? decode(Double.self, forKey: key)) ?? (try? decode(String.self, forKey: key)).flatMap(Double.init)
        return number?.isFinite == true ? number : nil
    }

    /// Those elements of a list that are what they should be.
    fileprivate func list<Value: Decodable>(_ name: String) -> [Value] {
        ((try? decode([Lenient<Value>].self, forKey: AnyKey(name))) ?? []).compactMap(\.value)
    }
}
