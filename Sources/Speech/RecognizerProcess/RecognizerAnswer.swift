package import SpeechRecognition

/// What a recogniser's process answers.
package enum RecognizerAnswer: Hashable, Sendable {
    /// What it is; sent once, before any request.
    case hello(RecognizerGreeting)
    /// The model is loaded; what the recogniser has learned about the microphone, nil if nothing.
    case loaded(learned: [Float]?)
    /// The utterance has begun.
    case begun
    /// The partial result of the utterance.
    case partial(String)
    /// The words of the utterance that has ended, and what the recogniser has learned by now.
    case words([RecognizedWord], learned: [Float]?)
    /// The request failed, for this reason.
    case failed(String)
}

/// What a recogniser's process is, and what it can do.
package struct RecognizerGreeting: Hashable, Sendable {
    /// What a recogniser can do.
    package struct Abilities: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// It hears a microphone live and gives partial results.
        package static let live = Abilities(rawValue: 1)
        /// It hears each utterance as a whole.
        package static let whole = Abilities(rawValue: 2)
        /// It takes a vocabulary of names and terms.
        package static let vocabulary = Abilities(rawValue: 4)
    }

    /// The version of the protocol; both sides must have the same.
    package var version: UInt32
    /// The kind of engine, such as `pocketsphinx`.
    package var family: String
    /// What it can do.
    package var abilities: Abilities

    /// The version that this program speaks.
    package static let currentVersion: UInt32 = 2

    /// A greeting in the current version.
    package init(family: String, abilities: Abilities, version: UInt32 = currentVersion) {
        self.version = version
        self.family = family
        self.abilities = abilities
    }
}

extension RecognizerAnswer {
    /// The greeting's kind and first bytes are the same in all versions.
    private enum Kind: UInt8 {
        case hello = 0x53
        case loaded = 1
        case begun, partial, words, failed
    }

    /// The answer as a message.
    package var frame: Frame {
        var writer = WireWriter()
        let kind: Kind
        switch self {
        case .hello(let greeting):
            kind = .hello
            writer.number(greeting.version)
            writer.text(greeting.family)
            writer.number(greeting.abilities.rawValue)
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
        case .failed(let reason):
            kind = .failed
            writer.text(reason)
        }
        return Frame(kind: kind.rawValue, contents: writer.bytes)
    }

    /// Reads a message.
    package init(_ frame: Frame) throws(WireError) {
        var reader = WireReader(frame)
        switch Kind(rawValue: frame.kind) {
        case .hello?:
            let version = try reader.number(UInt32.self)
            guard version == RecognizerGreeting.currentVersion else {
                // What another version sends after that is unknown.
                self = .hello(RecognizerGreeting(family: "", abilities: [], version: version))
                return
            }
            let family = try reader.text()
            let abilities = RecognizerGreeting.Abilities(rawValue: try reader.number(UInt32.self))
            self = .hello(RecognizerGreeting(family: family, abilities: abilities))
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
