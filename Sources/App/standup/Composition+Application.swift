import Assets
import Localization
import MeetingEngine
import MeetingHistory
import StandupFeatures
import StandupTerminal

extension Composition {
    /// `sound` holds the options of a command that runs one meeting; its files and silence have the rate `sampleRate`,
    /// in Hz.
    ///
    /// Without `remembers`, no preference is kept for the next start. `opened` is called each time the history opens, with
    /// what was deleted. `kept` is called when a resumable meeting is not resumed.
    func applicationDependencies(
        sound: SoundOptions? = nil, sampleRate: Int = 48_000, remembers: Bool = true,
        opened: @escaping @Sendable (_ notes: [String]) -> Void = { _ in },
        kept: @escaping @Sendable () -> Void = {}
    ) throws -> ApplicationDependencies {
        let clock = Self.clock
        // Report an unknown recognizer or a bad list of terms before the screen opens. A command has already checked.
        if sound == nil, configuration.value(.recognizer) != nil || configuration.value(.vocabulary) != nil {
            _ = try RecognizerChoice(language: "en", configuration: configuration)
        }
        // Also report a folder that is not a data folder.
        try folder.checkOwnership()
        let audio = makeMeetingAudio(.real, clock: clock, sampleRate: sampleRate)
        let library = DataFolderLibrary(
            folder: folder, retention: configuration.audioRetention, opened: opened, kept: kept,
            makeMinutes: { makeMinutesWhenFinal(in: $0)($1) })
        let player = RecordingFilePlayer(audio: audio, clock: clock)
        let recognizers = InstalledRecognizers(composition: self, flag: sound?.recognizer)
        var preferences: any Preferences = self.preferences
        if let sound { preferences = LaunchPreferences(self.preferences, sound: sound) }
        if !remembers { preferences = ReadOnlyPreferences(preferences: preferences) }
        return ApplicationDependencies(
            clock: clock, audio: audio, player: player, cues: .standard, library: library, recognizers: recognizers,
            preferences: preferences, host: ProcessMeetingHost(folder: folder, recognizer: sound?.recognizer),
            tasks: ApplicationTasks(composition: self),
            backend: { [preferences] store, now, note in
                ProgramBackend(
                    composition: self, library: library, player: player, recognizers: recognizers,
                    preferences: preferences, store: store, now: now, noting: note)
            },
            flashes: configuration.value(.flash) != "no")
    }

    /// Why the application cannot be shown on this terminal; nil if it can.
    var terminalObstacle: TerminalError? {
        configuration.isPlain ? PlainTerminal.obstacle : NCursesRenderer.obstacle()
    }

    func makeRenderer() -> NCursesRenderer {
        NCursesRenderer(background: configuration.value(.background).flatMap(Palette.Background.init(rawValue:)))
    }

    /// Loads the texts in the user's language.
    func makeLocalizer() async throws -> Localizer {
        let catalogues = try CatalogueFolder(path: AssetFolder.locate("Catalogues"))
        let negotiation = Negotiation.negotiate(
            preferred: Negotiation.preferredLanguages(
                configured: configuration.value(.interfaceLanguage),
                environment: Environment.values(of: ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"])),
            available: catalogues.languages)
        return try await Localizer.warmed(negotiation, folder: catalogues)
    }

    /// Transcribes the rest of interrupted meetings, after the first screen has been drawn.
    ///
    /// The recognizer is the flag's, else the configured one.
    func transcribeInterruptedMeetings(in store: any MeetingStore, recognizer: String? = nil) -> Task<Void, Never> {
        let recognizers = InstalledRecognizers(composition: self, flag: recognizer)
        return LateTranscriptions(
            store: store, folder: folder, finished: makeMinutesWhenFinal(in: store, posts: .interrupted)
        )
        .start(after: .seconds(1)) { language in
            let availability = recognizers.choice(for: language)
            return availability.problem == nil ? availability.source : nil
        }
    }
}
