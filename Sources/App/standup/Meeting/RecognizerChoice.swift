import PocketSphinxRecognition
import SpeechRecognition

/// The recogniser of a meeting, as the user named it.
struct RecognizerChoice {
    /// The name, such as `pocketsphinx`.
    let name: String
    /// How to make it; nil if there is to be none.
    let source: RecognizerSource?
    /// Why it cannot be made, if that is known.
    let problem: RecognizerError?
    /// The language that it understands, nil if it cannot be made.
    let understood: String?
    /// How it transcribes whole recordings; nil if there is to be none.
    var stretches: StretchRecognition? { source?.stretches }
    /// What is said of it before the start.
    let introduction: String

    /// Reads `pocketsphinx` or `none`; the language chooses the model.
    init(_ name: String, language: String) throws(Failure) {
        self.name = name
        switch name {
        case "none":
            source = nil
            problem = nil
            understood = nil
            introduction = "There will be no transcript."
        case "pocketsphinx":
            do throws(RecognizerError) {
                let model = try Composition.speechModels.model(for: language)
                problem = nil
                understood = model.language
                introduction = "PocketSphinx on this machine understands \(model.language)."
                source = RecognizerSource(
                    key: "\(name)/\(model.language)",
                    make: { learned throws(RecognizerError) in
                        try PocketSphinxRecognizer(model: model, learnedState: learned)
                    }, stretches: .pocketSphinx(model))
            } catch {
                problem = error
                understood = nil
                introduction = "Nobody here understands \(language)."
                source = RecognizerSource(key: name) { (_: [Float]?) throws(RecognizerError) in throw error }
            }
        case _ where name.hasPrefix("http://") || name.hasPrefix("https://"):
            throw Failure(
                .usage, "speech servers cannot be used yet, \(name), use --recognizer pocketsphinx or none")
        default:
            throw Failure(.usage, "no such recogniser, \(name), use --recognizer pocketsphinx or none")
        }
    }
}
