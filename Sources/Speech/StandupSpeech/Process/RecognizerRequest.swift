/// A request to a recognizer's process; each gets one response, in order.
package enum RecognizerRequest: Hashable, Sendable {
    /// Loads a model; the first request, sent once.
    case load(RecognizerLoad)
    case begin
    /// Adds samples: mono, 16 kHz.
    case samples([Int16])
    /// Ends the utterance; `isBehind` if the transcript is late.
    case end(isBehind: Bool)

    /// The maximum samples per request (10 s).
    static let sampleLimit = 160_000
}

package struct RecognizerLoad: Hashable, Sendable {
    package enum Mode: Hashable, Sendable {
        /// Live, starting with an earlier recognizer's learned state; a state that does not fit the model is ignored.
        case live(learned: [Float]? = nil)
        /// Whole utterances, independent of each other.
        case whole
    }

    /// The model's settings, which depend on the engine, such as paths.
    package var model: [String: String]
    package var mode: Mode
    /// Names and terms that are likely to be said.
    package var vocabulary: [Vocabulary.PronouncedTerm]

    package init(model: [String: String], mode: Mode, vocabulary: [Vocabulary.PronouncedTerm] = []) {
        self.model = model
        self.mode = mode
        self.vocabulary = vocabulary
    }
}

extension RecognizerRequest {
    private enum Kind: UInt8 {
        case load = 1
        case begin, samples, end
    }

    package var frame: Frame {
        var writer = WireWriter()
        let kind: Kind
        switch self {
        case .load(let load):
            kind = .load
            load.write(to: &writer)
        case .begin: kind = .begin
        case .samples(let samples):
            kind = .samples
            writer.numbers(samples)
        case .end(let isBehind):
            kind = .end
            writer.number(UInt8(isBehind ? 1 : 0))
        }
        return Frame(kind: kind.rawValue, contents: writer.bytes)
    }

    package init(_ frame: Frame) throws(WireError) {
        var reader = WireReader(frame)
        switch Kind(rawValue: frame.kind) {
        case .load?: self = .load(try RecognizerLoad(from: &reader))
        case .begin?: self = .begin
        case .samples?: self = .samples(try reader.numbers(Int16.self))
        case .end?: self = .end(isBehind: try reader.flag())
        case nil: throw .unknownKind(frame.kind)
        }
        try reader.end()
        if case .samples(let samples) = self, samples.count > Self.sampleLimit { throw reader.malformed }
    }
}

extension RecognizerLoad {
    fileprivate func write(to writer: inout WireWriter) {
        writer.list(model.sorted { $0.key < $1.key }) { writer, setting in
            writer.text(setting.key)
            writer.text(setting.value)
        }
        switch mode {
        case .whole: writer.number(UInt8(0))
        case .live(let learned):
            writer.number(UInt8(1))
            writer.number(UInt8(learned == nil ? 0 : 1))
            if let learned { writer.numbers(learned) }
        }
        writer.list(vocabulary) { writer, term in
            writer.text(term.spelling)
            writer.number(UInt8(term.isName ? 1 : 0))
            writer.list(term.words) { writer, word in
                writer.text(word.text)
                writer.list(word.pronunciations) { $0.text($1) }
            }
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireError) {
        let settings = try reader.list { reader throws(WireError) in (try reader.text(), try reader.text()) }
        let isLive = try reader.flag()
        let hasLearned = isLive ? try reader.flag() : false
        let learned = hasLearned ? try reader.numbers(Float.self) : nil
        let vocabulary = try reader.list { reader throws(WireError) in
            let spelling = try reader.text()
            let isName = try reader.flag()
            let words = try reader.list { reader throws(WireError) in
                Vocabulary.PronouncedTerm.Word(
                    text: try reader.text(),
                    pronunciations: try reader.list { reader throws(WireError) in try reader.text() })
            }
            return Vocabulary.PronouncedTerm(spelling: spelling, words: words, isName: isName)
        }
        self.init(
            model: Dictionary(settings, uniquingKeysWith: { $1 }),
            mode: isLive ? .live(learned: learned) : .whole, vocabulary: vocabulary)
    }
}
