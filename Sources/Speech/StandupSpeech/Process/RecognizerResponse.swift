/// A response of a recognizer's process.
package enum RecognizerResponse: Hashable, Sendable {
    /// The greeting; sent once, before any request.
    case hello(RecognizerGreeting)
    /// The model is loaded, with the learned state, if any.
    case loaded(learned: [Float]?)
    case begun
    case partial(String)
    /// The words of the finished utterance, and the learned state.
    case words([RecognizedWord], learned: [Float]?)
    /// The embedding of the finished utterance's voice.
    case embedding([Float])
    case failed(String)
}

package struct RecognizerGreeting: Hashable, Sendable {
    package struct Capabilities: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Live recognition with partial results.
        package static let live = Capabilities(rawValue: 1)
        /// Recognition of whole utterances.
        package static let whole = Capabilities(rawValue: 2)
        package static let vocabulary = Capabilities(rawValue: 4)
    }

    /// The version of the protocol; both sides must use the same.
    package var version: UInt32
    /// The engine, such as `pocketsphinx`.
    package var family: String
    package var capabilities: Capabilities

    static let currentVersion: UInt32 = 3

    package init(family: String, capabilities: Capabilities, version: UInt32 = currentVersion) {
        self.version = version
        self.family = family
        self.capabilities = capabilities
    }
}

extension RecognizerResponse {
    /// The kind and first bytes of the greeting are the same in all versions.
    private enum Kind: UInt8 {
        case hello = 0x53
        case loaded = 1
        case begun, partial, words, failed, embedding
    }

    package var frame: Frame {
        var writer = WireWriter()
        let kind: Kind
        switch self {
        case .hello(let greeting):
            kind = .hello
            writer.number(greeting.version)
            writer.text(greeting.family)
            writer.number(greeting.capabilities.rawValue)
        case .loaded(let learned):
            kind = .loaded
            writer.learned(learned)
        case .begun: kind = .begun
        case .partial(let text):
            kind = .partial
            writer.text(text)
        case .words(let words, let learned):
            kind = .words
            writer.list(words) { writer, word in
                writer.text(word.text)
                writer.number(Int64(word.start))
                writer.number(Int64(word.end))
                writer.number(word.confidence)
            }
            writer.learned(learned)
        case .embedding(let values):
            kind = .embedding
            writer.numbers(values)
        case .failed(let reason):
            kind = .failed
            writer.text(reason)
        }
        return Frame(kind: kind.rawValue, contents: writer.bytes)
    }

    package init(_ frame: Frame) throws(WireError) {
        var reader = WireReader(frame)
        switch Kind(rawValue: frame.kind) {
        case .hello?:
            let version = try reader.number(UInt32.self)
            guard version == RecognizerGreeting.currentVersion else {
                // The rest is unknown in other versions.
                self = .hello(RecognizerGreeting(family: "", capabilities: [], version: version))
                return
            }
            let family = try reader.text()
            let capabilities = RecognizerGreeting.Capabilities(rawValue: try reader.number(UInt32.self))
            self = .hello(RecognizerGreeting(family: family, capabilities: capabilities))
        case .loaded?: self = .loaded(learned: try reader.learned())
        case .begun?: self = .begun
        case .partial?: self = .partial(try reader.text())
        case .words?:
            let words = try reader.list { reader throws(WireError) in
                RecognizedWord(
                    text: try reader.text(), start: Int(try reader.number(Int64.self)),
                    end: Int(try reader.number(Int64.self)), confidence: try reader.number(Double.self))
            }
            self = .words(words, learned: try reader.learned())
        case .embedding?: self = .embedding(try reader.numbers(Float.self))
        case .failed?: self = .failed(try reader.text())
        case nil: throw .unknownKind(frame.kind)
        }
        try reader.end()
    }
}

extension WireWriter {
    fileprivate mutating func learned(_ learned: [Float]?) {
        number(UInt8(learned == nil ? 0 : 1))
        if let learned { numbers(learned) }
    }
}

extension WireReader {
    fileprivate mutating func learned() throws(WireError) -> [Float]? {
        try flag() ? try numbers(Float.self) : nil
    }
}
