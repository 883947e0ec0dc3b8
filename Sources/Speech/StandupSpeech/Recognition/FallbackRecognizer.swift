import Synchronization

/// A recognizer that falls back to a substitute for utterances on which it fails.
///
/// It keeps the samples of the utterance and sends all of them to the substitute after a failure. The substitute may invent
/// words in a pause, so only what an endpointer takes for speech gives words of it. The first recognizer tries the next
/// utterance again. If the first one cannot be created, the substitute recognizes all utterances.
package final class FallbackRecognizer: SpeechRecognizer {
    typealias Factory = () throws(RecognizerError) -> any SpeechRecognizer

    private let makeSubstitute: Factory
    private var first: (any SpeechRecognizer)?
    private var substitute: (any SpeechRecognizer)?

    private var samples: [Int16] = []
    /// The first recognizer's failure on this utterance.
    private var failure: RecognizerError?
    /// Whether the last failure was reported; consecutive failures are reported once.
    private var isReported = false
    private var untold: RecognizerSubstitution?

    /// Creates the first recognizer; the substitute is created on demand.
    ///
    /// Throws if neither can be created.
    init(_ makeFirst: Factory, substitute makeSubstitute: @escaping Factory) throws(RecognizerError) {
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

    /// The name of the recognizer of the last utterance.
    package private(set) var name: String

    /// The learned state of the first recognizer; nil if it could not be created.
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
        samples = []
        guard let first else { return try ableSubstitute().begin() }
        failure = nil
        tryFirst { () throws(RecognizerError) in try first.begin() }
    }

    package func hear(_ new: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        samples += new
        guard let first else { return try ableSubstitute().hear(new) }
        return tryFirst { () throws(RecognizerError) in try first.hear(new) } ?? ""
    }

    package func end() throws(RecognizerError) -> [RecognizedWord] {
        defer { samples = [] }
        guard let first else {
            let words = try ableSubstitute().end()
            return Endpointer.isPause(samples) ? [] : words
        }
        if let words = tryFirst({ () throws(RecognizerError) in try first.end() }) {
            name = first.name
            isReported = false
            return words
        }
        let words: [RecognizedWord]
        do throws(RecognizerError) {
            words = try retryWithSubstitute()
        } catch {
            throw failure ?? error
        }
        if let failure, !isReported {
            isReported = true
            untold = RecognizerSubstitution(of: failure, by: name, isLasting: false)
        }
        return words
    }

    private func retryWithSubstitute() throws(RecognizerError) -> [RecognizedWord] {
        let substitute = try ableSubstitute()
        guard !Endpointer.isPause(samples) else { return [] }
        try substitute.begin()
        _ = try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in try substitute.hear(samples) }
        let words = try substitute.end()
        name = substitute.name
        return words
    }

    /// Calls the first recognizer, unless it has failed on this utterance; nil if it fails.
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

/// A fallback to a substitute, and its cause.
public struct RecognizerSubstitution: Hashable, Sendable, Codable {
    /// The name of the recognizer that failed; nil if `reason` contains it.
    public let name: String?
    /// The cause.
    public let reason: String
    /// The name of the substitute.
    public let substitute: String
    /// Whether the substitute is used for the rest of the meeting.
    public let isLasting: Bool

    /// Creates a substitution from an error.
    public init(of error: RecognizerError, by substitute: String, isLasting: Bool) {
        (name, reason) = if case .failed(let name, let reason) = error { (name, reason) } else { (nil, "\(error)") }
        self.substitute = substitute
        self.isLasting = isLasting
    }
}

extension RecognizerSubstitution: CustomStringConvertible {
    /// One line: the failure, its cause, the substitute.
    public var description: String {
        guard let name else { return "\(reason); \(substitute) transcribes this meeting instead" }
        return isLasting
            ? "\(name) cannot start (\(reason)); \(substitute) transcribes this meeting instead"
            : "\(name) failed on an utterance (\(reason)); \(substitute) transcribed it instead"
    }
}

extension RecognizerSource {
    /// The source with a substitute for utterances on which its recognizer fails.
    package func substituted(by other: RecognizerSource) -> RecognizerSource {
        var segments = segments.substituted(by: other.segments)
        segments.pronunciations = other.segments.pronunciations
        var source = RecognizerSource(
            key: key,
            makeWithVocabulary: { [makeWithVocabulary] learned, vocabulary throws(RecognizerError) in
                try FallbackRecognizer(
                    { () throws(RecognizerError) in try makeWithVocabulary(learned, vocabulary) },
                    substitute: { () throws(RecognizerError) in try other.makeWithVocabulary(nil, vocabulary) })
            }, segments: segments)
        source.partials = partials
        return source
    }
}

extension SegmentRecognition {
    /// The recognition with a substitute for segments on which its recognizer fails.
    ///
    /// The first recognizer is recreated after a failure. Throws if it cannot be created.
    func substituted(by other: SegmentRecognition) -> SegmentRecognition {
        var recognition = SegmentRecognition(
            name: name, key: key, segmentation: segmentation, atMost: atMost, pronunciations: pronunciations
        ) { [make] vocabulary throws(RecognizerError) in
            try FallbackSegments(
                { () throws(RecognizerError) in try make(vocabulary) },
                substitute: { () throws(RecognizerError) in try other.make(vocabulary) })
        }
        recognition.memory = memory
        return recognition
    }
}

private final class FallbackSegments: SegmentRecognizer {
    typealias Factory = @Sendable () throws(RecognizerError) -> any SegmentRecognizer

    let name: String
    private let makeFirst: Factory
    private let makeSubstitute: Factory
    private let state: Mutex<State>

    private struct State {
        /// Nil after a failure.
        var first: (any SegmentRecognizer)?
        var untold: RecognizerSubstitution?
    }

    init(_ makeFirst: @escaping Factory, substitute makeSubstitute: @escaping Factory) throws(RecognizerError) {
        let made = try makeFirst()
        name = made.name
        state = Mutex(State(first: made))
        self.makeFirst = makeFirst
        self.makeSubstitute = makeSubstitute
    }

    func recognize(_ segment: SpeechSegment) async throws(RecognizerError) -> [RecognizedUtterance] {
        let kept = state.withLock { $0.first }
        let able = if let kept { kept } else { try makeFirst() }
        do throws(RecognizerError) {
            let heard = try await able.recognize(segment)
            state.withLock { $0.first = able }
            return heard
        } catch {
            state.withLock { $0.first = nil }
            guard !Task.isCancelled, let substitute = try? makeSubstitute(),
                let heard = Endpointer.isPause(segment.samples) ? [] : try? await substitute.recognize(segment)
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
