import AudioDevices
import Glibc
import MeetingEngine
import MeetingHistory
import MeetingHooks
import MeetingModel
import SpeechRecognition
import SpeechServerRecognition
import StandupFeatures
import Synchronization

/// Runs the user's hooks and the speech server's transcription for the application's meetings. [any thread]
final class MeetingObservers: Sendable {
    private struct State {
        /// The speech server's queue and name, while a history is open.
        var queue: TranscriptQueue?
        var serverName = ""
        /// The hooks of the last meeting.
        var hooks: Hooks?
        /// Receives problems; belongs to the last meeting, if there was one.
        var listener: (@Sendable (MeetingProblem) -> Void)?
        /// Whether problems appear on the screen; after it closes they are printed.
        var hasScreen = true
    }

    private let composition: Composition
    /// The recogniser that a flag names.
    private let recognizer: String?
    private let state = Mutex(State())

    /// Creates observers that are idle; the recogniser is the flag's, else the configured one.
    init(_ composition: Composition, recognizer: String? = nil) {
        self.composition = composition
        self.recognizer = recognizer
    }

    /// Starts the server's queue on the pending turns of an opened history.
    func begin(with store: any MeetingStore) {
        let configuration = composition.configuration
        guard configuration.value(.recognizer, flag: recognizer).map(RecognizerChoice.isServer) == true else { return }
        let choice = try? RecognizerChoice(flag: recognizer, language: "en", configuration: configuration)
        guard let choice, let server = choice.server, let recognition = choice.segments else { return }
        let new = composition.makeTranscriptQueue(recognition, store: store) { [weak self] error in
            self?.report(.recognizer(error))
        }
        state.withLock { state in
            state.queue?.stop()
            (state.queue, state.serverName) = (new, server.name)
        }
        new.resume()
    }

    /// Observes a meeting; `listener` receives problems while there is a screen.
    func observe(
        _ plan: MeetingPlan, wording: TurnWording, listener: @escaping @Sendable (MeetingProblem) -> Void
    ) -> @Sendable (MeetingEvent) -> Void {
        let hooks = composition.makeHookPlan(plan, wording: wording).map { hookPlan in
            Hooks(plan: hookPlan, logPath: composition.folder.hookLogPath) { [weak self] in self?.report(.outside($0)) }
        }
        state.withLock { ($0.hooks, $0.listener) = (hooks, listener) }
        let isHeard = plan.isRecorded && plan.hasSound
        return { [self] event in
            hooks?.note(event)
            guard isHeard else { return }
            state.withLock { $0.queue }?.note(event, in: plan.meeting, language: plan.standup.language)
        }
    }

    private func report(_ problem: MeetingProblem) {
        let (hasScreen, listener) = state.withLock { ($0.hasScreen, $0.listener) }
        if hasScreen { listener?(problem) } else { StandardOutput.note("standup: \(DisplayText(problem.line))") }
    }

    /// Waits for the hooks and then for the server's queue, once the screen has closed.
    ///
    /// The next start processes the rest.
    ///
    /// - Parameters:
    ///   - timeout: The time limit for the hooks.
    ///   - waitsForWords: Whether to wait for the server's transcripts.
    func finish(within timeout: Duration, waitsForWords: Bool = false) async {
        let (queue, server, hooks) = state.withLock { state in
            state.hasScreen = false
            return (state.queue.take(), state.serverName, state.hooks.take())
        }
        await hooks?.finish(within: timeout)
        guard let queue else { return }
        defer { queue.stop() }
        if waitsForWords { await queue.waitForWords(from: server) }
    }
}

extension TranscriptQueue {
    /// Waits for the pending transcripts of the speech server with this name, and says so on a terminal.
    func waitForWords(from server: String) async {
        if isatty(STDERR_FILENO) == 1 {
            StandardOutput.note(
                "Waiting for the last words from \(server). Press Ctrl-C to leave them for the next start.")
        }
        resume()
        await finish()
    }
}
