import CPocketSphinx
package import StandupSpeech

/// Recognizes utterances with PocketSphinx. [one queue]
///
/// In live mode it returns partial results. In whole mode it decodes each utterance at its end, with a cepstral mean
/// computed only from that utterance; on test sentences this made no more errors than a previously learned mean.
///
/// It skips the second of PocketSphinx's three passes, `-fwdflat`: on read and spoken test sentences that corrected no
/// more words than it broke, and took nine tenths of the time at the end of an utterance.
package final class PocketSphinxRecognizer: SpeechRecognizer {
    package let name = title

    private static let title = "pocketsphinx"

    /// The beam's limit of active states; more made it slower and no better.
    private static let stateLimit = 10_000

    /// The samples of the first utterance (2 s) from which it learns an unknown microphone before it decodes.
    ///
    /// The model's own cepstral mean is of other microphones: on short clips, each with a new recognizer, learning
    /// reduced the word errors from 16 % to 10 %.
    private static let samplesToLearn = 32_000

    private let decoder: OpaquePointer
    private let samplesPerFrame: Int
    private let decodesWhole: Bool
    /// The samples not decoded yet, because the microphone is not learned or the utterance is not complete.
    private var undecoded: [Int16] = []
    private var hasLearnedMicrophone: Bool
    private var hasJustLearned = false

    /// Loads a model for live mode, which takes up to half a second and about 100 MB.
    convenience init(model: SpeechModel, learnedState: [Float]? = nil) throws(RecognizerError) {
        try self.init(model: model, mode: .live(learned: learnedState))
    }

    /// Loads a model, which takes up to half a second and about 100 MB, and adds a vocabulary.
    init(
        model: SpeechModel, mode: RecognizerLoad.Mode, knowing vocabulary: [Vocabulary.PronouncedTerm] = []
    ) throws(RecognizerError) {
        let decoder = standup_ps_create(model.acousticModel, model.dictionary, Self.stateLimit)
        guard let decoder else { throw Self.failure("cannot load the model \(model.language)") }
        self.decoder = decoder
        let frameRate = standup_ps_frame_rate(decoder)
        guard frameRate > 0 else {
            standup_ps_free(decoder)
            throw Self.failure("the model \(model.language) has no frame rate")
        }
        samplesPerFrame = 16_000 / frameRate
        decodesWhole = mode == .whole
        if case .live(let state?) = mode, state.allSatisfy(\.isFinite) {
            hasLearnedMicrophone = standup_ps_set_mean(decoder, state, Int32(state.count)) != 0
        } else {
            hasLearnedMicrophone = false
        }
        try addVocabulary(vocabulary, to: model)
    }

    /// The weight of the vocabulary's language model; a higher one made other words worse.
    private static let vocabularyWeight = 0.05

    /// Adds names and terms, with a language model of typical standup sentences.
    private func addVocabulary(_ vocabulary: [Vocabulary.PronouncedTerm], to model: SpeechModel) throws(RecognizerError)
    {
        let vocabulary = vocabulary.filter { !$0.words.isEmpty }
        for word in vocabulary.flatMap(\.words) where standup_ps_has_word(decoder, word.text) == 0 {
            for (index, phones) in word.pronunciations.enumerated() {
                let entry = index == 0 ? word.text : "\(word.text)(\(index + 1))"
                try check(standup_ps_add_word(decoder, entry, phones), "cannot learn the word \(word.text)")
            }
        }
        let small = vocabulary.isEmpty ? nil : TrigramModel(StandupPhrases.sentences(about: vocabulary)).arpa
        try check(
            standup_ps_set_model(decoder, model.languageModel, small, small?.utf8.count ?? 0, Self.vocabularyWeight),
            "cannot load the language model of \(model.language)")
    }

    deinit {
        standup_ps_free(decoder)
    }

    package func begin() throws(RecognizerError) {
        undecoded = []
        hasJustLearned = false
        try check(standup_ps_begin(decoder), "cannot begin an utterance")
    }

    /// Adds samples, ideally 100 ms, and returns the partial text of the utterance.
    package func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        if decodesWhole {
            undecoded += samples
            return ""
        }
        guard !samples.isEmpty else { return text }
        if hasLearnedMicrophone {
            try check(standup_ps_process(decoder, samples.baseAddress, samples.count), "cannot hear")
        } else {
            undecoded += samples
            if undecoded.count >= Self.samplesToLearn { try learn() }
        }
        return text
    }

    package func end() throws(RecognizerError) -> [RecognizedWord] {
        if decodesWhole {
            let samples = undecoded
            undecoded = []
            try check(standup_ps_process_whole(decoder, samples, samples.count), "cannot hear")
        } else if !undecoded.isEmpty {
            try learn()
        }
        try check(standup_ps_end(decoder), "cannot end an utterance")
        let words = self.words
        // Noise without words says nothing about the microphone.
        if words.isEmpty, hasJustLearned { hasLearnedMicrophone = false }
        return words
    }

    /// The cepstral mean; nil before the first utterance.
    package var learnedState: [Float]? {
        guard hasLearnedMicrophone else { return nil }
        let mean = [Float](unsafeUninitializedCapacity: Int(standup_ps_max_means)) { buffer, count in
            count = Int(standup_ps_get_mean(decoder, buffer.baseAddress, Int32(buffer.count)))
        }
        return mean.isEmpty ? nil : mean
    }

    /// Computes the cepstral mean from the samples so far, then decodes them.
    private func learn() throws(RecognizerError) {
        let samples = undecoded
        undecoded = []
        standup_ps_reset_mean(decoder)
        try check(standup_ps_process(decoder, samples, samples.count), "cannot hear")
        try check(standup_ps_end(decoder), "cannot end an utterance")
        (hasLearnedMicrophone, hasJustLearned) = (true, true)
        if let mean = learnedState { _ = standup_ps_set_mean(decoder, mean, Int32(mean.count)) }
        try check(standup_ps_begin(decoder), "cannot begin an utterance")
        try check(standup_ps_process(decoder, samples, samples.count), "cannot hear")
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

    /// A dictionary entry as a word: `to(2)` is `to`; nil for `<sil>`, `[NOISE]` and the like.
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
