import StandupFeatures

/// The recognisers of this machine, of which the configuration chooses one.
struct MachineRecognizers: RecognizerChooser {
    /// What the user has set.
    let configuration: Configuration

    func choice(for language: String) -> RecognizerOffer {
        let name = configuration.value(.recognizer) ?? "pocketsphinx"
        guard let choice = try? RecognizerChoice(name, language: language), choice.source != nil else {
            return RecognizerOffer()
        }
        return RecognizerOffer(
            name: "PocketSphinx", source: choice.source, understood: choice.understood, problem: choice.problem)
    }
}
