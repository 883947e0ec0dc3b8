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

/// Runs the full-screen application.
enum FullScreen {
    /// The result of running the application.
    struct Ending {
        /// The result of the last meeting, or why it did not start; nil if there was no meeting.
        let meeting: Result<EndedMeeting, MeetingStartError>?
        /// The signal that ended the application; nil if the user quit.
        let signal: CInt?

        /// Why the meeting ended; nil if a signal ended the application.
        var reason: MeetingTimer.EndReason? { signal == nil ? try? meeting?.get().reason : nil }
    }

    /// Runs the application until the user quits.
    ///
    /// Without an address, it opens at the place where the user last left it.
    static func open(_ address: String?, data: DataOption) async throws {
        let composition = try Composition(data: data)
        let ending = try await show(in: composition, sound: nil, launch: nil) { try place(address, preferences: $0) }
        if let signal = ending.signal { throw ExitCode(128 + signal) }
    }

    /// Runs one meeting with the devices and the recogniser that a command names.
    ///
    /// After the screen has closed, waits for the pending transcripts of the speech server and of earlier meetings.
    static func hold(_ launch: MeetingLaunch, sound: SoundOptions, in composition: Composition) async throws -> Ending {
        try await show(in: composition, sound: sound, launch: launch) { _ in nil }
    }

    private static func show(
        in composition: Composition, sound: SoundOptions?, launch: MeetingLaunch?,
        place: (any Preferences) throws -> Place?
    ) async throws -> Ending {
        // Load the texts while the rest is being prepared.
        async let texts = composition.makeLocalizer()
        try composition.folder.checkOwnership()
        composition.upgradeHistory()
        let late = Mutex<[Task<Void, Never>]>([])
        let transcribe: @Sendable (any MeetingStore) -> Void = { store in
            let task = composition.transcribeInterruptedMeetings(in: store, recognizer: sound?.recognizer)
            late.withLock { $0.append(task) }
        }
        let observers = MeetingObservers(composition, recognizer: sound?.recognizer)
        var dependencies = try composition.applicationDependencies(
            sound: sound, sampleRate: launch?.sampleRate ?? 48_000,
            opened: { store in
                transcribe(store)
                observers.begin(with: store)
            }, kept: transcribe)
        let localizer = try await texts
        let wording = TurnWording(localizer)
        dependencies.observe = { observers.observe($0, wording: wording, listener: $1) }
        let runner = ApplicationRunner(
            dependencies: dependencies, localizer: localizer, place: try place(dependencies.preferences), launch: launch
        )
        let signal = try await hold(runner, clock: dependencies.clock, localizer)
        let ending = Ending(meeting: await runner.lastMeeting, signal: signal)
        let reason = launch == nil ? nil : ending.reason
        await observers.finish(
            within: reason == nil ? .milliseconds(200) : Hooks.timeout,
            waitsForWords: reason == .finished || reason == .saved)
        for task in late.withLock({ $0 }) {
            if reason == nil { task.cancel() } else { await task.value }
        }
        return ending
    }

    /// Runs an application on the terminal until it ends; returns the signal that ended it, if any.
    private static func hold(
        _ runner: ApplicationRunner, clock: any MeetingClock, _ localizer: Localizer
    ) async throws -> CInt? {
        let stop = StopSignal()
        defer { stop.end() }
        let terminal = TerminalApplication(
            of: runner, on: NCursesRenderer(), clock: clock, tooSmall: localizer("app.too-small"))
        runner.begin { terminal.show($0) }
        stop.perform { signal in
            signal == SIGHUP ? runner.hangUp() : runner.interrupt()
            NCursesRenderer.releaseOutput()
        }
        do throws(TerminalError) {
            try await terminal.hold(runner)
        } catch {
            throw Failure(.usage, error.description)
        }
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

extension TurnWording {
    /// Creates the notification texts in the user's language, with placeholders for names.
    fileprivate init(_ localizer: Localizer) {
        self.init(
            summary: localizer("notification.turn", ["name": .text("%{name}")]),
            body: localizer("notification.slot", ["title": .text("%{title}"), "time": .text("%{time}")]))
    }
}
