import Synchronization

/// A recogniser with a substitute for the utterances on which it fails.
///
/// It keeps the samples of the utterance, and after a failure the substitute hears all of them. The first recogniser tries the
/// next utterance again. If the first one cannot be made, the substitute hears all utterances.
package final class FallbackRecognizer: SpeechRecognizer {
    /// Makes a recogniser.
    package typealias Maker = () throws(RecognizerError) -> any SpeechRecognizer

    private let makeSubstitute: Maker
    private var first: (any SpeechRecognizer)?
    private var substitute: (any SpeechRecognizer)?

    private var samples: [Int16] = []
    /// Why the first recogniser failed on this utterance.
    private var failure: RecognizerError?
    /// Whether the last failure was reported: failures in a row are reported once.
    private var isTold = false
    private var untold: RecognizerSubstitution?

    /// A recogniser with a substitute, which is made when it is first needed.
    ///
    /// It fails if neither can be made.
    package init(_ makeFirst: Maker, substitute makeSubstitute: @escaping Maker) throws(RecognizerError) {
        self.makeSubstitute = makeSubstitute
        do throws(RecognizerError) {
            let first = try makeFirst()
            self.first = first
            name = first.name
        } catch {
            let substitute = try makeSubstitute()
            self.substitute = substitute
            name = substitute.name
            untold = RecognizerSubstitution(of: error, by: substitute.name, isLasting: true)
        }
    }

    /// The name of the one that heard the last utterance.
    package private(set) var name: String

    /// What the first recogniser has learned; nil if it could not be made.
    package var learnedState: [Float]? { first?.learnedState }

    package var isBehind = false {
        didSet {
            first?.isBehind = isBehind
            substitute?.isBehind = isBehind
        }
    }

    package func takeSubstitution() -> RecognizerSubstitution? {
        defer { untold = nil }
        return untold
    }

    package func begin() throws(RecognizerError) {
        guard let first else { return try ableSubstitute().begin() }
        samples = []
        failure = nil
        tryFirst { () throws(RecognizerError) in try first.begin() }
    }

    package func hear(_ new: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        guard let first else { return try ableSubstitute().hear(new) }
        samples += new
        return tryFirst { () throws(RecognizerError) in try first.hear(new) } ?? ""
    }

    package func end() throws(RecognizerError) -> [RecognizedWord] {
        guard let first else { return try ableSubstitute().end() }
        defer { samples = [] }
        if let words = tryFirst({ () throws(RecognizerError) in try first.end() }) {
            name = first.name
            isTold = false
            return words
        }
        let words: [RecognizedWord]
        do throws(RecognizerError) {
            words = try hearAgain()
        } catch {
            throw failure ?? error
        }
        if let failure, !isTold {
            isTold = true
            untold = RecognizerSubstitution(of: failure, by: name, isLasting: false)
        }
        return words
    }

    /// Has the substitute hear the whole utterance.
    private func hearAgain() throws(RecognizerError) -> [RecognizedWord] {
        let substitute = try ableSubstitute()
        try substitute.begin()
        _ = try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in try substitute.hear(samples) }
        let words = try substitute.end()
        name = substitute.name
        return words
    }

    /// Does something with the first recogniser, unless it has failed on this utterance; nil if it fails.
    @discardableResult
    private func tryFirst<Result>(_ work: () throws(RecognizerError) -> Result) -> Result? {
        guard failure == nil else { return nil }
        do throws(RecognizerError) {
            return try work()
        } catch {
            failure = error
            return nil
        }
    }

    private func ableSubstitute() throws(RecognizerError) -> any SpeechRecognizer {
        if let substitute { return substitute }
        let made = try makeSubstitute()
        substitute = made
        return made
    }
}

/// A recogniser's failure after which a substitute took over.
public struct RecognizerSubstitution: Hashable, Sendable {
    /// The name of the recogniser that failed; nil if the reason says it.
    public let name: String?
    /// Why it failed.
    public let reason: String
    /// The name of the recogniser that heard it instead.
    public let substitute: String
    /// Whether the substitute hears the rest of the meeting too.
    public let isLasting: Bool

