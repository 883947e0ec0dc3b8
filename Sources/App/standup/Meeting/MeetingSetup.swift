import ArgumentParser
import AudioDevices
import AudioFiles
import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition
import SpeechServerRecognition
import StandupFeatures
import StandupTerminal

/// A meeting that the command line asks for, with its parts made.
struct MeetingSetup {
    private let composition: Composition
    private let history: History
    private let standup: Standup
    private let clock: ClockChoice
    private let seed: UInt64
    private let sound: SoundOptions
    private let input: DeviceSelection
    private let output: DeviceSelection
    private let recognizer: RecognizerChoice
    /// Whether the sound is kept.
    var isRecorded = true
    /// The recording's frames per second, in Hz.
    var sampleRate = 48_000
    /// Whether it is held though another meeting of its standup runs.
    var isAgain = false
    /// The interrupted meeting that is to be gone on with; nil for a new one.
    private var interrupted: InterruptedMeeting?

    /// A meeting to be gone on with; it is recorded as it was.
    init(
        resuming interrupted: InterruptedMeeting, sound: SoundOptions, composition: Composition, history: History
    ) throws {
        try self.init(
            standup: interrupted.standup, sound: sound, clock: .real, seed: 0, composition: composition,
            history: history)
        self.interrupted = interrupted
        isRecorded = interrupted.meeting.recording != nil
        sampleRate = interrupted.meeting.recording?.sampleRate ?? sampleRate
    }

    /// Checks what can be checked before anything is opened.
    init(
        standup: Standup, sound: SoundOptions, clock: ClockChoice, seed: UInt64, composition: Composition,
        history: History
    ) throws {
        self.composition = composition
        self.history = history
        self.standup = standup
        self.clock = clock
        self.seed = seed
        self.sound = sound
        let configuration = composition.configuration
        // A rehearsal on the virtual clock does not depend on what was chosen for real meetings.
        let chosen = clock == .real ? composition.memory : nil
        input = DeviceSelection(sound.input ?? chosen?.value(.input) ?? configuration.value(.input) ?? "default")
        output = DeviceSelection(
            sound.output ?? chosen?.value(.output) ?? configuration.value(.output)
                ?? (clock == .virtual ? "none" : "default"))
        recognizer = try RecognizerChoice(
            flag: sound.recognizer, language: standup.language, configuration: configuration)
        guard !standup.attendees.isEmpty else {
            throw Failure(
                .failed,
                "nobody to speak, \(DisplayText(quoting: standup.title)) has no attendees, "
                    + "add some: standup edit \(DisplayText(quoting: standup.title)) --add NAME")
        }
        if output == .silence {
            throw Failure(.usage, "no such loudspeaker, silence is a microphone, for no sound use: --output none")
        }
        if case .file(let path) = output {
            var listened: String?
            if case .file(let path) = input { listened = path }
            try HeardFile.check(path, input: listened, folder: history.folder)
        }
        if clock == .virtual {
            switch (input, output) {
            case (.systemDefault, _), (.named, _):
                throw Failure(
                    .usage,
                    "the virtual clock needs a microphone that follows it, \(input) does not, "
                        + "use --input with file:PATH, silence or none")
            case (_, .systemDefault), (_, .named):
                throw Failure(
                    .usage,
                    "the virtual clock needs a loudspeaker that follows it, \(output) does not, "
                        + "use --output with file:PATH or none")
            default: break
            }
        }
    }

    /// Holds the meeting in the application if the terminal can show that, else with a line for each event.
    func holdOnTerminal() async throws -> HeldMeeting.Outcome {
        guard let obstacle = NCursesRenderer.obstacle() else { return try await holdInApplication() }
        return try await hold(.lines(because: obstacle))
    }

    private func holdInApplication() async throws -> HeldMeeting.Outcome {
        // Before the screen is taken, so that the error stays.
        if !isAgain { try holdStandup().release() }
        let order = MeetingOrder(
            standup: standup, isResumed: interrupted != nil, isRecorded: isRecorded, sampleRate: sampleRate,
            isAgain: isAgain)
        let ending = try await FullScreen.hold(order, sound: sound, in: composition)
        switch ending.meeting {
        case .success(let ended)?:
            return HeldMeeting.Outcome(ended, signal: ending.signal)
        case .failure(let error)?:
            if let signal = ending.signal { throw ExitCode(128 + signal) }
            throw Self.failure(error)
        case nil:
            if let signal = ending.signal { throw ExitCode(128 + signal) }
            let title = DisplayText(quoting: standup.title)
            throw Failure(.failed, "no meeting of \(title) was held, it was cancelled before its start")
        }
    }

