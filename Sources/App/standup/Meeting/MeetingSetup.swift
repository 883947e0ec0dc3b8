import ArgumentParser
import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import MeetingTiming
import Sound
import StandupFeatures
import StandupSpeech
import StandupTerminal
import Synchronization

/// A meeting that a command starts, with its components.
struct MeetingSetup {
    private let composition: Composition
    private let history: History
    private let standup: Standup
    private let clock: ClockChoice
    private let seed: UInt64
    private let sound: SoundOptions
    private let input: DeviceSelection
    private let call: DeviceSelection
    private let output: DeviceSelection
    private let recognizer: RecognizerChoice
    var isRecorded = true
    /// The sample rate of the recording, in Hz.
    var sampleRate = 48_000
    /// Whether the meeting may start while another meeting of its standup is running.
    var allowsConcurrent = false
    /// The interrupted meeting to resume; nil for a new one.
    private var interrupted: InterruptedMeeting?

    /// Sets up a resumed meeting, with its original recording settings.
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

    /// Sets up a new meeting, with all checks that need no open device.
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
        // A rehearsal on the virtual clock ignores the devices that were chosen for real meetings.
        let chosen = clock == .real ? composition.preferences : nil
        input = DeviceSelection(sound.input ?? chosen?.value(.input) ?? configuration.value(.input) ?? "default")
        call = DeviceSelection(call: sound.call ?? chosen.flatMap { standup.call ?? $0.value(.call) } ?? "none")
        recognizer = try RecognizerChoice(
            flag: sound.recognizer, language: standup.language, configuration: configuration)
        guard !standup.attendees.isEmpty else {
            throw Failure(
                .failed,
                "\(DisplayText(quoting: standup.title)) has no attendees; "
                    + "add some with: \(SuggestedCommand("edit", standup.commandName, "--add", "NAME"))")
        }
        var listened: String?
        if case .file(let path) = input { listened = path }
        output = try composition.loudspeaker(sound.output, clock: clock, listened: listened, in: history.folder)
        try Self.check(input, call)
        if clock == .virtual {
            switch call {
            case .loudspeakerMonitor, .systemDefault, .named:
                throw Failure(.usage, "the call \(call) cannot follow the virtual clock; use --call file:PATH or none")
            case .none, .silence, .file: break
            }
            switch input {
            case .systemDefault, .named:
                throw Failure(
                    .usage,
                    "the microphone \(input) cannot follow the virtual clock; "
                        + "use --input file:PATH, silence or none")
            default: break
            }
        }
    }

    /// A microphone and a call that are the same would be one sound twice.
    private static func check(_ input: DeviceSelection, _ call: DeviceSelection) throws(Failure) {
        guard call != .none, call == input else { return }
        throw Failure(
            .usage,
            "\(call) is the microphone and the call; choose another device for one of them, see: standup devices")
    }

    /// Runs the meeting in the application if the terminal supports it, else with a line for each event.
    ///
    /// Nil if the user left the meeting, which goes on.
    func holdOnTerminal() async throws -> HeadlessMeeting.Outcome? {
        guard let obstacle = composition.terminalObstacle else { return try await holdInApplication() }
        return try await hold(.lines(because: obstacle))
    }

    private func holdInApplication() async throws -> HeadlessMeeting.Outcome? {
        // Check before the screen opens, so that the error stays visible.
        if !allowsConcurrent { try holdStandup().release() }
        let launch = MeetingLaunch(
            standup: standup, isResumed: interrupted != nil, isRecorded: isRecorded, sampleRate: sampleRate,
            allowsConcurrent: allowsConcurrent)
        let ending = try await FullScreen.hold(launch, sound: sound, in: composition)
        switch ending.meeting {
        case .ended(let ended)?:
            return HeadlessMeeting.Outcome(ended, signal: ending.signal)
        case .notStarted(let error)?:
            if let signal = ending.signal { throw ExitCode(128 + signal) }
            throw error
        case .detached?:
            if let signal = ending.signal { throw ExitCode(128 + signal) }
            return nil
        case .lost?:
            throw Failure(
                .failed,
                "the process that held the meeting died; resume it with: "
                    + "\(SuggestedCommand("start", standup.commandName, "--resume"))")
        case nil:
            if let signal = ending.signal { throw ExitCode(128 + signal) }
            let title = DisplayText(quoting: standup.title)
            throw Failure(.failed, "the start of \(title) was cancelled; nothing was kept")
        }
    }

    /// Starts the meeting in a process of its own, and prints its id once it has started.
    func holdDetached() async throws {
        if !allowsConcurrent { try holdStandup().release() }
        let order = MeetingOrder(
            meeting: interrupted?.meeting.id ?? makeID(), standup: standup, absent: [], input: input, call: call,
            output: output, isRecorded: isRecorded, sampleRate: sampleRate, usesRecognizer: true,
            isResumed: interrupted != nil, allowsConcurrent: allowsConcurrent, seed: makeSeed())
        let host = ProcessMeetingHost(folder: history.folder, recognizer: sound.recognizer)
        let result: StartResult = await withCheckedContinuation { continuation in
            let waiting = Mutex<CheckedContinuation<StartResult, Never>?>(continuation)
            let held = Mutex<(any HeldMeeting)?>(nil)
            let meeting = host.start(order) { report in
                switch report {
                case .start(let result): waiting.withLock { $0.take() }?.resume(returning: result)
                case .gone:
                    let died = StartResult.failed(.outside("the process that was to hold the meeting has died"))
                    waiting.withLock { $0.take() }?.resume(returning: died)
                    held.withLock { $0 = nil }
                case .connected, .event, .audience: break
                }
            }
            held.withLock { $0 = meeting }
        }
        switch result {
        case .started(let meeting): try StandardOutput.writeLine(meeting.rawValue)
        case .failed(let error): throw error
        case .taken(let meeting): throw Failure(.failed, "the meeting \(meeting) is already running")
        case .held: try holdStandup().release()
        }
    }

    /// Runs the meeting without a screen.
    func hold(_ presentation: HeadlessMeeting.Presentation) async throws -> HeadlessMeeting.Outcome {
        // A rehearsal does not lock the standup.
        let lock = clock == .real ? try holdStandup() : nil
        defer { lock?.release() }
        let late = clock == .real ? startLateTranscription() : nil
        defer { late?.cancel() }
        let outcome = try await holdOnce(presentation)
        if outcome.exitCode == 0 { await late?.value }
        return outcome
    }

    private func holdStandup() throws -> LiveLock {
        switch try StandupLock.claim(standup.id, concurrently: allowsConcurrent, in: history.folder) {
        case .claimed(let lock): return lock
        case .held(let holder):
            let process = holder.process.map { ", in process \($0)" } ?? ""
            throw Failure(
                .failed,
                "\(DisplayText(quoting: standup.title)) is already running (since \(LocalTime(holder.since).minute)"
                    + "\(process)); join it with: \(SuggestedCommand("attach", standup.commandName)), or start "
                    + "another with --again")
        }
    }

    private func holdOnce(_ presentation: HeadlessMeeting.Presentation) async throws -> HeadlessMeeting.Outcome {
        let meeting = interrupted?.meeting.id ?? makeID()
        guard let lock = try LiveMeetingLock.acquire(meeting, in: history.folder) else {
            let advice = interrupted == nil ? "use another --seed" : "end it there, or wait until it is transcribed"
            throw Failure(.failed, "the meeting \(meeting) is already running; \(advice)")
        }
        defer { lock.release() }
        return try await composition.makeHeadlessMeeting(
            try makePlan(meeting), on: clock, seed: seed, history: history, recognizer: recognizer,
            presentation: presentation
        ).hold()
    }

    private func makePlan(_ meeting: Meeting.ID) throws -> MeetingPlan {
        guard interrupted != nil else {
            var plan = MeetingPlan(
                meeting: meeting, standup: standup, input: input, call: call, output: output, isRecorded: isRecorded,
                sampleRate: sampleRate,
                asksQuestions: false, keepsLearnedState: clock == .real, seed: makeSeed())
            plan.isRehearsal = clock == .virtual
            return plan
        }
        // Read the meeting again now that no other process can resume it.
        guard let interrupted = try InterruptedMeeting(meeting, in: history.store) else {
            throw Failure(.notFound, "the meeting \(meeting) can no longer be resumed; see: standup meetings")
        }
        return MeetingPlan(
            resuming: interrupted, input: input, call: call, output: output, asksQuestions: false, seed: makeSeed())
    }

    /// A random seed, or on the virtual clock a seed that depends only on the command.
    private func makeSeed() -> UInt64 {
        guard clock == .virtual else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        // FNV-1a by Fowler, Noll and Vo; any hash that is the same on every machine would do.
        let command =
            "\(seed) \(standup.id) \(standup.length) \(standup.settings) \(input) \(call) \(recognizer.name) \(isRecorded)"
        return command.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    private func makeID() -> Meeting.ID {
        var generator = SeededGenerator(seed: makeSeed())
        return Meeting.ID(using: &generator)
    }

    // MARK: Late transcription of interrupted meetings

    private func startLateTranscription() -> Task<Void, Never>? {
        guard let source = recognizer.source, recognizer.problem == nil else { return nil }
        let language = standup.language
        return LateTranscriptions(
            store: history.store, folder: history.folder,
            finished: composition.makeMinutesWhenFinal(in: history.store, posts: .interrupted)
        )
        .start(beginning: interrupted == nil ? standup.id : nil) { $0 == language ? source : nil }
    }
}
