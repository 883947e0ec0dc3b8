import MeetingHistory
package import MeetingModel
import MeetingTiming
package import Sound
package import StandupSpeech
import Synchronization

/// Transcribes meetings with a speech server: turn by turn while they run, the rest later.
///
/// The open work is stored in the history, so it resumes after the program has ended or the network was down. One
/// segment is sent at a time. Only `finish` waits for the queue.
package final class TranscriptQueue: Sendable {
    package struct Dependencies: Sendable {
        var recognition: SegmentRecognition
        package var store: any TranscribedMeetings
        var cues: CueSounds?
        /// Opens a recording, up to the frames written so far.
        package var open: @Sendable (Recording) throws -> any RecordedAudio
        /// Names and terms that are likely to be said in a meeting.
        package var prompt: @Sendable (Meeting) -> String
        /// Claims a meeting until the returned object is released; nil if another process has claimed it.
        var claim: @Sendable (Meeting.ID) -> (any AnyObject & Sendable)?
        package var now: @Sendable () -> Timestamp
        /// Waits until more of a recording may have been written.
        package var wait: @Sendable () async -> Void
        /// Called with each meeting of which nothing is left to transcribe.
        package var finished: @Sendable (Meeting.ID) -> Void

        package init(
            recognition: SegmentRecognition, store: any TranscribedMeetings, cues: CueSounds?,
            open: @escaping @Sendable (Recording) throws -> any RecordedAudio,
            prompt: @escaping @Sendable (Meeting) -> String = { _ in "" },
            claim: @escaping @Sendable (Meeting.ID) -> (any AnyObject & Sendable)?,
            now: @escaping @Sendable () -> Timestamp,
            wait: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(200)) },
            finished: @escaping @Sendable (Meeting.ID) -> Void = { _ in }
        ) {
            self.recognition = recognition
            self.store = store
            self.cues = cues
            self.open = open
            self.prompt = prompt
            self.claim = claim
            self.now = now
            self.wait = wait
            self.finished = finished
        }
    }

    private enum Job {
        case queue(Meeting.ID, language: String)
        case transcribe(Meeting.ID, upTo: Duration?)
        case resume
        case signal(CheckedContinuation<Void, Never>)
    }

    private let dependencies: Dependencies
    private let report: @Sendable (RecognizerError) -> Void
    private let jobs: AsyncStream<Job>.Continuation
    private let worker: Mutex<Task<Void, Never>?>

    /// Creates a queue that starts at once; `report` gets each problem once. [any thread]
    package init(_ dependencies: Dependencies, report: @escaping @Sendable (RecognizerError) -> Void) {
        self.dependencies = dependencies
        self.report = report
        let (stream, continuation) = AsyncStream.makeStream(of: Job.self)
        jobs = continuation
        worker = Mutex(nil)
        let executor = DiskExecutor(label: "standup.transcripts")
        let run = Task.detached(executorPreference: executor, priority: .utility) { [dependencies, report] in
            var work = QueueWork(dependencies: dependencies, report: report)
            for await job in stream {
                switch job {
                case .queue(let meeting, let language): work.queue(meeting, language: language)
                case .transcribe(let meeting, let end): await work.transcribe(meeting, upTo: end)
                case .resume: await work.resume()
                case .signal(let continuation): continuation.resume()
                }
            }
        }
        worker.withLock { $0 = run }
    }

    deinit { stop() }

    /// A meeting is queued at its start, and each turn is transcribed when it ends.
    package func note(_ event: MeetingEvent, in meeting: Meeting.ID, language: String) {
        switch event.kind {
        case .meetingStarted: jobs.yield(.queue(meeting, language: language))
        case .turnEnded: jobs.yield(.transcribe(meeting, upTo: event.at))
        case .meetingEnded(let reason, _) where reason != .discarded: jobs.yield(.transcribe(meeting, upTo: nil))
        default: break
        }
    }

    /// Transcribes a meeting that has ended.
    package func add(_ meeting: Meeting.ID, language: String) {
        jobs.yield(.queue(meeting, language: language))
        jobs.yield(.transcribe(meeting, upTo: nil))
    }

    /// Resumes the meetings that have ended and are queued for this server.
    package func resume() {
        jobs.yield(.resume)
    }

    /// Returns when everything that was queued before is done or has failed.
    package func finish() async {
        await withCheckedContinuation { continuation in
            if case .enqueued = jobs.yield(.signal(continuation)) { return }
            continuation.resume()
        }
    }

    /// Stops soon; finished segments are kept, and another run does the rest.
    package func stop() {
        jobs.finish()
        worker.withLock { $0.take() }?.cancel()
    }

    /// The name of the draft that keeps a server's answers about a meeting in a language.
    package static func draft(of recognition: SegmentRecognition, language: String) -> String {
        "\(recognition.key)/\(language)/turns"
    }
}

