import Glibc
import MeetingModel
import RecognizerProcess
import SpeechRecognition
import WhisperModels

/// What `doctor` checks of the recogniser of a language.
struct RecognizerChecks {
    /// The recogniser that a meeting would have.
    let choice: RecognizerChoice
    /// The tag of the language.
    let language: String
    /// Whether somebody has chosen the recogniser.
    let isChosen: Bool

    /// Whether there is one, whether a better one could be had, and how fast it is.
    func run() -> [Check] {
        if let problem = choice.problem { return [.failed("recogniser", problem, status: .warn)] }
        if let substitution = choice.substitution { return [.failed("recogniser", substitution, status: .warn)] }
        let check = Check.ok("recogniser", choice.introduction)
        if let model = choice.whisper { return [check, speed(of: model)] }
        return [check] + (isChosen ? [] : [whatIsMissing])
    }

    /// Why it is not Whisper.
    private var whatIsMissing: Check {
        let name = "whisper"
        let models = Composition.whisperModels
        guard let model = models.best(for: language) else {
            let path = RecognizerProgram.path(of: "standup-whisper")
            let build = access(path, X_OK) == 0 ? "" : "tools/speech, then "
            return .warn(
                name, "no model for the language \(language) in \(models.path), PocketSphinx makes more mistakes",
                mend: build + WhisperModelError.installation(for: language))
        }
        let program = RecognizerProgram.whisper(model, language: language)
        return .warn(
            name, "its program is missing or not executable, \(program.path), PocketSphinx makes more mistakes",
            mend: "tools/speech")
    }

    /// How long a model takes for a sentence.
    private func speed(of model: WhisperModel) -> Check {
        let name = "whisper speed"
        do {
            let speed = try ModelSpeed(of: model, language: language)
            let finding = "\(speed.text) (model \(model.name))"
            if speed.keepsUp { return .ok(name, finding) }
            return .warn(
                name, finding + ", too slow to keep up with a meeting",
                mend: "use a smaller model, see standup models, or --recognizer pocketsphinx")
        } catch {
            return .failed(name, error, status: .warn)
        }
    }
}
