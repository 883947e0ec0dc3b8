import MeetingEngine
import MeetingHistory
import MeetingModel
import SpeechRecognition
import Synchronization

/// The queue of the speech server that the configuration names, while the application has a history open. [any thread]
final class ServerOfApplication: Sendable {
    private let composition: Composition
    private let queue = Mutex<TranscriptQueue?>(nil)
    /// Who is told what goes wrong: the meeting that was held last, if there was one.
    private let listener = Mutex<(@Sendable (MeetingProblem) -> Void)?>(nil)

    /// Nothing runs yet.
    init(_ composition: Composition) {
        self.composition = composition
    }

    /// Goes on with what waits in a history that was opened.
    func begin(with store: any MeetingStore) {
        let configuration = composition.configuration
        let choice = try? RecognizerChoice(language: "en", configuration: configuration)
        guard let choice, choice.server != nil, let recognition = choice.stretches else { return }
        let new = composition.makeTranscriptQueue(recognition, store: store) { [weak self] error in
            self?.listener.withLock { $0 }?(.recognizer(error))
        }
        queue.withLock { queue in
            queue?.stop()
            queue = new
        }
        new.resume()
    }

    /// From now on this is told what goes wrong.
    func report(to listener: @escaping @Sendable (MeetingProblem) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Takes what happens in a meeting.
    func note(_ event: MeetingEvent, in meeting: Meeting.ID, language: String) {
        queue.withLock { $0 }?.note(event, in: meeting, language: language)
    }

    /// Stops soon; what is left is done at the next start.
    func stop() {
        queue.withLock { $0.take() }?.stop()
    }
}
