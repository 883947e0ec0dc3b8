import ArgumentParser
import Dispatch
import Glibc
import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import MeetingTiming
import StandupAudio
import StandupFeatures
import StandupHistory
import StandupTerminal
import Synchronization
import Team

/// Runs the full-screen application.
enum FullScreen {
    struct Ending {
        /// What has become of the last meeting; nil if there was no meeting.
        let meeting: LastMeeting?
        /// The signal that ended the application; nil if the user quit.
        let signal: CInt?
        /// Whether the user has asked for the demo.
        var wantsDemo = false

        /// Whether the meeting has ended by itself or by the user, not by a signal.
        var isMeetingOver: Bool { if case .ended = meeting { signal == nil } else { false } }
    }

    /// Runs the application until the user quits.
    ///
    /// Without an address, it opens at the place where the user last left it. With `leaves`, it ends when the user leaves
    /// the place at the address.
    static func open(_ address: String?, data: DataOption, leaves: Bool = false) async throws {
        let composition = try Composition(data: data)
        let ending = try await show(in: composition, sound: nil, launch: nil, leaves: leaves) {
            try place(address, preferences: $0)
        }
        if let signal = ending.signal { throw ExitCode(128 + signal) }
        if ending.wantsDemo { try data.run(["demo", "--opens"]) }
    }

    /// Runs one meeting with the devices and the recognizer that a command names.
    ///
    /// After the screen has closed, waits for the hooks, the minutes and the transcript of the meeting and of earlier ones.
    static func hold(_ launch: MeetingLaunch, sound: SoundOptions, in composition: Composition) async throws -> Ending {
        try await show(in: composition, sound: sound, launch: launch) { _ in nil }
    }

    /// Plays a recording in the application, at its meeting, until the user leaves the meeting.
    ///
    /// - Parameters:
    ///   - request: What to play, and how.
    ///   - output: The loudspeaker as the user named it; nil for the chosen one.
    ///   - composition: The program's parts.
    /// - Throws: The exit code after a signal.
    static func play(_ request: PlaybackRequest, output: String?, in composition: Composition) async throws {
        let sound = try SoundOptions.parse(output.map { ["--output=" + $0] } ?? [])
        let playback = PlaybackPlace(
            from: request.start, speed: request.speed, speaker: request.speaker?.rawValue, channel: request.channel)
        let place = Place.meeting(
            request.meeting.standupID.rawValue, meeting: request.meeting.id.rawValue, playback: playback)
        let ending = try await show(in: composition, sound: sound, launch: nil, leaves: true) { _ in place }
        if let signal = ending.signal { throw ExitCode(128 + signal) }
    }

    private static func show(
        in composition: Composition, sound: SoundOptions?, launch: MeetingLaunch?, leaves: Bool = false,
        place: (any Preferences) throws -> Place?
    ) async throws -> Ending {
        // Before other threads run, because it changes the environment.
        PlaybackMark.setForProcess()
        // Load the texts while the rest is being prepared.
        async let texts = composition.makeLocalizer()
        try composition.folder.checkOwnership()
        composition.upgradeHistory()
        let late = Mutex<[Task<Void, Never>]>([])
        // Background tasks have their own connection, so that the application notices what they write.
        let connect: @Sendable () -> (any MeetingStore)? = {
            try? SQLiteMeetingStore(path: composition.folder.databasePath)
        }
        let transcribe: @Sendable (any MeetingStore) -> Void = { store in
            let task = composition.transcribeInterruptedMeetings(in: store, recognizer: sound?.recognizer)
            late.withLock { $0.append(task) }
        }
        let turns = UnsentTurns(composition, recognizer: sound?.recognizer)
        let background = Mutex<[Task<Void, Never>]>([])
        let team = Mutex<Task<Void, Never>?>(nil)
        defer { team.withLock { $0 }?.cancel() }
        let failed = Mutex<@Sendable (String) -> Void>({ _ in })
        let notes = Mutex<[String]>([])
        let dependencies = try composition.applicationDependencies(
            sound: sound, sampleRate: launch?.sampleRate ?? 48_000,
            opened: { lines in
                notes.withLock { $0 += lines }
                if let first = lines.first {
                    failed.withLock { $0 }(lines.count == 1 ? first : "\(first) (and \(lines.count - 1) more)")
                }
                // After the list has been asked for.
                DispatchQueue.global().async {
                    guard let store = connect() else { return }
                    transcribe(store)
                    turns.begin(with: store)
                    // After the first screen has been drawn.
                    let tasks = [
                        composition.askAssistantForMinutes(in: store, after: .seconds(2)) { line in
                            failed.withLock { $0 }(line)
                        },
                        composition.makeDelivery(in: store)?.start(after: .seconds(3)),
                    ]
                    background.withLock { $0 += tasks.compactMap(\.self) }
                    let exchange = composition.makeTeamWorker()?
                        .start(after: .seconds(2), report: { problem in failed.withLock { $0 }(problem.description) })
                    team.withLock { $0 = exchange }
                }
            }, kept: { connect().map(transcribe) })
        var localizer = try await texts
        localizer.now = { .now }
        let runner = ApplicationRunner(
            dependencies: dependencies, localizer: localizer, place: try place(dependencies.preferences),
            launch: launch, keys: composition.configuration.keyTable, quitsOnLeaving: leaves)
        turns.report(to: { [weak runner] in runner?.report($0) })
        failed.withLock { $0 = { [weak runner] in runner?.report(.outside($0)) } }
        let signal = try await hold(runner, in: composition, clock: dependencies.clock, localizer)
        // Each line, also those for which the screen had no room.
        for note in notes.withLock({ $0 }) { StandardOutput.note("standup: note: \(note)") }
        for problem in await runner.closingProblems {
            StandardOutput.note(
                "standup: note: something deleted is still stored; the next command tries to erase it: \(problem)")
        }
        let ending = Ending(meeting: await runner.lastMeeting, signal: signal, wantsDemo: await runner.wantsDemo)
        turns.stop()
        // The next start asks for the rest, and sends it.
        let begun = background.withLock { $0 }
        for task in begun { task.cancel() }
        // Stores what became of the minutes that were being sent.
        await finish(begun, within: .seconds(3))
        let waits = launch != nil && ending.isMeetingOver
        if waits { await waitForHost(of: runner) }
        for task in late.withLock({ $0 }) {
            if waits { await task.value } else { task.cancel() }
        }
        return ending
    }

