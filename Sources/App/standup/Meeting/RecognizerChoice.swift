import MeetingModel
import StandupSpeech

/// A meeting's recognizer, as selected by the user.
struct RecognizerChoice {
    /// The name, such as `pocketsphinx` or `whisper:base`, or the address of a server.
    var name: String
    /// The display name, such as `Whisper base`.
    var title: String
    /// Creates the recognizer of a running meeting; nil for none.
    var source: RecognizerSource?
    /// The speech server, which transcribes each turn after its end; nil for none.
    var server: SpeechServer?
    /// Why the recognizer cannot be created, if that is known.
    var problem: RecognizerError?
    /// Why PocketSphinx replaces the recognizer; nil if it does not.
    var substitution: RecognizerError?
    /// The Whisper model; nil for other recognizers.
    var whisper: WhisperModel?
    /// The language that the recognizer supports; nil if it cannot be created.
    var understood: String?
    /// Transcribes whole recordings; nil for none.
    var segments: SegmentRecognition?
    /// The line that describes the recognizer before the start.
    var introduction: String

    /// Parses the recognizer's name from a flag, the environment or the configuration.
    ///
    /// The name is `whisper`, `whisper:MODEL`, `pocketsphinx`, `none` or the address of a server; the language
    /// determines the model. The default is Whisper if its program and a model are installed, else PocketSphinx.
    ///
    /// What was chosen in the application applies only if it can transcribe the language.
    ///
    /// - Throws: A failure if there is no such recognizer, or if the named model is for another language.
    init(flag: String? = nil, language: String, configuration: Configuration) throws(Failure) {
        if flag == nil, configuration.configured(.recognizer) == nil,
            let chosen = configuration.remembered(.recognizer),
            let choice = try? RecognizerChoice(named: chosen, language: language, configuration: configuration),
            choice.problem == nil, choice.substitution == nil
        {
            self = choice
        } else {
            try self.init(
                named: flag ?? configuration.configured(.recognizer), language: language, configuration: configuration)
        }
        let terms = try TermList(for: language, configuration).terms
        let writesNumbers = configuration.value(.numbers) != "spoken"
        source = source?.expecting(terms, writesNumbers: writesNumbers, voices: Composition.voiceRecognition)
        segments?.voices = Composition.voiceRecognition
        segments?.generalTerms = terms
        segments?.writesNumbers = writesNumbers
    }

    private init(named name: String?, language: String, configuration: Configuration) throws(Failure) {
        let showsPartials = configuration.value(.partials) != "no"
        guard let name else {
            guard let model = Self.usableWhisper(for: language) else {
                self.init(pocketSphinxFor: language)
                if problem == nil { source?.shortcoming = Self.reasonForNoWhisper(language) }
                return
            }
            self.init(model, named: "whisper", language: language, showsPartials: showsPartials)
            return
        }
        switch name {
        case "none":
            self.init(name: name, introduction: "This meeting has no transcript.")
        case "pocketsphinx":
            self.init(pocketSphinxFor: language)
        case _ where Self.isServer(name):
            self.init(try SpeechServer(name, configuration: configuration), language: language)
        case _ where Self.isWhisper(name):
            do throws(WhisperModelError) {
                self.init(
                    try Self.whisper(name, language: language), named: name, language: language,
                    showsPartials: showsPartials)
            } catch {
                // A missing model can be installed later; one for another language is a usage error.
                switch error {
                case .englishOnly, .noLanguage: throw Failure(.usage, error.description)
                default: self.init(insteadOf: name, because: .unusable(error.description), language: language)
                }
            }
        default:
            throw Failure(
                .usage,
                "no recognizer '\(name)'; use --recognizer whisper, whisper:MODEL, pocketsphinx, none "
                    + "or the address of a speech server")
        }
    }

    /// Whether a text is a valid recognizer name; the model or the server need not exist.
    static func isName(_ text: String) -> Bool {
        ["pocketsphinx", "none"].contains(text) || isWhisper(text) || isServer(text)
    }

    static func isServer(_ name: String) -> Bool { name.contains("://") }

    private init(name: String, introduction: String) {
        self.name = name
        title = name
        self.introduction = introduction
    }

    init(pocketSphinxFor language: String) {
        name = "pocketsphinx"
        title = "PocketSphinx"
        do throws(RecognizerError) {
            let model = try Composition.speechModels.model(for: language)
            understood = model.language
            try RecognizerProgram.pocketSphinx(model).check()
            introduction = "PocketSphinx transcribes \(model.language)."
            source = .pocketSphinx(model)
        } catch {
            problem = error
            introduction =
                understood == nil
                ? "No recognizer for \(language) is installed."
                : "PocketSphinx cannot start on this machine."
            understood = nil
            source = RecognizerSource(key: "pocketsphinx") { (_: [Float]?) throws(RecognizerError) in throw error }
        }
        segments = source?.segments
    }

    /// A server, with PocketSphinx for live words if it supports the language.
    private init(_ server: SpeechServer, language: String) {
        let local = RecognizerChoice(pocketSphinxFor: language)
        name = server.address.text
        title = server.name
        self.server = server
        source = local.problem == nil ? local.source : nil
        understood = language
        segments = SpeechServerRecognizer.recognition(by: server)
        segments?.pronunciations = local.segments?.pronunciations
        let meanwhile =
            local.understood.map { "until then PocketSphinx shows words, in \($0)" }
            ?? "until then no words are shown, because PocketSphinx does not support \(language)"
        introduction =
            "The speech server \(server.name) transcribes each turn, in \(language); \(meanwhile)."
    }
}
