import ArgumentParser
import AudioDevices
import Glibc
import MeetingEngine
import MeetingHooks
import MeetingModel
import MeetingTiming
import SpeechRecognition
import StandupFeatures
import StandupTerminal
import Synchronization

/// Holds one meeting without a screen: hands it commands from standard input and from signals, until it has ended.
final class HeldMeeting: Sendable {
    /// How a meeting shows itself.
    enum Face: Hashable {
        /// A line of text for each event, because the application cannot be shown.
        case lines(because: TerminalError)
        /// Nothing, or a line of JSON for each event.
        case headless(events: Bool, levels: Bool)
    }

    /// How a meeting ended, and the program with it.
    struct Outcome {
        let ended: EndedMeeting
        /// 0, 73 if not all of it could be written, or 128 and the number of the signal that ended it.
        var exitCode: Int32

        /// The outcome of a meeting that was ended by a signal, if by any; it is said if not all could be written.
        init(_ ended: EndedMeeting, signal: CInt?) {
            self.ended = ended
            if ended.isUnwritten {
                StandardOutput.note(
                    "standup: not all of the meeting could be written, \(ended.meeting), make room: "
                        + "the next start completes it")
            }
            exitCode =
                ended.reason == .interrupted
                ? 128 + (signal ?? SIGINT) : ended.isUnwritten ? Failure.Code.cannotWrite.rawValue : 0
        }
    }

    private struct State {
        var outcome: (MeetingTimer.EndReason, Duration)?
        /// The meeting, while it runs.
        var session: MeetingSession?
        var hooks: Hooks?
        var queue: TranscriptQueue?
    }

    /// Makes the queue of a speech server.
    typealias QueueMaker =
        @Sendable (StretchRecognition, _ report: @escaping @Sendable (RecognizerError) -> Void) -> TranscriptQueue

    private let plan: MeetingPlan
    private let parts: MeetingParts
    private let face: Face
    private let server: StretchRecognition?
    private let makeQueue: QueueMaker
    private let hookPlan: HookPlan?
    private let hookLog: String?
    private let state = Mutex(State())
    private let events: EventWriter

    /// A meeting to be held, with the user's hooks if there are any, and a speech server that hears its turns.
    init(
        plan: MeetingPlan, parts: MeetingParts, face: Face, hooks: HookPlan? = nil, hookLog: String? = nil,
        server: StretchRecognition? = nil, makeQueue: @escaping QueueMaker
    ) {
        self.server = server
        self.makeQueue = makeQueue
        self.plan = plan
        self.parts = parts
        self.face = face
        hookPlan = hooks
        self.hookLog = hookLog
        let isRecorded = plan.isRecorded && plan.input != .none
        func writer(_ format: EventStream.Format, to descriptor: CInt) -> EventWriter {
            EventWriter(EventStream(format, isRecorded: isRecorded), to: descriptor)
        }
        events =
            switch face {
            case .lines: writer(.text(plan.standup), to: STDOUT_FILENO)
            case .headless(events: true, let levels): writer(.json(levels: levels), to: STDOUT_FILENO)
            case .headless(events: false, _): writer(.problems, to: STDERR_FILENO)
            }
    }

