import ApplicationTesting
import AudioDevices
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition
import StandupFeatures
import StandupTesting

/// A state of the world in which the application is started on fakes, to be driven by hand or by a test.
struct Scenario: Sendable {
    /// The name by which it is asked for.
    let name: String
    /// What is to be tried in it.
    let shows: String
    /// The language, if it is another than the one that is asked for.
    var language: String?
    /// Where the application opens.
    var place: Place?
    /// What is pressed when that place has been read.
    var commands: [Command] = []
    /// What happens to the world then, and after how long.
    var events: [(after: Duration, happens: @Sendable (ScenarioWorld) -> Void)] = []
    /// Brings the world into the state.
    var prepare: @Sendable (inout ScenarioWorld) -> Void = { _ in }

    /// All of them.
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
            name: "device-lost", shows: "the microphone is pulled out for ten seconds", place: start,
            commands: [.start],
            events: [(.seconds(4), { $0.audio?.unplug() }), (.seconds(14), { $0.audio?.plugIn() })],
            prepare: { $0.addSamples() }),
        Scenario(
            name: "recognizer-failed", shows: "the recogniser fails at the second utterance", place: start,
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

/// What a scenario is made of.
struct ScenarioWorld: Sendable {
    /// The history.
    let store = InMemoryMeetingStore()
    /// Why it cannot be read, if it cannot.
    var damage: HistoryError?
    /// The microphone: somebody speaks in it for four seconds out of seven.
    var microphone = FakeAudioSystem.Microphone(sampleRate: 16_000, sound: Self.speech)
    /// The utterance at which the recogniser fails, if it does.
    var failsAtUtterance: Int?
    /// Microphone and loudspeaker, once they are made.
    private(set) var audio: FakeAudioSystem?

    private static let speech: @Sendable (Double) -> Float = {
        let voice = FakeAudioSystem.voice(during: [1...5])
        return { voice($0.truncatingRemainder(dividingBy: 7)) }
    }()

    /// Adds the standups of the gallery, with some meetings of each.
    func addSamples() {
        for standup in SampleHistory.all {
            try? store.save(standup)
            for number in 0..<5 { try? store.begin(SampleHistory.meeting(number, of: standup)) }
        }
    }

    /// Another process gives a standup another title.
    func changeElsewhere() {
        var standup = SampleHistory.engineering
        standup.title = "Platform"
        try? store.anotherConnection().save(standup)
    }

    /// The parts of the application.
    mutating func makeParts(clock: any MeetingClock) -> ApplicationParts {
        let audio = FakeAudioSystem(clock: clock, microphone: microphone)
        self.audio = audio
        return ApplicationParts(
            clock: clock, audio: audio, cues: CueSounds(sampleRate: 48_000, samples: [:]),
            keeper: InMemoryHistoryKeeper(store: store, damage: damage),
            recognizers: FixedRecognizer(
                source: ScriptedRecognizer.source(
                    script: Array(repeating: SampleHistory.sentences, count: 100).flatMap(\.self),
                    failingAt: failsAtUtterance)),
            memory: InMemoryMemory(), seed: 1)
    }
}
