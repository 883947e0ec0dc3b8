package import AudioDevices
package import MeetingHistory
package import MeetingModel
package import SpeechRecognition
import Synchronization

/// Gets meetings the transcripts that a speech server is to make of them: turn by turn while they are held, and later
/// whatever is left.
///
/// What it has still to do is in the history, so that it goes on after the end of the program or of the network. It asks
/// for one stretch at a time. Nothing waits for it unless it wants to.
package final class TranscriptQueue: Sendable {
    /// What it works with.
    package struct Parts: Sendable {
        /// The server.
        package var recognition: StretchRecognition
        /// The history with the meetings.
        package var store: any MeetingStore
        /// The program's own sounds.
        package var cues: CueSounds?
        /// Opens a recording, as far as it is written.
        package var open: @Sendable (Recording) throws -> any RecordedAudio
        /// Names and terms that are likely to be said in a meeting.
        package var prompt: @Sendable (Meeting) -> String
        /// Claims a meeting for as long as what it gives lives; nil if another process is at it.
        package var claim: @Sendable (Meeting.ID) -> (any AnyObject & Sendable)?
        /// The wall clock.
        package var now: @Sendable () -> Timestamp
        /// Waits until something may have been written.
        package var wait: @Sendable () async -> Void

        /// The parts.
        package init(
            recognition: StretchRecognition, store: any MeetingStore, cues: CueSounds?,
            open: @escaping @Sendable (Recording) throws -> any RecordedAudio,
            prompt: @escaping @Sendable (Meeting) -> String = { _ in "" },
            claim: @escaping @Sendable (Meeting.ID) -> (any AnyObject & Sendable)?,
            now: @escaping @Sendable () -> Timestamp,
            wait: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(200)) }
        ) {
            self.recognition = recognition
            self.store = store
            self.cues = cues
            self.open = open
            self.prompt = prompt
            self.claim = claim
            self.now = now
            self.wait = wait
        }
    }

    private enum Errand {
        case queue(Meeting.ID, language: String)
        case look(Meeting.ID, upTo: Duration?)
        case resume
        case tell(CheckedContinuation<Void, Never>)
    }

    private let parts: Parts
    private let report: @Sendable (RecognizerError) -> Void
    private let errands: AsyncStream<Errand>.Continuation
    private let worker: Mutex<Task<Void, Never>?>

    /// A queue that begins its work; `report` is told what keeps it from its work, each thing once. [any thread]
    package init(_ parts: Parts, report: @escaping @Sendable (RecognizerError) -> Void) {
        self.parts = parts
        self.report = report
        let (stream, continuation) = AsyncStream.makeStream(of: Errand.self)
        errands = continuation
        worker = Mutex(nil)
        let run = Task.detached(priority: .utility) { [parts, report] in
            var work = QueueWork(parts: parts, report: report)
            for await errand in stream {
                switch errand {
                case .queue(let meeting, let language): work.queue(meeting, language: language)
                case .look(let meeting, let end): await work.look(at: meeting, upTo: end)
                case .resume: await work.resume()
                case .tell(let continuation): continuation.resume()
                }
            }
        }
        worker.withLock { $0 = run }
    }

    deinit { stop() }

    /// Takes what happens in a meeting that is held: it is queued at its start, and each turn is heard at its end.
    package func note(_ event: MeetingEvent, in meeting: Meeting.ID, language: String) {
        switch event.kind {
        case .meetingStarted: errands.yield(.queue(meeting, language: language))
        case .turnEnded: errands.yield(.look(meeting, upTo: event.at))
        case .meetingEnded(let reason, _) where reason != .discarded: errands.yield(.look(meeting, upTo: nil))
        default: break
        }
    }

    /// Transcribes a meeting that has ended.
    package func add(_ meeting: Meeting.ID, language: String) {
        errands.yield(.queue(meeting, language: language))
        errands.yield(.look(meeting, upTo: nil))
    }

    /// Goes on with the meetings that have ended and wait for this server.
    package func resume() {
        errands.yield(.resume)
    }

    /// Returns when all that was asked by now has been done or has failed.
    package func finish() async {
        await withCheckedContinuation { continuation in
            if case .enqueued = errands.yield(.tell(continuation)) { return }
            continuation.resume()
        }
    }

    /// Stops soon; what was heard is kept, and the rest is done another time.
    package func stop() {
        errands.finish()
        worker.withLock { $0.take() }?.cancel()
    }

    /// The name of a draft that a server's answers about a meeting in a language are kept in.
    package static func draft(of recognition: StretchRecognition, language: String) -> String {
        "\(recognition.key)/\(language)/turns"
    }
}

/// What the queue does, one thing after the other.
private struct QueueWork {
    let parts: TranscriptQueue.Parts
    let report: @Sendable (RecognizerError) -> Void
    /// What was reported last; told again only once it was mended.
    private var problem: RecognizerError?
    /// Whether the server wants something that only the user can change.
    private var isHopeless = false

    /// How often a turn's end is waited for that has not been written yet.
    private static let patience = 50

    init(parts: TranscriptQueue.Parts, report: @escaping @Sendable (RecognizerError) -> Void) {
        self.parts = parts
        self.report = report
    }

    mutating func queue(_ meeting: Meeting.ID, language: String) {
        let draft = TranscriptQueue.draft(of: parts.recognition, language: language)
        do throws(HistoryError) {
            try parts.store.queueTranscript(QueuedTranscript(meeting: meeting, draft: draft))
        } catch {
            fail(error)
        }
    }

    mutating func resume() async {
        let queued = (try? parts.store.queuedTranscripts()) ?? []
        for transcript in queued where !isHopeless && !Task.isCancelled {
            // A server that does not answer now does not answer the next one either.
            if case .noAnswer(_, _, _, .later) = problem { return }
            guard let meeting = try? parts.store.meetingWithoutWords(transcript.meeting), meeting.state != .live,
                transcript.draft == TranscriptQueue.draft(of: parts.recognition, language: meeting.language)
            else { continue }
            await look(at: transcript.meeting, upTo: nil)
        }
    }

    /// Hears what has been said in a meeting, up to a meeting time as soon as that has been written.
    mutating func look(at meeting: Meeting.ID, upTo end: Duration?) async {
        let transcript = ((try? parts.store.queuedTranscripts()) ?? []).first { $0.meeting == meeting }
        guard let transcript, !isHopeless, let claim = parts.claim(meeting) else { return }
        defer { withExtendedLifetime(claim) {} }
        let turns = TurnTranscription(
            queued: transcript, recognition: parts.recognition, cues: parts.cues, store: parts.store, open: parts.open,
            prompt: parts.prompt)
        for _ in 0..<Self.patience where !Task.isCancelled {
            do {
                guard case .live(let done) = try await turns.run(now: parts.now), let end, done < end else {
                    problem = nil
                    return
                }
            } catch {
                return fail(error)
            }
            await parts.wait()
        }
    }

    private mutating func fail(_ error: any Error) {
        guard !Task.isCancelled, !(error is CancellationError) else { return }
        // Somebody has discarded or deleted it meanwhile.
        if case .noMeeting? = error as? HistoryError { return }
        let error = error as? RecognizerError ?? .failed(name: parts.recognition.name, reason: "\(error)")
        if case .noAnswer(_, _, _, .none) = error { isHopeless = true }
        if problem != error { report(error) }
        problem = error
    }
}
