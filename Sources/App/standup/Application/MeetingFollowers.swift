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

/// What follows the application's meetings: the user's hooks, and the speech server that hears their turns. [any thread]
final class MeetingFollowers: Sendable {
    private struct State {
        /// The queue of the speech server, while a history is open, and the server's name.
        var queue: TranscriptQueue?
        var serverName = ""
        /// The hooks of the meeting that was held last.
        var hooks: Hooks?
        /// Who is told what goes wrong: the meeting that was held last, if there was one.
        var listener: (@Sendable (MeetingProblem) -> Void)?
        /// Whether problems are shown on the screen; once that has gone they are printed.
        var hasScreen = true
    }

    private let composition: Composition
    /// The recogniser that a flag names.
    private let recognizer: String?
    private let state = Mutex(State())

    /// Nothing is followed yet; the recogniser is the one that a flag names, else the configured one.
    init(_ composition: Composition, recognizer: String? = nil) {
        self.composition = composition
        self.recognizer = recognizer
    }

    /// Has the server work on what waits in a history that was opened.
    func begin(with store: any MeetingStore) {
        let choice = try? RecognizerChoice(
            flag: recognizer, language: "en", configuration: composition.configuration)
        guard let choice, let server = choice.server, let recognition = choice.stretches else { return }
        let new = composition.makeTranscriptQueue(recognition, store: store) { [weak self] error in
            self?.report(.recognizer(error))
        }
        state.withLock { state in
            state.queue?.stop()
            (state.queue, state.serverName) = (new, server.name)
        }
        new.resume()
    }

    /// Follows a meeting; what goes wrong is told to `listener` while there is a screen.
    func observe(
        _ plan: MeetingPlan, wording: TurnWording, listener: @escaping @Sendable (MeetingProblem) -> Void
    ) -> @Sendable (MeetingEvent) -> Void {
        let hooks = composition.makeHookPlan(plan, wording: wording).map { hookPlan in
            Hooks(plan: hookPlan, logPath: composition.folder.hookLogPath) { [weak self] in self?.report(.outside($0)) }
        }
        state.withLock { ($0.hooks, $0.listener) = (hooks, listener) }
        let isHeard = plan.isRecorded && plan.input != .none
        return { [self] event in
            hooks?.note(event)
            guard isHeard else { return }
            state.withLock { $0.queue }?.note(event, in: plan.meeting, language: plan.standup.language)
        }
    }

    private func report(_ problem: MeetingProblem) {
        let (hasScreen, listener) = state.withLock { ($0.hasScreen, $0.listener) }
        if hasScreen { listener?(problem) } else { StandardOutput.note("standup: \(DisplayText("\(problem)"))") }
    }

    /// Lets the hooks end once the screen has gone, and then the server's queue; what is left is done at the next start.
    ///
    /// - Parameters:
    ///   - patience: How long the hooks may take.
    ///   - waitsForWords: Whether the server's words are waited for.
    func finish(within patience: Duration, waitsForWords: Bool = false) async {
        let (queue, server, hooks) = state.withLock { state in
            state.hasScreen = false
            return (state.queue.take(), state.serverName, state.hooks.take())
        }
        await hooks?.finish(within: patience)
        guard let queue else { return }
        defer { queue.stop() }
        guard waitsForWords else { return }
        if isatty(STDERR_FILENO) == 1 {
            StandardOutput.note("Waiting for the last words of \(server); Ctrl-C leaves them for the next start.")
        }
        queue.resume()
        await queue.finish()
    }
}
