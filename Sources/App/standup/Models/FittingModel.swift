import MeetingModel
import WhisperModels

/// The model for English that fits this machine: `base` if the machine is quick enough for it, else `tiny.en`.
enum FittingModel {
    /// Takes half as long as the better one (docs/benchmarks.md).
    private static let quick = "tiny.en"
    private static let better = "base"

    /// Installs it unless there is a model for English already, and prints what was chosen and why.
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
            ? "this machine is quick enough for \(better), which finds more names and terms"
            : "\(better), which finds more names and terms, would be too slow in a meeting"
        return "\(measured): \(chosen). Another model: standup models install NAME, --recognizer whisper:NAME"
    }
}
