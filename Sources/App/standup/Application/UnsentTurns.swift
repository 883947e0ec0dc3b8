import Glibc
import MeetingEngine
import MeetingHistory
import StandupSpeech
import Synchronization

/// Sends turns of earlier meetings, for which a speech server has not answered yet, while the application is open.
/// [any thread]
final class UnsentTurns: Sendable {
    private struct State {
        var queue: TranscriptQueue?
        var report: @Sendable (MeetingProblem) -> Void = { _ in }
    }

    private let composition: Composition
    /// The recognizer that a flag names.
    private let recognizer: String?
    private let state = Mutex(State())

    /// Creates a queue that is idle; the recognizer is the flag's, else the configured one.
    init(_ composition: Composition, recognizer: String? = nil) {
        self.composition = composition
        self.recognizer = recognizer
    }

    /// Starts to send the turns that wait in an opened history.
    func begin(with store: any MeetingStore) {
        let configuration = composition.configuration
        guard configuration.value(.recognizer, flag: recognizer).map(RecognizerChoice.isServer) == true else { return }
        let choice = try? RecognizerChoice(flag: recognizer, language: "en", configuration: configuration)
        guard let recognition = choice?.segments else { return }
        let new = composition.makeTranscriptQueue(recognition, store: store) { [weak self] error in
            self?.state.withLock { $0.report }(.recognizer(error))
        }
        state.withLock { state in
            state.queue?.stop()
            state.queue = new
        }
        new.resume()
    }

    /// Sets the receiver of problems.
    func report(to report: @escaping @Sendable (MeetingProblem) -> Void) {
        state.withLock { $0.report = report }
    }

    /// Stops; the next start sends the rest.
    func stop() {
        state.withLock { $0.queue.take() }?.stop()
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
