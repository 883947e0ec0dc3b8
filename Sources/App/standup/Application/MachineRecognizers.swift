import SpeechRecognition
import SpeechServerRecognition
import StandupFeatures

/// The recognisers of this machine, of which the configuration chooses one.
struct MachineRecognizers: RecognizerChooser {
    /// What the user has set.
    let configuration: Configuration

    func choice(for language: String) -> RecognizerOffer {
        let name = configuration.value(.recognizer) ?? "pocketsphinx"
        let choice: RecognizerChoice
        do throws(Failure) {
            choice = try RecognizerChoice(name, language: language, configuration: configuration)
        } catch {
            return RecognizerOffer(name: name, problem: .failed(name: name, reason: error.message))
        }
        if let server = choice.server {
            return RecognizerOffer(
                name: server.name, source: choice.source, understood: choice.understood,
                sentTo: server.address.isLoopback ? nil : server.address.text)
        }
        guard choice.source != nil else { return RecognizerOffer() }
        return RecognizerOffer(
            name: "PocketSphinx", source: choice.source, understood: choice.understood, problem: choice.problem)
    }
}
