import Assets
import Localization
import MeetingEngine
import MeetingHistory
import StandupFeatures

extension Composition {
    /// The parts of the full-screen application, without an observer of its meetings.
    ///
    /// `sound` is what a command names for its one meeting, of which files and silence come at `sampleRate`, in Hz.
    /// `opened` is called with the history each time it has been opened, `kept` when a meeting that could have been gone
    /// on with is to stay as it is.
    func applicationParts(
        sound: SoundOptions? = nil, sampleRate: Int = 48_000,
        opened: @escaping @Sendable (any MeetingStore) -> Void = { _ in },
        kept: @escaping @Sendable (any MeetingStore) -> Void = { _ in }
    ) throws -> ApplicationParts {
        let clock = Self.clock
        // A name that no recogniser has is a slip that is better said before the screen is taken. A command has looked.
        if sound == nil { _ = try RecognizerChoice(language: "en", configuration: configuration) }
        // So is a folder that is not for the data.
        try folder.checkOwnership()
        return ApplicationParts(
            clock: clock,
            audio: makeMeetingAudio(.real, clock: clock, sampleRate: sampleRate),
            cues: try cueSounds(),
            keeper: DataFolderKeeper(
                folder: folder, retention: configuration.audioRetention, opened: opened, kept: kept),
            recognizers: MachineRecognizers(configuration: configuration, flag: sound?.recognizer),
            memory: sound.map { OrderMemory(memory, sound: $0) } ?? memory)
    }

    /// The texts in the user's language.
    func makeLocalizer() async throws -> Localizer {
        let catalogues = try CatalogueFolder(path: AssetFolder.locate("Catalogues"))
        let negotiation = Negotiation.negotiate(
            preferred: Negotiation.preferredLanguages(
                configured: configuration.value(.interfaceLanguage),
                environment: Environment.values(of: ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"])),
            available: catalogues.languages)
        return try await Localizer.warmed(negotiation, folder: catalogues)
    }

    /// Transcribes what interrupted meetings left to be heard, once the first screen has been drawn.
    ///
    /// The recogniser is the one that a flag names, else the configured one.
    func transcribeInterruptedMeetings(in store: any MeetingStore, recognizer: String? = nil) -> Task<Void, Never> {
        let recognizers = MachineRecognizers(configuration: configuration, flag: recognizer)
        return LateTranscriptions(store: store, folder: folder, cues: { try? cueSounds() })
            .start(after: .seconds(1)) { language in
                let offer = recognizers.choice(for: language)
                return offer.problem == nil ? offer.source : nil
            }
    }
}
