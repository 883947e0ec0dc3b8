import PocketSphinxModels
import RecognizerProcess
import SpeechRecognition
import SpeechServerRecognition
import WhisperModels

/// The recogniser of a meeting, as the user named it.
struct RecognizerChoice {
    /// The name, such as `pocketsphinx` or `whisper:base`, or the address of a server.
    var name: String
    /// The name that is shown, such as `Whisper base`.
    var title: String
    /// Makes the recogniser of a running meeting; nil for none.
    var source: RecognizerSource?
    /// The speech server that transcribes each turn when it has ended; nil for none.
    var server: SpeechServer?
    /// Why it cannot be made, if that is known.
    var problem: RecognizerError?
    /// Why PocketSphinx takes its place, if it does.
    var substitution: RecognizerError?
    /// The model, if it is Whisper.
    var whisper: WhisperModel?
    /// The language that it understands; nil if it cannot be made.
    var understood: String?
    /// Transcribes whole recordings; nil for none.
    var stretches: StretchRecognition?
    /// The line about it that is printed before the start.
    var introduction: String

    /// Reads `whisper`, `whisper:MODEL`, `pocketsphinx`, `none` or a server's address from a flag, the environment or the
    /// configuration; the language decides on the model.
    ///
    /// By default it is Whisper if its program and a model are there, else PocketSphinx.
    ///
    /// - Throws: A failure if there is no such recogniser, or the model that was named is for another language.
    init(flag: String? = nil, language: String, configuration: Configuration) throws(Failure) {
        let showsPartials = configuration.value(.partials) != "no"
        guard let name = configuration.value(.recognizer, flag: flag) else {
            guard let model = Self.usableWhisper(for: language) else {
                self.init(pocketSphinxFor: language)
                return
            }
            self.init(model, named: "whisper", language: language, showsPartials: showsPartials)
            return
        }
        switch name {
        case "none":
            self.init(name: name, introduction: "There will be no transcript.")
        case "pocketsphinx":
            self.init(pocketSphinxFor: language)
        case _ where name.contains("://"):
            self.init(try SpeechServer(name, configuration: configuration), language: language)
        case _ where Self.isWhisper(name):
            do throws(WhisperModelError) {
                self.init(
                    try Self.whisper(name, language: language), named: name, language: language,
                    showsPartials: showsPartials)
            } catch {
                // A missing model can be installed later; one for another language is a mistake of the user.
                switch error {
                case .englishOnly, .noLanguage: throw Failure(.usage, error.description)
                default: self.init(insteadOf: name, because: .unusable(error.description), language: language)
                }
            }
        default:
            throw Failure(
                .usage,
                "no such recogniser, \(name), use --recognizer whisper, whisper:MODEL, pocketsphinx, none, "
                    + "or the address of a speech server")
        }
    }

    /// Whether a text is the name of a recogniser; the model or the server need not exist.
    static func isName(_ text: String) -> Bool {
        ["pocketsphinx", "none"].contains(text) || isWhisper(text) || text.contains("://")
    }

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
            introduction = "PocketSphinx on this machine understands \(model.language)."
            source = .pocketSphinx(model)
        } catch {
            problem = error
            introduction =
                understood == nil
                ? "No recogniser on this machine understands \(language)."
                : "PocketSphinx cannot be started on this machine."
            understood = nil
            source = RecognizerSource(key: "pocketsphinx") { (_: [Float]?) throws(RecognizerError) in throw error }
        }
        stretches = source?.stretches
    }

    /// A server, with PocketSphinx for the live words if it understands the language.
    private init(_ server: SpeechServer, language: String) {
        let local = RecognizerChoice(pocketSphinxFor: language)
        name = server.address.text
        title = server.name
        self.server = server
        source = local.problem == nil ? local.source : nil
        understood = language
        stretches = SpeechServerRecognizer.recognition(by: server)
        stretches?.pronunciations = local.stretches?.pronunciations
        let meanwhile =
            local.understood.map { "until then PocketSphinx on this machine shows words, in \($0)" }
            ?? "no words are shown until then, because PocketSphinx on this machine does not understand \(language)"
        introduction =
            "The speech server \(server.name) transcribes each turn, in \(language); \(meanwhile)."
    }
}
