import ArgumentParser
import Glibc
import Localization
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupFeatures
import StandupTerminal
import Synchronization

/// The full-screen application, from the command line to the end.
enum FullScreen {
    /// Holds the application on the terminal until it is quit; without an address it opens where it was left.
    static func open(_ address: String?, data: DataOption) async throws {
        let composition = try Composition(data: data)
        // The texts are read while all else is prepared.
        async let texts = composition.makeLocalizer()
        try composition.folder.checkOwnership()
        composition.upgradeHistory()
        let late = Mutex<[Task<Void, Never>]>([])
        let transcribe: @Sendable (any MeetingStore) -> Void = { store in
            let task = composition.transcribeInterruptedMeetings(in: store)
            late.withLock { $0.append(task) }
        }
        let server = ServerOfApplication(composition)
        var parts = try composition.applicationParts(
            opened: { store in
                transcribe(store)
                server.begin(with: store)
            }, kept: transcribe)
        let localizer = try await texts
        parts.observe = composition.makeObserver(localizer, server: server)
        let runner = ApplicationRunner(
            parts: parts, localizer: localizer, place: try place(address, memory: parts.memory))
        let requests = Mutex(StopRequests())
        let terminal = TerminalApplication(
            of: runner, on: NCursesRenderer(), clock: parts.clock, tooSmall: localizer("app.too-small")
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
        for task in late.withLock({ $0 }) { task.cancel() }
        server.stop()
        if let signal = requests.withLock({ $0.first }) { throw ExitCode(128 + signal) }
    }

    /// The place of an address, or where the application was left; a remembered one that cannot be read is the list.
    static func place(_ address: String?, memory: any Memory) throws -> Place? {
        guard let address else { return memory.value(.place).flatMap { try? Place(address: $0) } }
        return try Place(address: address)
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
