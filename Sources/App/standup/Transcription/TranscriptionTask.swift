import Glibc
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupSpeech
import Synchronization

/// Performs a transcription, shows its progress on a terminal, and exits at a signal.
final class TranscriptionTask: Sendable {
    private struct State {
        var line: ProgressLine
        var progress: TranscriptionProgress?
        var substitutions: [RecognizerSubstitution] = []
    }

    private let interruption: String
    private let lock: LiveLock?
    private let state: Mutex<State>

    /// After a signal it prints `interruption`, which describes what happens to the unfinished work, and releases
    /// `lock`.
    init(interruption: String, lock: LiveLock? = nil) {
        self.interruption = interruption
        self.lock = lock
        state = Mutex(State(line: ProgressLine()))
    }

    /// Runs the work, which reports its progress; says where another recognizer was used instead.
    func perform<Result: Sendable>(
        _ work: (_ report: @escaping @Sendable (TranscriptionProgress) -> Void) async throws -> Result
    ) async throws -> Result {
        let stop = StopSignal()
        stop.perform { [self] in end(after: $0) }
        defer {
            stop.end()
            state.withLock { $0.line.clear() }
        }
        let start = Composition.clock.now
        state.withLock { $0.line.show("0 %") }
        do {
            let result = try await work { [self] progress in
                let text = progress.text(after: Composition.clock.now - start)
                state.withLock { state in
                    state.progress = progress
                    if let substitution = progress.substitution { state.substitutions.append(substitution) }
                    state.line.show(text)
                }
            }
            tellSubstitutions()
            return result
        } catch let error as RecognizerError {
            throw Failure(transcribing: error)
        }
    }

    private func tellSubstitutions() {
        state.withLock { state in
            guard let first = state.substitutions.first else { return }
            state.line.clear()
            let more = state.substitutions.count - 1
            let others = more == 0 ? "" : ", and for \(more) more utterance\(more == 1 ? "" : "s")"
            StandardOutput.note("standup: note: \(first)\(others)")
        }
    }

    /// Exits after a signal; the files on disk are consistent.
    private func end(after number: CInt) -> Never {
        let percent = state.withLock { state in
            state.line.clear()
            return state.progress?.percent ?? 0
        }
        StandardOutput.note("standup: interrupted at \(percent) %; \(interruption)")
        lock?.release()
        // Decoders do not stop in the middle of a segment; do not wait for them.
        _exit(128 + number)
    }
}

extension TranscriptionProgress {
    var percent: Int { Int(min(done, total) * 100 / total) }

    /// The progress, and the estimated remaining time as soon as it can be computed from the pace so far.
    func text(after elapsed: Duration) -> String {
        guard let left = remaining(after: elapsed) else { return "\(percent) %" }
        return "\(percent) %, \(left.clockText(.remaining)) left"
    }

    /// The estimated remaining time; nil until it can be computed from the pace so far.
    func remaining(after elapsed: Duration) -> Duration? {
        let new = done - known
        guard new > 0, elapsed > .seconds(2) else { return nil }
        return .seconds(Double(max(total - done, 0)) / Double(new) * elapsed.seconds)
    }
}
