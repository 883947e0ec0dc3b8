import MeetingModel
import MeetingTiming
import Sound
import StandupHistory
import StandupSpeech
import StandupTesting
import Synchronization
import TestSupport

@testable import MeetingEngine
@testable import MeetingHistory

/// A meeting on a manual clock and fake devices, and everything that it said.
final class MeetingFixture: Sendable {
    let clock = ManualClock()
    let audio: FakeAudioSystem
    let store = SQLiteMeetingStore.temporary()
    let recordings = InMemoryRecordings()
    let session: MeetingSession
    let plan: MeetingPlan
    private let events = EventLog()

    init(
        names: [String] = ["Ann", "Bob", "Cid"],
        length: Duration = .seconds(3),
        settings: MeetingSettings = .init(),
        vocabulary: [String] = [],
        absent: Set<Int> = [],
        updates: [Int: String] = [:],
        openPoints: [(attendee: Int, id: String)] = [],
        remote: Set<String> = [],
        input: DeviceSelection = .systemDefault,
        output: DeviceSelection = .systemDefault,
        isRecorded: Bool = true,
        sampleRate: Int = 48_000,
        asksQuestions: Bool = true,
        keepsEachSecond: Bool = true,
        microphone: FakeAudioSystem.Microphone = .init(),
        call: FakeAudioSystem.Microphone? = nil,
        recognizer: RecognizerSource? = nil,
        learnsVoices: Bool = false,
        beforeRecording: @escaping @Sendable () -> Void = {},
        disk: TroubledDisk? = nil,
        clock wrapped: (ManualClock) -> any MeetingClock = { $0 }
    ) throws {
        var generator = SeededGenerator(seed: 1)
        let attendees = names.map {
            Attendee(id: Attendee.ID(using: &generator), name: $0, isRemote: remote.contains($0))
        }
        let standup = Standup(
            id: Standup.ID(using: &generator),
            title: "Daily",
            length: length,
            attendees: attendees,
            settings: settings,
            vocabulary: vocabulary,
            learnsVoices: learnsVoices
        )
        var plan = MeetingPlan(
            meeting: Meeting.ID(using: &generator),
            standup: standup,
            absent: Set(absent.map { attendees[$0].id }),
            input: input,
            call: call == nil ? .none : .loudspeakerMonitor,
            output: output,
            isRecorded: isRecorded,
            sampleRate: sampleRate,
            asksQuestions: asksQuestions,
            keepsEachSecond: keepsEachSecond
        )
        plan.updates = updates.sorted { $0.key < $1.key }.map { index, text in
            WrittenUpdate(
                attendee: attendees[index].id, text: text, writtenAt: Timestamp(nanosecondsSince1970: Int64(index)))
        }
        if !openPoints.isEmpty {
            var held = Meeting(
                id: Meeting.ID(rawValue: "held"), standupID: standup.id, title: standup.title,
                startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, attendees: [])
            held.points = openPoints.map { index, id in
                Point(
                    id: Point.ID(rawValue: id), attendee: attendees[index].id, kind: .plan, text: id, start: .zero,
                    end: .seconds(1), maker: .rules)
            }
            try store.begin(held)
            plan.openPoints = [held].carriedPoints
        }
        let audio = FakeAudioSystem(clock: clock, microphone: microphone)
        if let call { audio.call = call }
        let events = events
        let folder: any RecordingFolder =
            if let disk {
                TroubledRecordings(folder: recordings, disk: disk)
            } else {
                HookedRecordings(folder: recordings, beforeRecording: beforeRecording)
            }
        self.plan = plan
        self.audio = audio
        self.session = try MeetingSession(
            plan: plan,
            dependencies: MeetingDependencies(
                clock: wrapped(clock),
                audio: audio,
                cues: Self.cues,
                journal: store,
                recordings: folder,
                recognizer: recognizer
            )
        ) { events.add($0) }
    }

    static let cues = CueSounds(
        sampleRate: 48_000,
        samples: [.ding: (0..<4800).map { Float($0 % 40 < 20 ? 0.5 : -0.5) }, .warning: [0.1, -0.1]]
    )

    /// The events so far.
    var said: [MeetingEvent] { events.all }

    func said(_ matches: (MeetingEvent.Kind) -> Bool) -> [MeetingEvent] { said.filter { matches($0.kind) } }

    var dings: Int { said { $0 == .ding }.count }

    /// How the meeting ended, if it has.
    var end: MeetingTimer.EndReason? {
        for case .meetingEnded(let reason, _) in said.map(\.kind) { return reason }
        return nil
    }

    func meeting() -> Meeting? { try! store.meeting(plan.meeting) }

    func start() async throws {
        try await session.start()
        clock.settle()
    }

    func perform(_ command: MeetingTimer.Command) async {
        await session.perform(command)
        clock.settle()
    }

    func perform(_ command: MeetingSession.Command) async {
        await session.perform(command)
        clock.settle()
    }

    /// The remaining time of the current turn.
    var remaining: Duration { session.status.timer.turnRemaining(at: clock.now) }

    /// The present speaker's place, from 0.
    var index: Int? { session.status.timer.speakerIndex }
}

final class EventLog: Sendable {
    private let events = Mutex<[MeetingEvent]>([])
    func add(_ event: MeetingEvent) { events.withLock { $0.append(event) } }
    var all: [MeetingEvent] { events.withLock { $0 } }
}
