import Foundation
import Localization
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupHistory
import StandupTesting
import TestSupport

@testable import MeetingEngine
@testable import StandupFeatures

/// The application on a manual clock, fake devices and a history in memory; `besides` another one it shares its clock,
/// history and meetings.
final class ApplicationFixture: Sendable {
    let clock: ManualClock
    let host: InProcessMeetingHost
    let audio: FakeAudioSystem
    let library: TemporaryLibrary
    let preferences: InMemoryPreferences
    let runner: ApplicationRunner
    let player: SilentPlayer

    init(
        standups: [Standup] = [],
        place: Place? = nil,
        launch: MeetingLaunch? = nil,
        damage: HistoryError? = nil,
        microphone: FakeAudioSystem.Microphone = .init(),
        recognizer: FixedRecognizer = FixedRecognizer(),
        preferences: InMemoryPreferences = InMemoryPreferences(),
        library: TemporaryLibrary? = nil,
        inviter: FixedInviter = FixedInviter(),
        exporter: FixedExporter = FixedExporter(),
        previews: [PostPreview] = [],
        tasks: ScriptedTasks? = nil,
        folders: InMemoryFolders = InMemoryFolders(),
        contents: FixedBackend.Contents = [:],
        transcriptionOffer: TranscriptionOffer = TranscriptionOffer(),
        models: FixedModels = FixedModels(),
        localizer: Localizer = .english,
        meetings: [Meeting] = [],
        quitsOnLeaving: Bool = false,
        besides other: ApplicationFixture? = nil,
        observe: @escaping InProcessMeetingHost.Observe = { _, _ in { _ in } }
    ) throws {
        clock = other?.clock ?? ManualClock()
        let audio = FakeAudioSystem(clock: clock, microphone: microphone)
        let library = library ?? other?.library ?? TemporaryLibrary(damage: damage)
        for standup in standups { try library.store.save(standup) }
        for meeting in meetings { try library.store.begin(meeting) }
        let player = SilentPlayer(clock: clock)
        self.player = player
        self.audio = audio
        self.library = library
        self.preferences = preferences
        host =
            other?.host
            ?? InProcessMeetingHost(
                clock: clock, audio: audio, cues: Self.cues, library: library, recognizers: recognizer,
                observe: observe)
        let dependencies = ApplicationDependencies(
            clock: clock, audio: audio, player: player, cues: Self.cues, library: library, recognizers: recognizer,
            preferences: preferences, host: host, tasks: tasks ?? ScriptedTasks(exporter: exporter),
            backend: { store, now, note in
                var backend = FixedBackend(store, now: now)
                backend.noting = note
                (backend.preferences, backend.library, backend.player) = (preferences, library, player)
                (backend.inviter, backend.models, backend.previews) = (inviter, models, previews)
                (backend.folders, backend.contents) = (folders, contents)
                backend.transcriptionOffer = transcriptionOffer
                return backend
            },
            seed: 1)
        runner = ApplicationRunner(
            dependencies: dependencies, localizer: localizer, place: place, launch: launch,
            quitsOnLeaving: quitsOnLeaving)
        runner.begin()
        clock.settle()
    }

    static let cues = CueSounds(
        sampleRate: 48_000,
        samples: [.ding: (0..<4800).map { Float($0 % 40 < 20 ? 0.5 : -0.5) }, .warning: [0.1, -0.1]]
    )

    var store: SQLiteMeetingStore { library.store }
    var screen: Screen { runner.screen }

    /// Presses keys, one after the other, each with all that it sets off.
    func press(_ keys: Key...) {
        for key in keys {
            runner.press(key)
            clock.settle()
        }
    }

    /// Types a text letter by letter.
    func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// Does commands, one after the other, each with all that it sets off.
    func perform(_ commands: Command...) {
        for command in commands {
            runner.perform(command)
            clock.settle()
        }
    }
}

extension Localizer {
    /// The English texts, in UTC.
    static let english = localizer("en")

    /// The texts of a language, in UTC.
    static func localizer(_ language: String) -> Localizer {
        do {
            let folder = try CatalogueFolder(path: catalogues)
            let negotiation = Negotiation.negotiate(preferred: [language], available: folder.languages)
            return try Localizer(negotiation, folder: folder, zone: .fixed(secondsFromUTC: 0))
        } catch {
            fatalError("\(error)")
        }
    }

    private static var catalogues: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Assets/Catalogues").path
    }
}