    /// A substitution after an error.
    public init(of error: RecognizerError, by substitute: String, isLasting: Bool) {
        (name, reason) = if case .failed(let name, let reason) = error { (name, reason) } else { (nil, "\(error)") }
        self.substitute = substitute
        self.isLasting = isLasting
    }
}

extension RecognizerSubstitution: CustomStringConvertible {
    /// One line: what failed, why, and what is done about it.
    public var description: String {
        guard let name else { return "\(reason); \(substitute) transcribes this meeting instead" }
        return isLasting
            ? "\(name) cannot be started (\(reason)), \(substitute) transcribes this meeting instead"
            : "\(name) failed on an utterance (\(reason)), \(substitute) transcribed it instead"
    }
}

extension RecognizerSource {
    /// The source with another one's recognisers for the utterances on which its own fail.
    package func substituted(by other: RecognizerSource) -> RecognizerSource {
        var stretches = stretches.substituted(by: other.stretches)
        stretches.pronunciations = other.stretches.pronunciations
        var source = RecognizerSource(
            key: key,
            makeKnowing: { [makeKnowing] learned, vocabulary throws(RecognizerError) in
                try FallbackRecognizer(
                    { () throws(RecognizerError) in try makeKnowing(learned, vocabulary) },
                    substitute: { () throws(RecognizerError) in try other.makeKnowing(nil, vocabulary) })
            }, stretches: stretches)
        source.partials = partials
        return source
    }
}

extension StretchRecognition {
    /// The recognition with another one's recogniser for the stretches on which its own fails.
    ///
    /// Its own is made anew after a failure; it is an error if it cannot be made.
    package func substituted(by other: StretchRecognition) -> StretchRecognition {
        var recognition = StretchRecognition(
            name: name, key: key, cutting: cutting, atMost: atMost, pronunciations: pronunciations
        ) { [make] vocabulary throws(RecognizerError) in
            try FallbackStretches(
                { () throws(RecognizerError) in try make(vocabulary) },
                substitute: { () throws(RecognizerError) in try other.make(vocabulary) })
        }
        recognition.memory = memory
        return recognition
    }
}

/// A recogniser of stretches that has a substitute hear those on which it fails.
private final class FallbackStretches: StretchRecognizer {
    typealias Maker = @Sendable () throws(RecognizerError) -> any StretchRecognizer

    let name: String
    private let makeFirst: Maker
    private let makeSubstitute: Maker
    private let state: Mutex<State>

    private struct State {
        /// Nil after a failure.
        var first: (any StretchRecognizer)?
        var untold: RecognizerSubstitution?
    }

    init(_ makeFirst: @escaping Maker, substitute makeSubstitute: @escaping Maker) throws(RecognizerError) {
        let made = try makeFirst()
        name = made.name
        state = Mutex(State(first: made))
        self.makeFirst = makeFirst
        self.makeSubstitute = makeSubstitute
    }

    func recognize(_ stretch: SpeechStretch) async throws(RecognizerError) -> [RecognizedUtterance] {
        let kept = state.withLock { $0.first }
        let able = if let kept { kept } else { try makeFirst() }
        do throws(RecognizerError) {
            let heard = try await able.recognize(stretch)
            state.withLock { $0.first = able }
            return heard
        } catch {
            state.withLock { $0.first = nil }
            guard !Task.isCancelled, let substitute = try? makeSubstitute(),
                let heard = try? await substitute.recognize(stretch)
            else { throw error }
            let substitution = RecognizerSubstitution(of: error, by: substitute.name, isLasting: false)
            state.withLock { $0.untold = substitution }
            return heard
        }
    }

    func takeSubstitution() -> RecognizerSubstitution? {
        state.withLock { state in
            defer { state.untold = nil }
            return state.untold
        }
    }
}
