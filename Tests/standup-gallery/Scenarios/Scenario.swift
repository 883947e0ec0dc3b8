import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupFeatures
import StandupHistory
import StandupSpeech
import StandupTesting
import TestSupport

/// A scenario for the application on fakes, driven by hand or by a test.
struct Scenario: Sendable {
    /// The name on the command line.
    let name: String
    /// A description of what to try.
    let shows: String
    /// The language; nil for the requested one.
    var language: String?
    /// The place at which the application opens.
    var place: Place?
    /// The commands to perform after that place has loaded.
    var commands: [Command] = []
    /// The later events in the world, with their delays.
    var events: [(after: Duration, happens: @Sendable (ScenarioWorld) -> Void)] = []
    var prepare: @Sendable (inout ScenarioWorld) -> Void = { _ in }

    /// All scenarios.
    static let all = [
        Scenario(name: "empty", shows: "no standup yet"),
        Scenario(name: "samples", shows: "four standups with meetings", prepare: { $0.addSamples() }),
        Scenario(name: "ko", shows: "the same in Korean", language: "ko", prepare: { $0.addSamples() }),
        Scenario(
            name: "meeting", shows: "a running meeting in which somebody speaks", place: start, commands: [.start],
            prepare: { $0.addSamples() }),
        Scenario(
            name: "history-damaged", shows: "a history that cannot be read",
            prepare: { $0.damage = .unreadable(path: "/data/standup.db", reason: "file is not a database") }),
        Scenario(
            name: "disk-full", shows: "nothing can be written",
            prepare: { world in
                world.addSamples()
                world.store.failWrites(with: .cannotWrite(path: "/data/standup.db", reason: "disk is full"))
            }),
        Scenario(
            name: "no-microphone", shows: "the microphone is missing", place: start,
            prepare: { world in
                world.addSamples()
                world.microphone.error = .noDevice(.input, name: "fake")
            }),
        Scenario(
            name: "device-lost", shows: "the microphone is pulled out for half a minute", place: start,
            commands: [.start],
            events: [(.seconds(4), { $0.audio?.unplug() }), (.seconds(34), { $0.audio?.plugIn() })],
            prepare: { $0.addSamples() }),
        Scenario(
            name: "recognizer-failed", shows: "the recognizer fails at the second utterance", place: start,
            commands: [.start],
            prepare: { world in
                world.addSamples()
                world.failsAtUtterance = 1
            }),
        Scenario(
            name: "changed-elsewhere", shows: "somebody else changes the standup whose form is open",
            place: .edit(SampleHistory.engineering.title),
            events: [(.zero, { $0.changeElsewhere() })],
            prepare: { $0.addSamples() }),
    ]

    private static let start = Place.start(SampleHistory.engineering.title)
}

/// The fakes of a scenario.
struct ScenarioWorld: Sendable {
    /// The in-memory history.
    let store = SQLiteMeetingStore.temporary()
    /// The error when the history is read; nil if it can be read.
    var damage: HistoryError?
    /// The microphone, with 4 s of speech in every 7 s.
    var microphone = FakeAudioSystem.Microphone(sampleRate: 16_000, sound: Self.speech)
    /// The utterance at which the recognizer fails; nil if it does not fail.
    var failsAtUtterance: Int?
    /// The fake audio system, after `makeDependencies`.
    private(set) var audio: FakeAudioSystem?

    private static let speech: @Sendable (Double) -> Float = {
        let voice = FakeAudioSystem.voice(during: [1...5])
        return { voice($0.truncatingRemainder(dividingBy: 7)) }
    }()

    /// Adds the gallery's standups, with some meetings of each.
    func addSamples() {
        for standup in SampleHistory.all {
            try? store.save(standup)
            for number in 0..<5 { try? store.begin(SampleHistory.meeting(number, of: standup)) }
        }
    }

    /// Renames a standup as another process would.
    func changeElsewhere() {
        var standup = SampleHistory.engineering
        standup.title = "Platform"
        try? store.anotherConnection().save(standup)
    }

    /// Creates the application's dependencies.
    mutating func makeDependencies(clock: any MeetingClock) -> ApplicationDependencies {
        let audio = FakeAudioSystem(clock: clock, microphone: microphone)
        self.audio = audio
        let cues = CueSounds(sampleRate: 48_000, samples: [:])
        let library = TemporaryLibrary(store: store, damage: damage)
        var backend = FixedBackend(store)
        backend.library = library
        let recognizers = FixedRecognizer(
            source: ScriptedRecognizer.source(
                script: Array(repeating: SampleHistory.sentences, count: 100).flatMap(\.self),
                failingAt: failsAtUtterance))
        return ApplicationDependencies(
            clock: clock, audio: audio, player: SilentPlayer(clock: clock), cues: cues, library: library,
            recognizers: recognizers, preferences: InMemoryPreferences(),
            host: InProcessMeetingHost(
                clock: clock, audio: audio, cues: cues, library: library, recognizers: recognizers),
            tasks: ScriptedTasks(),
            backend: { [backend] store, now, note in
                var backend = backend
                (backend.store, backend.now, backend.noting) = (store, now, note)
                return backend
            },
            seed: 1)
    }
}
