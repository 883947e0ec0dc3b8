import SpeechRecognition
import SpeechServerRecognition
import StandupFeatures

/// This machine's recognisers; a flag or the configuration selects one.
struct InstalledRecognizers: RecognizerChooser {
    /// The user's configuration.
    let configuration: Configuration
    /// The recogniser that the command's flag names.
    var flag: String?

    func choice(for language: String) -> RecognizerAvailability {
        let choice: RecognizerChoice
        do throws(Failure) {
            choice = try RecognizerChoice(flag: flag, language: language, configuration: configuration)
        } catch {
            return RecognizerAvailability(
                name: configuration.value(.recognizer, flag: flag), problem: .unusable(error.message))
        }
        if let server = choice.server {
            return RecognizerAvailability(
                name: server.name, source: choice.source, understood: choice.understood,
                sentTo: server.address.isLoopback ? nil : server.address.text)
        }
        guard choice.source != nil else { return RecognizerAvailability() }
        return RecognizerAvailability(
            name: choice.title, source: choice.source, understood: choice.understood, problem: choice.problem)
    }
}
