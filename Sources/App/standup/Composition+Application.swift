import Assets
import Localization
import MeetingEngine
import MeetingHistory
import MeetingHooks
import MeetingModel
import StandupFeatures

extension Composition {
    /// The parts of the full-screen application, without an observer of its meetings.
    ///
    /// `opened` is called with the history each time it has been opened, `kept` when a meeting that could have been gone
    /// on with is to stay as it is.
    func applicationParts(
        opened: @escaping @Sendable (any MeetingStore) -> Void = { _ in },
        kept: @escaping @Sendable (any MeetingStore) -> Void = { _ in }
    ) throws -> ApplicationParts {
        let clock = Self.clock
        // A name that no recogniser has is a slip that is better said before the screen is taken.
        _ = try RecognizerChoice(language: "en", configuration: configuration)
        // So is a folder that is not for the data.
        try folder.checkOwnership()
        return ApplicationParts(
            clock: clock,
            audio: makeMeetingAudio(.real, clock: clock, sampleRate: 48_000),
            cues: try cueSounds(),
            keeper: DataFolderKeeper(
                folder: folder, retention: configuration.audioRetention, opened: opened, kept: kept),
            recognizers: MachineRecognizers(configuration: configuration),
            memory: memory)
    }

    /// Tells the user's hooks, the desktop and the speech server of the application's meetings.
    func makeObserver(_ localizer: Localizer, server: ServerOfApplication) -> ApplicationParts.MakeObserver {
        // The names stay for the notification to put in.
        let wording = TurnWording(
            summary: localizer("notification.turn", ["name": .text("%{name}")]),
            body: localizer("notification.slot", ["title": .text("%{title}"), "time": .text("%{time}")]))
        return { [self] plan, report in
            let hooks = makeHookPlan(plan, wording: wording)
                .map { Hooks(plan: $0, logPath: folder.hookLogPath) { report(.outside($0)) } }
            server.report(to: report)
            return { event in
                hooks?.note(event)
                server.note(event, in: plan.meeting, language: plan.standup.language)
            }
        }
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
    func transcribeInterruptedMeetings(in store: any MeetingStore) -> Task<Void, Never> {
        let recognizers = MachineRecognizers(configuration: configuration)
        return LateTranscriptions(store: store, folder: folder, cues: { try? cueSounds() })
            .start(after: .seconds(1)) { language in
                let offer = recognizers.choice(for: language)
                return offer.problem == nil ? offer.source : nil
            }
    }
}