    /// Waits until tasks have ended, or until the limit.
    private static func finish(_ tasks: [Task<Void, Never>], within limit: Duration) async {
        let (end, continuation) = AsyncStream<Never>.makeStream()
        Task.detached {
            for task in tasks { await task.value }
            continuation.finish()
        }
        let alarm = Task.detached {
            try? await Task.sleep(for: limit)
            continuation.finish()
        }
        for await _ in end {}
        alarm.cancel()
    }

    /// Waits until the process that held the meeting has finished; says so if that takes long.
    private static func waitForHost(of runner: ApplicationRunner) async {
        let note = Task {
            try await Task.sleep(for: .seconds(1))
            StandardOutput.note(
                "Waiting for the last words, the hooks and the minutes. Press Ctrl-C to leave; they are not lost.")
        }
        await runner.waitForHosts()
        note.cancel()
    }

    /// Runs an application on the terminal until it ends; returns the signal that ended it, if any.
    private static func hold(
        _ runner: ApplicationRunner, in composition: Composition, clock: any MeetingClock, _ localizer: Localizer
    ) async throws -> CInt? {
        let stop = StopSignal()
        defer { stop.end() }
        let isPlain = composition.configuration.isPlain
        let lines = PlainTerminal(of: runner, localizer, clock: clock)
        let terminal = TerminalApplication(
            of: runner, on: composition.makeRenderer(), clock: clock, tooSmall: localizer(.appTooSmall))
        runner.begin { isPlain ? lines.show($0) : terminal.show($0) }
        stop.perform { signal in
            signal == SIGHUP ? runner.hangUp() : runner.interrupt()
            NCursesRenderer.releaseOutput()
        }
        if isPlain { try await lines.hold() } else { try await terminal.hold(runner) }
        return stop.number
    }

    /// The place at an address, or the place where the user last left the application.
    ///
    /// Falls back to the list if the remembered place cannot be read.
    static func place(_ address: String?, preferences: any Preferences) throws -> Place? {
        guard let address else { return preferences.value(.place).flatMap { try? Place(address: $0) } }
        return try Place(address: address)
    }
}

extension DataOption {
    /// Replaces this process with another command of the program, on the same data.
    func run(_ command: [String]) throws -> Never {
        let options = (folder.map { ["--data", $0] } ?? []) + (sharedFolder ? ["--shared-folder"] : [])
        var arguments = (["standup"] + command + options).map { unsafe strdup($0) } + [nil]
        unsafe execv("/proc/self/exe", &arguments)
        throw Failure(
            .failed, "cannot run standup \(command.joined(separator: " ")): \(String(cString: strerror(errno)))")
    }
}

extension TurnWording {
    /// Creates the notification texts in the user's language, with placeholders for names.
    init(_ localizer: Localizer) {
        self.init(
            summary: localizer(.notificationTurn(name: .text("%{name}"))),
            body: localizer(.notificationSlot(title: .text("%{title}"), time: .text("%{time}"))))
    }
}
