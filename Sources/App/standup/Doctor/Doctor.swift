import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures
import StandupSpeech

/// Checks in sequence everything that a meeting needs.
struct Doctor {
    private let configuration: Configuration
    private let configurationCheck: Check
    private let composition: Composition

    /// An invalid configuration becomes a finding.
    init(data: DataOption) throws {
        let (configured, check) = ProgramChecks.configuration()
        configurationCheck = check
        composition = try Composition(data: data, configuration: configured)
        // With what was chosen in the application.
        configuration = composition.configuration
    }

    /// Runs all checks; `report` receives each result immediately.
    func run(report: (Check) throws -> Void) rethrows -> [Check] {
        var checks: [Check] = []
        func add(_ check: Check) throws {
            checks.append(check)
            try report(check)
        }
        try add(ProgramChecks.versions())
        try add(configurationCheck)
        for check in StorageChecks(composition: composition).run() { try add(check) }
        try add(ProgramChecks.assets())
        try add(ProgramChecks.echo())
        for check in soundChecks.run() { try add(check) }
        if let check = LoginCheck.run() { try add(check) }
        for check in speechChecks() { try add(check) }
        try add(ProgramChecks.webServer(for: composition.folder))
        for check in HookChecks(settings: configuration.hooks).run() { try add(check) }
        let sender = PostSender(configuration: configuration, folder: composition.folder)
        for check in PostChecks(configuration: configuration, sender: sender).run() { try add(check) }
        try add(TimerCheck.run(on: Composition.clock))
        return checks
    }

    private var soundChecks: SoundChecks {
        SoundChecks(
            system: Composition.makeAudioSystem(),
            input: DeviceSelection(composition.preferences.value(.input) ?? ""),
            output: DeviceSelection(composition.preferences.value(.output) ?? ""))
    }

    /// Checks the recognizer of each standup's language; without standups, that of the default language.
    private func speechChecks() -> [Check] {
        let standups = composition.folder.hasHistory ? (try? composition.openHistory().store.standups()) ?? [] : []
        var languages = Set(standups.map(\.language))
        if languages.isEmpty { languages = [configuration.language ?? "en"] }
        return languages.sorted().flatMap(recognizerChecks) + serverChecks()
    }

    /// Checks that the configured speech server answers.
    private func serverChecks() -> [Check] {
        let choice = try? RecognizerChoice(language: "en", configuration: configuration)
        guard let server = choice?.server else { return [] }
        let store = composition.folder.hasHistory ? (try? composition.openHistory())?.store : nil
        let count = (try? store?.queuedTranscripts().count) ?? 0
        let waiting = count > 0 ? "; \(count) \(count == 1 ? "meeting waits" : "meetings wait") for a transcript" : ""
        do throws(SpeechServerError) {
            try server.check(within: Self.serverPatience)
            return [.ok("speech server", "\(server.address) answers, asked for \(server.model)\(waiting)")]
        } catch {
            let mend = error.isTransient ? "start the server, or check its address and the network" : error.advice
            return [.warn("speech server", "\(error.server) (\(error.problem))\(waiting)", mend: mend)]
        }
    }

    private static let serverPatience = Duration.seconds(5)

    private func recognizerChecks(language: String) -> [Check] {
        do {
            let choice = try RecognizerChoice(language: language, configuration: configuration)
            return RecognizerChecks(
                choice: choice, language: language, isChosen: configuration.value(.recognizer) != nil
            ).run()
        } catch {
            return [.failed("recognizer", error)]
        }
    }
}
