/// A recogniser that has a substitute hear the utterances on which it fails.
///
/// It keeps the samples of the utterance, and after a failure the substitute hears all of it. The first recogniser hears the
/// next utterance again. If the first one could not be made, the substitute hears all utterances.
package final class FallbackRecognizer: SpeechRecognizer {
    /// Makes a recogniser.
    package typealias Maker = () throws(RecognizerError) -> any SpeechRecognizer

    private let makeSubstitute: Maker
    private var first: (any SpeechRecognizer)?
    private var substitute: (any SpeechRecognizer)?

    private var samples: [Int16] = []
    /// Why the first recogniser failed on this utterance.
    private var failure: RecognizerError?
    /// Whether the last utterance was substituted: a row of failures is reported once.
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

    /// Has the first recogniser do something, unless it has failed on this utterance; nil if it fails.
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

/// A recogniser's failure that a substitute made good.
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
    /// The recognition with another one's recogniser for the stretches on which its own fails; it is an error if its own
    /// cannot be made.
    ///
    /// `report` is called for each such stretch. [any thread]
    package func substituted(
        by other: StretchRecognition, report: @escaping @Sendable (RecognizerSubstitution) -> Void = { _ in }
    ) -> StretchRecognition {
        StretchRecognition(
            name: name, key: key, cutting: cutting, atMost: atMost, pronunciations: pronunciations
        ) { [make] vocabulary throws(RecognizerError) in
            FallbackStretches(first: try make(vocabulary), report: report) { () throws(RecognizerError) in
                try other.make(vocabulary)
            }
        }
    }
}

/// A recogniser of stretches that has a substitute hear those on which it fails.
private struct FallbackStretches: StretchRecognizer {
    let first: any StretchRecognizer
    let report: @Sendable (RecognizerSubstitution) -> Void
    let makeSubstitute: @Sendable () throws(RecognizerError) -> any StretchRecognizer

    var name: String { first.name }

    func recognize(_ stretch: SpeechStretch) async throws(RecognizerError) -> [RecognizedUtterance] {
        do throws(RecognizerError) {
            return try await first.recognize(stretch)
        } catch {
            guard !Task.isCancelled, let substitute = try? makeSubstitute(),
                let heard = try? await substitute.recognize(stretch)
            else { throw error }
            report(RecognizerSubstitution(of: error, by: substitute.name, isLasting: false))
            return heard
        }
    }
}
