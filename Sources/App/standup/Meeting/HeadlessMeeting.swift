import ArgumentParser
import Glibc
import MeetingEngine
import MeetingModel
import MeetingSocket
import MeetingTiming
import Sound
import StandupFeatures
import StandupSpeech
import StandupTerminal
import Synchronization

/// Runs one meeting without a screen, with commands from standard input, from other processes and from signals.
///
/// This is how every meeting of the program is held, whatever shows it.
final class HeadlessMeeting: Sendable {
    enum Presentation: Hashable {
        /// A line of text for each event, because the application cannot run on the terminal.
        case lines(because: TerminalError)
        /// Nothing, or a line of JSON for each event.
        case headless(events: Bool, levels: Bool)
        /// Nothing; another process shows the meeting, over this socket.
        case hosted(control: CInt)

        /// Whether commands come from standard input.
        var readsCommands: Bool { if case .hosted = self { false } else { true } }
    }

    struct Outcome {
        let ended: EndedMeeting
        /// 0; 73 if output could not be written; 128 plus the signal's number if a signal ended the meeting.
        var exitCode: Int32

        /// Creates the result, and reports output that could not be written.
        ///
        /// `signal` is the signal that ended the meeting, if any.
        init(_ ended: EndedMeeting, signal: CInt?) {
            self.ended = ended
            if ended.hasUnsavedData {
                StandardOutput.note(
                    "standup: the end of the meeting \(ended.meeting) could not be saved; free some disk space, and "
                        + "the next start completes it")
            }
            exitCode =
                ended.reason == .interrupted
                ? 128 + (signal ?? SIGINT) : ended.hasUnsavedData ? Failure.Code.cannotWrite.rawValue : 0
        }
    }

    private struct State {
        var outcome: (MeetingTimer.EndReason, Duration)?
        var isStarted = false
        var hasServed = false
        /// The meeting while it runs.
        var session: MeetingSession?
        var hooks: Hooks?
        var queue: TranscriptQueue?
        var server: MeetingServer?
    }

    /// Creates the queue of a speech server.
    typealias QueueFactory =
        @Sendable (SegmentRecognition, _ report: @escaping @Sendable (RecognizerError) -> Void) -> TranscriptQueue

    private let plan: MeetingPlan
    private let dependencies: MeetingDependencies
    private let presentation: Presentation
    private let speechServer: SegmentRecognition?
    private let makeQueue: QueueFactory
    private let began: @Sendable (MeetingPlan) -> Void
    private let finished: @Sendable (Meeting.ID) -> Void
    private let hookPlan: HookPlan?
    private let hookLog: String?
    private let socket: MeetingSocketPath?
    private let state = Mutex(State())
    private let events: EventWriter

    init(
        plan: MeetingPlan, dependencies: MeetingDependencies, presentation: Presentation, hooks: HookPlan? = nil,
        hookLog: String? = nil, speechServer: SegmentRecognition? = nil, socket: MeetingSocketPath? = nil,
        makeQueue: @escaping QueueFactory, began: @escaping @Sendable (MeetingPlan) -> Void = { _ in },
        finished: @escaping @Sendable (Meeting.ID) -> Void = { _ in }
    ) {
        self.began = began
        self.finished = finished
        self.speechServer = speechServer
        self.socket = socket
        self.makeQueue = makeQueue
        self.plan = plan
        self.dependencies = dependencies
        self.presentation = presentation
        hookPlan = hooks
        self.hookLog = hookLog
        let isRecorded = plan.isRecorded && plan.hasSound
        func writer(_ format: EventStream.Format, to descriptor: CInt) -> EventWriter {
            EventWriter(EventStream(format, isRecorded: isRecorded), to: descriptor)
        }
        events =
            switch presentation {
            case .lines: writer(.text(plan.standup), to: STDOUT_FILENO)
            case .headless(events: true, let levels): writer(.json(levels: levels), to: STDOUT_FILENO)
            case .headless(events: false, _), .hosted: writer(.problems, to: STDERR_FILENO)
            }
    }

    /// Runs the meeting; returns when it has ended and all output is written.
    func hold() async throws -> Outcome {
        let session = try MeetingSession(plan: plan, dependencies: dependencies) { [self] in note($0) }
        let hooks = hookPlan.map { Hooks(plan: $0, logPath: hookLog) { [self] in noteProblem(.outside($0)) } }
        let queue = speechServer.map { makeQueue($0) { [self] in noteProblem(.recognizer($0)) } }
        let server = makeServer(session)
        state.withLock {
            $0 = State(hasServed: server != nil, session: session, hooks: hooks, queue: queue, server: server)
        }
        defer { state.withLock { $0 = State(outcome: $0.outcome, hasServed: $0.hasServed) } }
        let pipes = ProcessSignals.ignore(SIGPIPE)
        defer { pipes.end() }
        let quit = presentation.readsCommands ? refuseToLeave() : nil
        defer { quit?.end() }
        let stop = StopSignal()
        // After the meeting, signals end the program as usual, such as during a question or a later transcription.
        defer { stop.end() }
        stop.perform { [events] _ in
            events.hurryUp()
            session.interrupt()
        } hangUp: { [self] in
            // Without its terminal the meeting goes on, once it has started.
            if isRunning { loseTerminal() } else { session.interrupt() }
        }
        do {
            try await run(session)
        } catch MeetingStartError.interrupted {
            StandardOutput.note("standup: \(MeetingStartError.interrupted.line)")
            throw ExitCode(128 + (stop.number ?? SIGINT))
        }
        let (reason, duration) = state.withLock { $0.outcome ?? (.interrupted, .zero) }
        let isUrgent = reason == .interrupted
        await events.finish()
        await hooks?.finish(within: isUrgent ? .milliseconds(200) : Hooks.timeout)
        if let queue {
            // From here on Ctrl-C ends the program as usual; the pending turns are in the history.
            if !isUrgent { stop.end() }
            await finish(queue, after: reason)
        }
        await server?.finish()
        if reason != .discarded { finished(plan.meeting) }
        let ended = EndedMeeting(
            meeting: plan.meeting, reason: reason, duration: duration, hasUnsavedData: session.status.hasUnsavedData,
            heard: session.status.call == nil ? nil : session.status.heard)
        var outcome = Outcome(ended, signal: stop.number)
        if events.isGivenUp {
            outcome.exitCode = 128 + (stop.number ?? SIGINT)
        } else if events.hasFailed, outcome.exitCode == 0 {
            outcome.exitCode = Failure.Code.cannotWrite.rawValue
        }
        return outcome
    }

