import MeetingModel
import WhisperModels

/// The model for English that fits a machine: `base`, or `tiny.en` where that is quick enough and `base` is not.
enum FittingModel {
    /// The one that any machine can use; it takes half the time of the better one (docs/benchmarks.md).
    private static let quick = "tiny.en"
    private static let better = "base"

    /// Installs it, unless there is a model for English already, and says what was chosen and why.
    static func install() throws {
        if let model = Composition.whisperModels.best(for: "en") {
            return StandardOutput.note("The model \(DisplayText(model.name)) is installed: \(DisplayText(model.path))")
        }
        try ModelInstallationTask(quick).perform()
        let speed = try ModelSpeed(of: Composition.whisperModels.model(named: quick), language: "en")
        if speed.keepsUpWithTwice { try ModelInstallationTask(better).perform() }
        StandardOutput.note(choice(after: speed))
    }

    /// What is said of the choice.
    static func choice(after speed: ModelSpeed) -> String {
        let measured = "\(speed.text) with \(quick)"
        let chosen =
            speed.keepsUpWithTwice
            ? "this machine is quick enough for \(better), which makes fewer mistakes"
            : "\(better), which makes fewer mistakes, would be too slow in a meeting"
        return "\(measured): \(chosen). Another model: standup models install NAME, --recognizer whisper:NAME"
    }
}
