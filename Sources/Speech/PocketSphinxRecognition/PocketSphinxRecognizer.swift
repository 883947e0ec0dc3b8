import CPocketSphinx
package import SpeechRecognition

/// PocketSphinx, hearing one utterance after the other; used on one queue.
///
/// The second of its three passes, `-fwdflat`, is left out: on read and spoken test sentences it corrected no more words
/// than it spoilt, and took nine tenths of the time that the end of an utterance costs.
package final class PocketSphinxRecognizer: SpeechRecognizer {
    /// The name under which its utterances are kept.
    package let name = title

    private static let title = "pocketsphinx"

    /// States followed at once. More made it slower and no better.
    private static let stateLimit = 10_000

    /// Until it has heard this many samples of speech (5 s) from a microphone it does not know, it hears an utterance
    /// a second time when it is whole, normalised by its own mean.
    private static let samplesToLearn = 80_000

    private let decoder: OpaquePointer
    private let samplesPerFrame: Int
    private var utterance: [Int16] = []
    private var samplesUntilLearned: Int
    private var hasHeard = false

    /// Loads a model, which takes up to half a second and about 100 MB.
    ///
    /// `learnedState` is what an earlier recogniser of the same model has learned about the same microphone; one that
    /// does not fit the model is not used.
    package init(model: SpeechModel, learnedState: [Float]? = nil) throws(RecognizerError) {
        let decoder = standup_ps_create(
            model.acousticModel,
            model.languageModel,
            model.dictionary,
            Self.stateLimit
        )
        guard let decoder else { throw Self.failure("cannot load the model \(model.language)") }
        self.decoder = decoder
        let frameRate = standup_ps_frame_rate(decoder)
        guard frameRate > 0 else {
            standup_ps_free(decoder)
            throw Self.failure("the model \(model.language) has no frame rate")
        }
        samplesPerFrame = 16_000 / frameRate
        let state = learnedState?.allSatisfy(\.isFinite) == true ? learnedState : nil
        let isPrimed = state.map { standup_ps_set_mean(decoder, $0, Int32($0.count)) != 0 } ?? false
        samplesUntilLearned = isPrimed ? 0 : Self.samplesToLearn
        hasHeard = isPrimed
    }

    deinit {
        standup_ps_free(decoder)
    }

    /// Begins an utterance.
    package func begin() throws(RecognizerError) {
        utterance.removeAll(keepingCapacity: true)
        try check(standup_ps_begin(decoder), "cannot begin an utterance")
    }

    /// Hears the utterance's next samples, at best 100 ms of them, and returns what it takes all of it to be so far.
    package func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        guard let address = samples.baseAddress, !samples.isEmpty else { return text }
        if samplesUntilLearned > 0 { utterance.append(contentsOf: samples) }
        try check(standup_ps_hear(decoder, address, samples.count), "cannot hear")
        return text
    }

    /// Ends the utterance and returns its words.
    package func end() throws(RecognizerError) -> [RecognizedWord] {
        try check(standup_ps_end(decoder), "cannot end an utterance")
        if !utterance.isEmpty { try hearAgain() }
        let words = self.words
        if !words.isEmpty { hasHeard = true }
        return words
    }

    /// The cepstral mean; nil until something was understood.
    package var learnedState: [Float]? {
        guard hasHeard else { return nil }
        let mean = [Float](unsafeUninitializedCapacity: Int(standup_ps_max_means)) { buffer, count in
            count = Int(standup_ps_get_mean(decoder, buffer.baseAddress, Int32(buffer.count)))
        }
        return mean.isEmpty ? nil : mean
    }

    private func hearAgain() throws(RecognizerError) {
        let samples = utterance
        try check(standup_ps_begin(decoder), "cannot begin an utterance")
        try check(standup_ps_hear_whole(decoder, samples, samples.count), "cannot hear")
        try check(standup_ps_end(decoder), "cannot end an utterance")
        samplesUntilLearned -= samples.count
        utterance = []
    }

    private var text: String {
        guard let hypothesis = standup_ps_text(decoder) else { return "" }
        return String(cString: hypothesis).split(separator: " ").compactMap { Self.word($0) }.joined(separator: " ")
    }

    private var words: [RecognizedWord] {
        var words: [RecognizedWord] = []
        var segment = standup_ps_first(decoder)
        while let current = segment {
            let heard = standup_ps_word_of(decoder, current)
            if let text = heard.text.flatMap({ Self.word(String(cString: $0)) }) {
                words.append(
                    RecognizedWord(
                        text: text,
                        start: Int(heard.first_frame) * samplesPerFrame,
                        end: (Int(heard.last_frame) + 1) * samplesPerFrame,
                        confidence: min(max(heard.confidence, 0), 1)
                    )
                )
            }
            segment = standup_ps_next(current)
        }
        return words
    }

    /// A word of the dictionary as it is shown: `to(2)` is `to`; `<sil>`, `[NOISE]` and the like are none.
    static func word(_ entry: some StringProtocol) -> String? {
        guard let first = entry.first, !"<[+".contains(first) else { return nil }
        guard entry.last == ")", let open = entry.lastIndex(of: "("), open > entry.startIndex else {
            return String(entry)
        }
        return String(entry[..<open])
    }

    private func check(_ result: Int32, _ what: String) throws(RecognizerError) {
        if result < 0 { throw Self.failure(what) }
    }

    private static func failure(_ what: String) -> RecognizerError {
        let logged = String(cString: standup_ps_last_error()).split(whereSeparator: \.isNewline).first ?? ""
        return .failed(name: title, reason: logged.isEmpty ? what : "\(what): \(logged)")
    }
}