    /// Holds the meeting and returns when it has ended and all of it is written.
    func hold() async throws -> Outcome {
        let session = try MeetingSession(plan: plan, parts: parts) { [self] in note($0) }
        let hooks = hookPlan.map { Hooks(plan: $0, logPath: hookLog) { [self] in noteProblem(.outside($0)) } }
        let queue = server.map { makeQueue($0) { [self] in noteProblem(.recognizer($0)) } }
        state.withLock { ($0.session, $0.hooks, $0.queue) = (session, hooks, queue) }
        defer { state.withLock { ($0.session, $0.hooks, $0.queue) = (nil, nil, nil) } }
        let pipes = ProcessSignals.ignore(SIGPIPE)
        defer { pipes.end() }
        let stop = StopSignal()
        // What follows a meeting, such as a question or the transcription of an older one, can be broken off.
        defer { stop.end() }
        stop.perform { [events] number in
            events.hurryUp()
            if number == SIGHUP { session.cutOff() } else { session.interrupt() }
        }
        do {
            try await run(session)
        } catch MeetingStartError.interrupted {
            StandardOutput.note("standup: \(MeetingStartError.interrupted)")
            throw ExitCode(128 + (stop.number ?? SIGINT))
        }
        let (reason, duration) = state.withLock { $0.outcome ?? (.interrupted, .zero) }
        let isUrgent = reason == .interrupted
        await events.finish()
        await hooks?.finish(within: isUrgent ? .milliseconds(200) : Hooks.patience)
        if let queue {
            // Ctrl-C ends the program as usual from here on; what waits is in the history.
            if !isUrgent { stop.end() }
            await finish(queue, after: reason)
        }
        let ended = EndedMeeting(
            meeting: plan.meeting, reason: reason, duration: duration, isUnwritten: session.status.isUnwritten,
            isCutOff: session.status.isCutOff)
        var outcome = Outcome(ended, signal: stop.number)
        if events.isGivenUp {
            outcome.exitCode = 128 + (stop.number ?? SIGINT)
        } else if events.isUnwritten, outcome.exitCode == 0 {
            outcome.exitCode = Failure.Code.cannotWrite.rawValue
        }
        return outcome
    }

    /// Waits for the words of the last turns, and of meetings before, unless somebody is in a hurry.
    private func finish(_ queue: TranscriptQueue, after reason: MeetingTimer.EndReason) async {
        defer { queue.stop() }
        guard reason == .finished || reason == .saved else { return }
        if isatty(STDERR_FILENO) == 1, let server {
            StandardOutput.note("Waiting for the last words of \(server.name); Ctrl-C leaves them for the next start.")
        }
        if parts.clock is VirtualClock { queue.add(plan.meeting, language: plan.standup.language) }
        queue.resume()
        await queue.finish()
    }

    private var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Runs it to its end.
    private func run(_ session: MeetingSession) async throws {
        if let clock = parts.clock as? VirtualClock { return try await run(session, on: clock) }
        let input = CommandInput(session: session, attendees: plan.standup.attendees)
        input.follow()
        try await session.start()
        if case .lines(let obstacle) = face {
            StandardOutput.note(
                "standup: note: \(obstacle.reason); each event is printed as a line, and commands are read from "
                    + "standard input, such as next, pause or end save")
        }
        await session.waitUntilEnded()
    }

    /// As fast as the machine can.
    ///
    /// Commands that have come by then are given to the meeting before it starts.
    private func run(_ session: MeetingSession, on clock: VirtualClock) async throws {
        let input = CommandInput(session: session, attendees: plan.standup.attendees)
        input.readWhatIsThere()
        try await session.start()
        while true {
            if !input.isAtEnd { input.read(within: .zero) }
            clock.settle()
            guard !hasEnded else { return }
            if !session.status.awaitsCommand, clock.advanceToNextDeadline() { continue }
            // The microphone alone would go on for ever: the meeting stands still until somebody says otherwise.
            // Not for long: a signal ends the meeting too.
            if !input.isAtEnd { input.read(within: .milliseconds(20)) }
        }
    }

    /// Says what went wrong outside: as an event of the meeting while it runs.
    private func noteProblem(_ problem: MeetingProblem) {
        if !hasEnded, let session = state.withLock({ $0.session }) {
            session.report(problem)
        } else {
            StandardOutput.note("standup: \(DisplayText("\(problem)"))")
        }
    }

    private func note(_ event: MeetingEvent) {
        state.withLock { $0.hooks }?.note(event)
        // A virtual meeting is over before a server has heard its first turn; then all are heard together.
        if !(parts.clock is VirtualClock) {
            state.withLock { $0.queue }?.note(event, in: plan.meeting, language: plan.standup.language)
        }
        // The meeting's end is the last of its events.
        if case .error(let problem) = event.kind, hasEnded { return noteProblem(problem) }
        if case .meetingEnded(let reason, let duration) = event.kind {
            state.withLock { $0.outcome = (reason, duration) }
        }
        events.write(event)
    }
}