    /// Holds the meeting without a screen.
    func hold(_ face: HeldMeeting.Face) async throws -> HeldMeeting.Outcome {
        // A rehearsal holds up nobody.
        let lock = clock == .real ? try holdStandup() : nil
        defer { lock?.release() }
        let late = clock == .real ? startLateTranscription() : nil
        defer { late?.cancel() }
        do {
            let outcome = try await holdOnce(face)
            if outcome.exitCode == 0 { await late?.value }
            return outcome
        } catch let error as MeetingStartError {
            throw Self.failure(error)
        }
    }

    private func holdStandup() throws -> LiveLock {
        switch try HeldStandupLock.claim(standup.id, again: isAgain, in: history.folder) {
        case .claimed(let lock): return lock
        case .held(let holder):
            let process = holder.process.map { " by process \($0)" } ?? ""
            throw Failure(
                .failed,
                "\(DisplayText(quoting: standup.title)) is being held already, since \(LocalTime(holder.since).minute)"
                    + "\(process), end that meeting first, or hold another one beside it with --again")
        }
    }

    private func holdOnce(_ face: HeldMeeting.Face) async throws -> HeldMeeting.Outcome {
        let meeting = interrupted?.meeting.id ?? makeID()
        guard let lock = try LiveMeetingLock.acquire(meeting, in: history.folder) else {
            let advice = interrupted == nil ? "give another --seed" : "end it there, or wait until it is transcribed"
            throw Failure(.failed, "the meeting runs already, \(meeting), \(advice)")
        }
        defer { lock.release() }
        let (plan, parts) = try make(meeting)
        // A virtual meeting is a rehearsal: its turns start within milliseconds, and nobody's turn has come.
        let hooks = clock == .real ? composition.makeHookPlan(plan) : nil
        return try await HeldMeeting(
            plan: plan, parts: parts, face: face, hooks: hooks, hookLog: history.folder.hookLogPath,
            server: recognizer.server != nil && isRecorded && input != .none ? recognizer.stretches : nil,
            makeQueue: { [composition, store = history.store] recognition, report in
                composition.makeTranscriptQueue(recognition, store: store, report: report)
            }
        ).hold()
    }

    private func makePlan(_ meeting: Meeting.ID) throws -> MeetingPlan {
        guard interrupted != nil else {
            return MeetingPlan(
                meeting: meeting, standup: standup, input: input, output: output, isRecorded: isRecorded,
                sampleRate: sampleRate,
                asksQuestions: false, keepsLearnedState: clock == .real, seed: makeSeed())
        }
        // As it is now that nobody else can go on with it.
        guard let interrupted = try InterruptedMeeting(meeting, in: history.store) else {
            throw Failure(.notFound, "the meeting cannot be resumed any more, \(meeting), see: standup meetings")
        }
        return MeetingPlan(
            resuming: interrupted, input: input, output: output, asksQuestions: false, seed: makeSeed())
    }

    private func make(_ meeting: Meeting.ID) throws -> (MeetingPlan, MeetingParts) {
        let clock = composition.makeClock(self.clock, seed: seed)
        let plan = try makePlan(meeting)
        let parts = MeetingParts(
            clock: clock, audio: composition.makeMeetingAudio(self.clock, clock: clock, sampleRate: sampleRate),
            cues: try composition.cueSounds(),
            store: history.store,
            recordings: WAVRecordings(path: history.folder.recordingsPath, replaces: self.clock == .virtual),
            recognizer: recognizer.source)
        return (plan, parts)
    }

    /// Chance, or on the virtual clock a number that the same command gives again.
    private func makeSeed() -> UInt64 {
        guard clock == .virtual else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        // FNV-1a, from Fowler, Noll and Vo; any mixing that is the same on every machine would do.
        let command =
            "\(seed) \(standup.id) \(standup.length) \(standup.settings) \(input) \(recognizer.name) \(isRecorded)"
        return command.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    private func makeID() -> Meeting.ID {
        var generator = SeededGenerator(seed: makeSeed())
        return Meeting.ID(using: &generator)
    }

    private static func failure(_ error: MeetingStartError) -> Failure {
        switch error {
        case .plan(let error): Failure(.failed, error.description)
        case .microphone(let error), .recording(let error): Failure(error)
        case .history(let error): Failure(error)
        case .interrupted: Failure(.interrupted, error.description)
        }
    }

    // MARK: What an interrupted meeting left to be heard

    private func startLateTranscription() -> Task<Void, Never>? {
        guard let source = recognizer.source, recognizer.problem == nil else { return nil }
        let language = standup.language
        return LateTranscriptions(
            store: history.store, folder: history.folder, cues: { [composition] in try? composition.cueSounds() }
        )
        .start(beginning: interrupted == nil ? standup.id : nil) { $0 == language ? source : nil }
    }
}
