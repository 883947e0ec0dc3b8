import Glibc
import MeetingModel
import StandupSpeech

struct RecognizerChecks {
    /// The recognizer that a meeting would use.
    let choice: RecognizerChoice
    /// The tag of the language.
    let language: String
    /// Whether the user chose the recognizer.
    let isChosen: Bool

    /// Checks that there is a recognizer, whether a better one is available, and how fast it is.
    func run() -> [Check] {
        if let problem = choice.problem { return [.failed("recognizer", problem, status: .warn)] }
        if let substitution = choice.substitution { return [.failed("recognizer", substitution, status: .warn)] }
        let check = Check.ok("recognizer", choice.introduction)
        if let model = choice.whisper { return [check, speed(of: model)] }
        return [check] + (isChosen ? [] : [whatIsMissing])
    }

    private static let loss = "PocketSphinx gets a quarter to a third of the words wrong"

    /// Explains why the recognizer is not Whisper.
    private var whatIsMissing: Check {
        let name = "whisper"
        let models = Composition.whisperModels
        guard let model = models.best(for: language) else {
            let path = RecognizerProgram.path(of: "standup-whisper")
            let build = access(path, X_OK) == 0 ? "" : "tools/speech, then "
            return .warn(
                name, "no model for \(language) in \(models.path); " + Self.loss,
                mend: build + WhisperModelError.installation(for: language))
        }
        let program = RecognizerProgram.whisper(model, language: language)
        return .warn(
            name, "\(program.path) is missing or not executable; " + Self.loss,
            mend: "tools/speech")
    }

    /// Measures how long a model takes for a sentence.
    private func speed(of model: WhisperModel) -> Check {
        let name = "whisper speed"
        do {
            let speed = try ModelSpeed(of: model, language: language)
            let finding = "\(speed.text) (model \(model.name))"
            if speed.keepsUp { return .ok(name, finding) }
            return .warn(
                name, finding + ", too slow for a meeting",
                mend: "use a smaller model, see standup models, or --recognizer pocketsphinx")
        } catch {
            return .failed(name, error, status: .warn)
        }
    }
}