private struct QueueWork {
    let dependencies: TranscriptQueue.Dependencies
    let report: @Sendable (RecognizerError) -> Void
    /// The problem that was reported last; it is reported again only if it was solved in between.
    private var problem: RecognizerError?
    /// Whether only the user can solve the problem with the server.
    private var isHopeless = false

    /// The maximum number of waits for the end of a turn that is not written yet.
    private static let attempts = 50

    init(dependencies: TranscriptQueue.Dependencies, report: @escaping @Sendable (RecognizerError) -> Void) {
        self.dependencies = dependencies
        self.report = report
    }

    mutating func queue(_ meeting: Meeting.ID, language: String) {
        let draft = TranscriptQueue.draft(of: dependencies.recognition, language: language)
        do throws(HistoryError) {
            try dependencies.store.queueTranscript(QueuedTranscript(meeting: meeting, draft: draft))
        } catch {
            fail(error)
        }
    }

    mutating func resume() async {
        let queued = (try? dependencies.store.queuedTranscripts()) ?? []
        for transcript in queued where !isHopeless && !Task.isCancelled {
            // A server that does not respond now will not respond to the next request either.
            if case .noAnswer(_, _, _, .later) = problem { return }
            guard let meeting = try? dependencies.store.meeting(transcript.meeting), meeting.state != .live,
                transcript.draft == TranscriptQueue.draft(of: dependencies.recognition, language: meeting.language)
            else { continue }
            await transcribe(transcript.meeting, upTo: nil)
        }
    }

    /// Transcribes a meeting up to a meeting time, once that is recorded; to its end if `end` is nil.
    mutating func transcribe(_ meeting: Meeting.ID, upTo end: Duration?) async {
        let transcript = ((try? dependencies.store.queuedTranscripts()) ?? []).first { $0.meeting == meeting }
        guard let transcript, !isHopeless, let claim = dependencies.claim(meeting) else { return }
        defer { withExtendedLifetime(claim) {} }
        let turns = TurnTranscription(
            queued: transcript, recognition: dependencies.recognition, cues: dependencies.cues,
            store: dependencies.store, open: dependencies.open,
            prompt: dependencies.prompt)
        for _ in 0..<Self.attempts where !Task.isCancelled {
            do {
                let progress = try await turns.run(now: dependencies.now)
                if progress == .complete { dependencies.finished(meeting) }
                guard case .live(let done) = progress, let end, done < end else {
                    problem = nil
                    return
                }
            } catch {
                return fail(error)
            }
            await dependencies.wait()
        }
    }

    private mutating func fail(_ error: any Error) {
        guard !Task.isCancelled, !(error is CancellationError) else { return }
        // The meeting was discarded or deleted in the meantime.
        if case .noMeeting? = error as? HistoryError { return }
        let error = error as? RecognizerError ?? .failed(name: dependencies.recognition.name, reason: "\(error)")
        if case .noAnswer(_, _, _, .none) = error { isHopeless = true }
        if problem != error { report(error) }
        problem = error
    }
}
