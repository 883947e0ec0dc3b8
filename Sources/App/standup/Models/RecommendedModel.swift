import MeetingModel
import StandupSpeech

/// The English model that suits this machine: `base` if the machine is fast enough for it, else `tiny.en`.
enum RecommendedModel {
    /// Takes half as long as `better` (docs/benchmarks.md).
    private static let quick = "tiny.en"
    private static let better = "base"

    /// Installs the model unless a model for English is installed, and prints the choice with its reason.
    static func install() throws {
        if let model = Composition.whisperModels.best(for: "en") {
            let (name, path) = (DisplayText(model.name), DisplayText(model.path))
            return StandardOutput.note("The model \(name) is already installed: \(path)")
        }
        try ModelInstallationTask(quick).perform()
        let speed = try ModelSpeed(of: Composition.whisperModels.model(named: quick), language: "en")
        if speed.keepsUpWithTwice { try ModelInstallationTask(better).perform() }
        StandardOutput.note(choice(after: speed))
    }

    /// The line that explains the choice.
    static func choice(after speed: ModelSpeed) -> String {
        let measured = "\(speed.text) with \(quick)"
        let chosen =
            speed.keepsUpWithTwice
            ? "this machine is fast enough for \(better), which finds more names and terms"
            : "\(better) finds more names and terms, but is too slow for a meeting"
        return "\(measured): \(chosen). Another model: standup models install NAME, then --recognizer whisper:NAME"
    }
}
