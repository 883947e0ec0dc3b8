import PocketSphinxModels
import RecognizerProcess
import SpeechRecognition
import SpeechServerRecognition

/// The recogniser of a meeting, as the user named it.
struct RecognizerChoice {
    /// The name, such as `pocketsphinx`, or the address of a server.
    let name: String
    /// How to make the one that hears the meeting as it is held; nil if there is to be none.
    var source: RecognizerSource?
    /// The speech server that hears each turn when it has ended; nil if there is to be none.
    var server: SpeechServer?
    /// Why it cannot be made, if that is known.
    var problem: RecognizerError?
    /// The language that it understands, nil if it cannot be made.
    var understood: String?
    /// How it transcribes whole recordings; nil if there is to be none.
    var stretches: StretchRecognition?
    /// What is said of it before the start.
    let introduction: String

    /// Reads `pocketsphinx`, `none` or a server's address; the language chooses the model.
    init(_ name: String, language: String, configuration: Configuration) throws(Failure) {
        switch name {
        case "none":
            self.init(name: name, introduction: "There will be no transcript.")
        case "pocketsphinx":
            self.init(pocketSphinxFor: language)
        case _ where name.contains("://"):
            self.init(try SpeechServer(name, configuration: configuration), language: language)
        default:
            throw Failure(
                .usage,
                "no such recogniser, \(name), use --recognizer pocketsphinx, none, or the address of a speech server")
        }
    }

    /// Whether a recogniser can be called so; whether a server is there is not asked.
    static func isName(_ text: String) -> Bool {
        ["pocketsphinx", "none"].contains(text) || text.contains("://")
    }

    private init(name: String, introduction: String) {
        self.name = name
        self.introduction = introduction
    }

    private init(pocketSphinxFor language: String) {
        name = "pocketsphinx"
        do throws(RecognizerError) {
            let model = try Composition.speechModels.model(for: language)
            understood = model.language
            try RecognizerProgram.pocketSphinx(model).check()
            introduction = "PocketSphinx on this machine understands \(model.language)."
            source = .pocketSphinx(model)
        } catch {
            problem = error
            introduction =
                understood == nil ? "Nobody here understands \(language)." : "PocketSphinx cannot be started here."
            understood = nil
            source = RecognizerSource(key: "pocketsphinx") { (_: [Float]?) throws(RecognizerError) in throw error }
        }
        stretches = source?.stretches
    }

    /// A server, with PocketSphinx for the words as they come if it understands the language.
    private init(_ server: SpeechServer, language: String) {
        let local = RecognizerChoice(pocketSphinxFor: language)
        name = server.address.text
        self.server = server
        source = local.problem == nil ? local.source : nil
        understood = language
        stretches = SpeechServerRecognizer.recognition(by: server)
        stretches?.pronunciations = local.stretches?.pronunciations
        let meanwhile =
            local.understood.map { "PocketSphinx on this machine shows words of \($0) meanwhile" }
            ?? "there are no words meanwhile, PocketSphinx here does not understand \(language)"
        introduction =
            "The speech server \(server.name) is asked for the words of each turn, in \(language); \(meanwhile)."
    }
}
