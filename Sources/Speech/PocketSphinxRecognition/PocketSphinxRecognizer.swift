import CPocketSphinx
package import PocketSphinxModels
package import RecognizerProcess
package import SpeechRecognition

/// PocketSphinx, hearing one utterance after the other; used on one queue.
///
/// It hears a microphone live, or utterances each as a whole: then it says nothing before the end, and learns from each
/// how speech sounds in it, and from no other. On test sentences that made no more errors than a mean known beforehand.
///
/// The second of its three passes, `-fwdflat`, is left out: on read and spoken test sentences it corrected no more words
/// than it spoilt, and took nine tenths of the time that the end of an utterance costs.
package final class PocketSphinxRecognizer: SpeechRecognizer {
    /// The name under which its utterances are kept.
    package let name = title

    private static let title = "pocketsphinx"

    /// States followed at once; more made it slower and no better.
    private static let stateLimit = 10_000

    /// A microphone it does not know it gets to know from this much of the first utterance (2 s), before it decodes any.
    ///
    /// The model's own cepstral mean is that of other microphones: on short clips, each with a fresh recogniser, this
    /// took the errors from 16 % of the words to 10 %.
    private static let samplesToLearn = 32_000

    private let decoder: OpaquePointer
    private let samplesPerFrame: Int
    private let hearsWhole: Bool
    /// What was heard of the utterance and is not decoded, because the microphone is not known yet, or not the whole.
    private var undecoded: [Int16] = []
    private var knowsMicrophone: Bool
    private var hasJustLearned = false

    /// Loads a model, which takes up to half a second and about 100 MB.
    ///
    /// It hears live, and begins with what was learned before.
    package convenience init(model: SpeechModel, learnedState: [Float]? = nil) throws(RecognizerError) {
        try self.init(model: model, mode: .live(learned: learnedState))
    }

    /// Loads a model, which takes up to half a second and about 100 MB, and teaches it names and terms.
    package init(
        model: SpeechModel, mode: RecognizerLoad.Mode, knowing vocabulary: [Vocabulary.Spoken] = []
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
        hearsWhole = mode == .whole
        if case .live(let state?) = mode, state.allSatisfy(\.isFinite) {
            knowsMicrophone = standup_ps_set_mean(decoder, state, Int32(state.count)) != 0
        } else {
            knowsMicrophone = false
        }
        try teach(vocabulary, besides: model)
    }

    /// How much the names and terms count against the language in general; more of it made other words worse.
    private static let weightOfVocabulary = 0.05

    /// Makes it expect names and terms in the company of what people say in standups, besides the language in general.
    private func teach(_ vocabulary: [Vocabulary.Spoken], besides model: SpeechModel) throws(RecognizerError) {
        let vocabulary = vocabulary.filter { !$0.words.isEmpty }
        for word in vocabulary.flatMap(\.words) where standup_ps_knows(decoder, word.text) == 0 {
            for (index, phones) in word.pronunciations.enumerated() {
                let entry = index == 0 ? word.text : "\(word.text)(\(index + 1))"
                try check(standup_ps_add_word(decoder, entry, phones), "cannot learn the word \(word.text)")
            }
        }
        let small = vocabulary.isEmpty ? nil : TrigramModel(StandupPhrases.sentences(about: vocabulary)).arpa
        try check(
            standup_ps_set_model(decoder, model.languageModel, small, small?.utf8.count ?? 0, Self.weightOfVocabulary),
            "cannot load the language model of \(model.language)")
    }

    deinit {
        standup_ps_free(decoder)
    }

    /// Begins an utterance.
    package func begin() throws(RecognizerError) {
        undecoded = []
        hasJustLearned = false
        try check(standup_ps_begin(decoder), "cannot begin an utterance")
    }

    /// Hears the utterance's next samples, at best 100 ms of them, and returns what it takes all of it to be so far.
    package func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        if hearsWhole {
            undecoded += samples
            return ""
        }
        guard !samples.isEmpty else { return text }
        if knowsMicrophone {
            try check(standup_ps_hear(decoder, samples.baseAddress, samples.count), "cannot hear")
        } else {
            undecoded += samples
            if undecoded.count >= Self.samplesToLearn { try learn() }
        }
        return text
    }

    /// Ends the utterance and returns its words.
    package func end() throws(RecognizerError) -> [RecognizedWord] {
        if hearsWhole {
            let samples = undecoded
            undecoded = []
            try check(standup_ps_hear_whole(decoder, samples, samples.count), "cannot hear")
        } else if !undecoded.isEmpty {
            try learn()
        }
        try check(standup_ps_end(decoder), "cannot end an utterance")
        let words = self.words
        // A cough tells nothing about how speech sounds here.
        if words.isEmpty, hasJustLearned { knowsMicrophone = false }
        return words
    }

    /// The cepstral mean; nil until something was heard.
    package var learnedState: [Float]? {
        guard knowsMicrophone else { return nil }
        let mean = [Float](unsafeUninitializedCapacity: Int(standup_ps_max_means)) { buffer, count in
            count = Int(standup_ps_get_mean(decoder, buffer.baseAddress, Int32(buffer.count)))
        }
        return mean.isEmpty ? nil : mean
    }

    /// Takes the cepstral mean from what was heard so far, and then decodes that.
    private func learn() throws(RecognizerError) {
        let samples = undecoded
        undecoded = []
        standup_ps_forget_mean(decoder)
        try check(standup_ps_hear(decoder, samples, samples.count), "cannot hear")
        try check(standup_ps_end(decoder), "cannot end an utterance")
        (knowsMicrophone, hasJustLearned) = (true, true)
        if let mean = learnedState { _ = standup_ps_set_mean(decoder, mean, Int32(mean.count)) }
        try check(standup_ps_begin(decoder), "cannot begin an utterance")
        try check(standup_ps_hear(decoder, samples, samples.count), "cannot hear")
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