    /// Waits for the transcripts of the last turns and of earlier meetings, if the meeting finished or was saved.
    private func finish(_ queue: TranscriptQueue, after reason: MeetingTimer.EndReason) async {
        defer { queue.stop() }
        guard reason == .finished || reason == .saved, let speechServer else { return }
        if dependencies.clock is VirtualClock { queue.add(plan.meeting, language: plan.standup.language) }
        await queue.waitForWords(from: speechServer.name)
    }

    /// Whether other processes were served; whoever ordered the meeting was told then whether it started.
    var hasServed: Bool { state.withLock { $0.hasServed } }

    private var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    private var isRunning: Bool { state.withLock { $0.isStarted && $0.outcome == nil } }

    /// The server for other processes; nil on a virtual clock, which they cannot follow.
    private func makeServer(_ session: MeetingSession) -> MeetingServer? {
        guard !dependencies.clock.isVirtual else { return nil }
        let server = MeetingServer(
            session, plan: plan, clock: dependencies.clock, socket: socket, version: StandupCommand.version,
            isAttendedHere: presentation.readsCommands)
        if case .hosted(let control) = presentation { server.adopt(control) }
        return server
    }

    /// Keeps Control-\ from ending this process, which holds the meeting.
    private func refuseToLeave() -> ProcessSignals.Registration {
        ProcessSignals.handle([SIGQUIT]) { _ in
            StandardOutput.note(
                "standup: note: the meeting goes on here, because this process holds it; end it with: end save")
        }
    }

    /// The terminal is gone: the meeting goes on for a limited time.
    private func loseTerminal() {
        state.withLock { $0.server }?.becomeUnattended()
    }

    /// The meeting has started: other processes may follow, and it no longer needs its terminal.
    private func serve() {
        state.withLock { state in
            state.isStarted = state.server != nil
            return state.server
        }?.open()
    }

    private func run(_ session: MeetingSession) async throws {
        if let clock = dependencies.clock as? VirtualClock { return try await run(session, on: clock) }
        if presentation.readsCommands {
            CommandInput(session: session, attendees: plan.standup.attendees) { [self] in loseTerminal() }.follow()
        }
        do throws(MeetingStartError) {
            try await session.start()
        } catch {
            let server = state.withLock { $0.server }
            server?.report(.failed(error))
            await server?.finish()
            throw error
        }
        state.withLock { $0.server }?.report(.started(plan.meeting))
        began(plan)
        await session.waitUntilEnded()
    }

    /// Runs the meeting on the virtual clock, as fast as possible.
    ///
    /// Executes the commands that are already available before the start.
    private func run(_ session: MeetingSession, on clock: VirtualClock) async throws {
        let input = CommandInput(session: session, attendees: plan.standup.attendees)
        input.readWhatIsThere()
        try await session.start()
        while true {
            if !input.isAtEnd { input.read(within: .zero) }
            clock.settle()
            guard !hasEnded else { return }
            if !session.status.awaitsCommand, clock.advanceToNextDeadline() { continue }
            // With only a microphone, the meeting would never end, so it waits for commands. The wait is short, because
            // a signal must be able to end the meeting too.
            if !input.isAtEnd { input.read(within: .milliseconds(20)) }
        }
    }

    /// Reports a problem outside the meeting: as an event while the meeting runs.
    private func noteProblem(_ problem: MeetingProblem) {
        if !hasEnded, let session = state.withLock({ $0.session }) {
            session.report(problem)
        } else if case .hosted = presentation {
            let event = MeetingEvent(at: .zero, kind: .error(problem))
            state.withLock { $0.server }?.note(event)
        } else {
            StandardOutput.note("standup: \(DisplayText(problem.line))")
        }
    }

    private func note(_ event: MeetingEvent) {
        state.withLock { $0.hooks }?.note(event)
        // A virtual meeting ends before a server has transcribed its first turn; its turns are transcribed together at
        // the end.
        if !(dependencies.clock is VirtualClock) {
            state.withLock { $0.queue }?.note(event, in: plan.meeting, language: plan.standup.language)
        }
        // The end of the meeting is its last event, so later problems are printed.
        if case .error(let problem) = event.kind, hasEnded { return noteProblem(problem) }
        switch event.kind {
        case .meetingStarted:
            noteLines()
            // Before the event is written: whoever reads it may connect, or close the terminal, at once.
            serve()
        case .meetingEnded(let reason, let duration): state.withLock { $0.outcome = (reason, duration) }
        default: break
        }
        events.write(event)
        state.withLock { $0.server }?.note(event)
    }

    /// Tells why there are lines instead of the application, once the meeting has started.
    private func noteLines() {
        guard case .lines(let obstacle) = presentation else { return }
        StandardOutput.note(
            "standup: note: \(obstacle.reason); events are printed as lines, and commands are read from "
                + "standard input, such as next, pause or end save")
    }
}
