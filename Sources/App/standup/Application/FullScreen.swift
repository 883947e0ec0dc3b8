import ArgumentParser
import Glibc
import Localization
import MeetingEngine
import MeetingHistory
import MeetingHooks
import MeetingTiming
import StandupFeatures
import StandupTerminal
import Synchronization

/// The full-screen application, from the command line to the end.
enum FullScreen {
    /// How the application ended.
    struct Ending {
        /// How the last meeting ended, or why it did not start; nil if none was to be held.
        let meeting: Result<EndedMeeting, MeetingStartError>?
        /// The signal that ended it; nil if it was quit.
        let signal: CInt?

        /// Why the meeting ended, if no signal ended it.
        var reason: MeetingTimer.EndReason? { signal == nil ? try? meeting?.get().reason : nil }
    }

    /// Holds the application on the terminal until it is quit; without an address it opens where it was left.
    static func open(_ address: String?, data: DataOption) async throws {
        let composition = try Composition(data: data)
        let ending = try await show(in: composition, sound: nil, order: nil) { try place(address, memory: $0) }
        if let signal = ending.signal { throw ExitCode(128 + signal) }
    }

    /// Holds one meeting on the terminal, with the devices and the recogniser that a command names.
    ///
    /// What the speech server and meetings before still have to hear is waited for, once the screen has gone.
    static func hold(_ order: MeetingOrder, sound: SoundOptions, in composition: Composition) async throws -> Ending {
        try await show(in: composition, sound: sound, order: order) { _ in nil }
    }

    private static func show(
        in composition: Composition, sound: SoundOptions?, order: MeetingOrder?,
        place: (any Memory) throws -> Place?
    ) async throws -> Ending {
        // The texts are read while all else is prepared.
        async let texts = composition.makeLocalizer()
        try composition.folder.checkOwnership()
        composition.upgradeHistory()
        let late = Mutex<[Task<Void, Never>]>([])
        let transcribe: @Sendable (any MeetingStore) -> Void = { store in
            let task = composition.transcribeInterruptedMeetings(in: store, recognizer: sound?.recognizer)
            late.withLock { $0.append(task) }
        }
        let followers = MeetingFollowers(composition, recognizer: sound?.recognizer)
        var parts = try composition.applicationParts(
            sound: sound, sampleRate: order?.sampleRate ?? 48_000,
            opened: { store in
                transcribe(store)
                followers.begin(with: store)
            }, kept: transcribe)
        let localizer = try await texts
        let wording = TurnWording(localizer)
        parts.observe = { followers.observe($0, wording: wording, listener: $1) }
        let runner = ApplicationRunner(
            parts: parts, localizer: localizer, place: try place(parts.memory), order: order)
        let signal = try await hold(runner, clock: parts.clock, localizer)
        let ending = Ending(meeting: await runner.lastMeeting, signal: signal)
        let reason = order == nil ? nil : ending.reason
        await followers.finish(
            within: reason == nil ? .milliseconds(200) : Hooks.patience,
            waitsForWords: reason == .finished || reason == .saved)
        for task in late.withLock({ $0 }) {
            if reason == nil { task.cancel() } else { await task.value }
        }
        return ending
    }

    /// Holds an application on the terminal until it ends; returns the signal that ended it, if one did.
    private static func hold(
        _ runner: ApplicationRunner, clock: any MeetingClock, _ localizer: Localizer
    ) async throws -> CInt? {
        let requests = Mutex(StopRequests())
        let terminal = TerminalApplication(
            of: runner, on: NCursesRenderer(), clock: clock, tooSmall: localizer("app.too-small")
        ) { reason in
            let answer = requests.withLock { $0.take(reason.signal, at: Composition.clock.now) }
            // Leaving this way gives the terminal back.
            if answer == .endAtOnce { exit(128 + reason.signal) }
        }
        runner.begin { terminal.show($0) }
        do throws(TerminalError) {
            try await terminal.hold(runner)
        } catch {
            throw Failure(.usage, error.description)
        }
        return requests.withLock { $0.first }
    }

    /// The place of an address, or where the application was left; a remembered one that cannot be read is the list.
    static func place(_ address: String?, memory: any Memory) throws -> Place? {
        guard let address else { return memory.value(.place).flatMap { try? Place(address: $0) } }
        return try Place(address: address)
    }
}

extension TurnWording {
    /// The notifications in the user's language; the names stay for the notification to put in.
    fileprivate init(_ localizer: Localizer) {
        self.init(
            summary: localizer("notification.turn", ["name": .text("%{name}")]),
            body: localizer("notification.slot", ["title": .text("%{title}"), "time": .text("%{time}")]))
    }
}

extension EndReason {
    /// The number of the signal.
    fileprivate var signal: CInt {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .hangup: SIGHUP
        }
    }
}
