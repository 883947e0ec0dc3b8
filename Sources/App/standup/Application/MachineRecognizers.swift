import SpeechRecognition
import SpeechServerRecognition
import StandupFeatures

/// The recognisers of this machine, of which a flag or the configuration chooses one.
struct MachineRecognizers: RecognizerChooser {
    /// What the user has set.
    let configuration: Configuration
    /// The recogniser that a command names.
    var flag: String?

    func choice(for language: String) -> RecognizerOffer {
        let choice: RecognizerChoice
        do throws(Failure) {
            choice = try RecognizerChoice(flag: flag, language: language, configuration: configuration)
        } catch {
            return RecognizerOffer(
                name: configuration.value(.recognizer, flag: flag), problem: .unusable(error.message))
        }
        if let server = choice.server {
            return RecognizerOffer(
                name: server.name, source: choice.source, understood: choice.understood,
                sentTo: server.address.isLoopback ? nil : server.address.text)
        }
        guard choice.source != nil else { return RecognizerOffer() }
        return RecognizerOffer(
            name: choice.title, source: choice.source, understood: choice.understood, problem: choice.problem)
    }
}
