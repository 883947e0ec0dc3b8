public import AudioDevices
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition
import Synchronization

/// A meeting that is held: it arms a timer for the countdown's next instant and turns what happens into sound,
/// recording, transcript and history.
///
/// It runs on a queue of its own and waits for nothing: not for the disk, the sound server or the recogniser.
public actor MeetingSession {
    /// What a meeting can be told while it runs.
    public enum Command: Hashable, Sendable {
        /// A command to the countdown.
        case timer(MeetingTimer.Command)
        /// Puts those who are still to speak into a random order.
        case shuffle
        /// Sounds no cue from now on, or sounds them again; their events come all the same.
        case mute(Bool)
        /// Hears another microphone from now on.
        case listen(to: DeviceSelection)
        /// The lead's private note is now this; it is in the history at once, as far as `Meeting.keptNote` keeps it.
        case note(String)
    }

    enum Stage {
        case idle
        case opening
        /// The microphone is there; the recording and the meeting's row are being made.
        case beginning
        case running
        /// The countdown is over; the recording and the transcript are being completed.
        case ending(MeetingTimer.EndReason, Duration)
        case ended
    }

    nonisolated let queue: WorkQueue
    /// Set as soon as somebody wants the meeting to end within a second: commands that still wait are dropped.
    private nonisolated let isHurried = Atomic(false)
    /// The session's own queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let plan: MeetingPlan
    let parts: MeetingParts
    let clock: any MeetingClock
    private let observer: @Sendable (MeetingEvent) -> Void
    private let sharedStatus: Mutex<MeetingStatus>

    var stage = Stage.idle
    var timer: MeetingTimer
    var generator: SeededGenerator
    /// Where meeting time and the clock were last seen together, while the countdown runs.
    var onRecord: (instant: Duration, meetingTime: Duration)?
    /// The instant from which the steps of the countdown are counted.
    var origin = Duration.zero
    var scheduled = ScheduledCommands()
    /// Who waits until no command is due.
    var commandWaiters: [@Sendable (_ takesMore: Bool) -> Void] = []
    var suspended: Duration
    /// What went wrong outside before the first event.
    var earlyProblems: [MeetingProblem] = []

    var deadline: (any DeadlineTimer)?
    var endingLimit: (any DeadlineTimer)?
    /// When it is given up to wait for a disk that refuses the end of the meeting.
    var diskLimit = Duration.zero
    var pump: CapturePump?
    var playback: (any PlaybackStream)?
    /// Why the loudspeaker sounds nothing, as it was told.
    var loudspeakerProblem: String?
    var cues: [Cue: ScheduledCue] = [:]
    var isMuted = false
    var lanes: TranscriptionLanes?
    /// What is shown of what is said until it is final.
    var pending: PendingWords
    var writer: HistoryWriter
    var recording: (any RecordingWriter)?
    var learning: Learning?
    var writtenSecond: Int64 = 0
    /// What is said when nothing but a command could bring the meeting on, and none can come; nil while one can.
    var noCommandReason: String?
    var silence = SilenceWatch()
    var refusals = Refusals()

    private var starting: (@Sendable (Result<Void, MeetingStartError>) -> Void)?
    /// Whether all is written, and nobody has to wait any more.
    var isOver = false
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    /// A cue that waits on the loudspeaker for its instant.
    struct ScheduledCue {
        let instant: Duration
        let ticket: CueTicket
    }

    /// What the recognisers have learned about the microphone, and the keys under which the history keeps it.
    ///
    /// `final` is that of the recogniser whose words are kept, `partial` that of the one whose words are shown before.
    struct Learning {
        let finalKey: String
        let partialKey: String?
        var final: [Float]?
        var partial: [Float]?
    }

    /// A meeting that is ready to start.
    ///
    /// `observer` is called for each event, in order, on the engine queue.
    public init(
        plan: MeetingPlan,
        parts: MeetingParts,
        observer: @escaping @Sendable (MeetingEvent) -> Void = { _ in }
    ) throws(MeetingStartError) {
        do throws(MeetingTimerError) {
            if let interrupted = plan.interrupted {
                self.timer = interrupted.timer
            } else {
                self.timer = try MeetingTimer(
                    attendees: plan.standup.attendees.map(\.id),
                    absent: plan.absent,
                    length: plan.standup.length,
                    settings: plan.standup.settings
                )
            }
        } catch {
            throw .plan(error)
        }
        self.plan = plan
        self.parts = parts
        self.clock = parts.clock
        self.observer = observer
        self.pending = PendingWords(sampleRate: plan.sampleRate)
        self.queue = clock.makeQueue("standup.engine", inBackground: false)
        self.generator = SeededGenerator(seed: plan.seed)
        self.suspended = clock.nowWithSuspend - clock.now
        let relay = Relay<HistoryError?>()
        self.writer = HistoryWriter(clock: clock, store: parts.store, meeting: plan.meeting) { relay.send($0) }
        self.sharedStatus = Mutex(
            MeetingStatus(timer: timer, standup: plan.standup, isRecording: plan.isRecorded && plan.input != .none)
        )
        relay.connect { [weak self] error in
            self?.perform { $0.receive(refusal: error) }
        }
    }

    // MARK: From any thread

    /// The meeting as it is now. [any thread]
    public nonisolated var status: MeetingStatus { sharedStatus.withLock { $0 } }

    /// Tells the meeting something, to be done at once or at a meeting time. [any thread]
    public nonisolated func send(_ command: Command, at meetingTime: Duration? = nil) {
        perform { session in
            if case .note = command {} else if session.isHurried.load(ordering: .relaxed) { return }
            session.accept(command, at: meetingTime)
        }
    }

    /// Calls back on a queue when the meeting runs, no command is due any more and the history has taken what came of
    /// them; or with false when the meeting takes no more commands. [any thread]
    ///
    /// Whoever has many commands waits for this between some and the next: what comes from others, such as a signal, is
    /// then done in between.
    public nonisolated func whenCommandsAreDone(_ done: @escaping @Sendable (_ takesMore: Bool) -> Void) {
        perform { session in
            session.commandWaiters.append(done)
            session.resumeCommandWaiters()
        }
    }

    /// Saves and ends within a second, whatever the recogniser has still to do. [any thread]
    ///
    /// Before the start it gives the start up; nothing is kept then.
    public nonisolated func interrupt() {
        hurry { $0.endNow() }
    }

    /// Stops within a second, and leaves a meeting that runs `interrupted`, to be resumed as if the program had died.
    /// [any thread]
    ///
    /// One that has not started, or is ending, is treated as by `interrupt`.
    public nonisolated func cutOff() {
        hurry { $0.stopInTheMiddle() }
    }

    private nonisolated func hurry(_ stop: @escaping @Sendable (isolated MeetingSession) -> Void) {
        isHurried.store(true, ordering: .relaxed)
        perform { session in
            switch session.stage {
            case .idle, .opening: session.failStart(.interrupted)
            case .beginning: session.giveUp()
            case .running: stop(session)
            case .ending(_, let duration): session.hurry(after: duration)
            case .ended: session.writer.perform { $0.finishNow() }
            }
        }
    }

    /// Calls back when all that was sent so far has been done and is in the history, or waits for a disk that refuses it.
    /// [any thread]
    public nonisolated func whenKept(_ done: @escaping @Sendable () -> Void) {
        // What the history was given is written behind what it has been asked by then.
        perform { $0.writer.perform { $0.perform { _ in done() } } }
    }

    /// Saves and ends the meeting as soon as nothing but a command can bring it on: no further one will come. [any thread]
    ///
    /// The observer is told the reason, one line, before the meeting ends.
    public nonisolated func endWhenStuck(because reason: String) {
        perform { session in
            session.noCommandReason = reason
            session.catchUp()
        }
    }

    /// Tells the observer of something that went wrong outside: one line. [any thread]
    ///
    /// Nobody reads it while the meeting hurries to its end.
    public nonisolated func report(_ problem: String) {
        perform { session in
            if !session.isHurried.load(ordering: .relaxed) { session.receive(problem: .outside(problem)) }
        }
    }

    /// Tells the observer of something that went wrong outside. [any thread]
    public nonisolated func report(_ problem: MeetingProblem) {
        perform { $0.receive(problem: problem) }
    }

    private func receive(problem: MeetingProblem) {
        switch stage {
        case .idle, .opening, .beginning: earlyProblems.append(problem)
        case .running, .ending, .ended: emit(.error(problem))
        }
    }

    /// Runs on the engine's queue, after all that was asked before. [any thread]
    nonisolated func perform(_ work: @escaping @Sendable (isolated MeetingSession) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Opens the microphone and starts; says on the engine queue when the first turn has started. [any thread]
    ///
    /// Instant 0 of the meeting is the microphone's first frame.
    ///
    /// It fails if the meeting cannot be held as planned, or was interrupted before; then nothing of it was kept. A
    /// meeting is started once.
    public nonisolated func start(then done: @escaping @Sendable (Result<Void, MeetingStartError>) -> Void) {
        perform { $0.open(then: done) }
    }

    // MARK: On the engine's queue

    /// Opens the microphone and starts, like `start(then:)`; returns when the first turn has started.
    public func start() async throws(MeetingStartError) {
        let result: Result<Void, MeetingStartError> = await withCheckedContinuation { continuation in
            open { continuation.resume(returning: $0) }
        }
        try result.get()
    }

    private func open(then done: @escaping @Sendable (Result<Void, MeetingStartError>) -> Void) {
        guard case .idle = stage else { return done(.failure(.interrupted)) }
        starting = done
        open()
    }

    /// Tells the meeting something and returns when it is done.
    public func perform(_ command: Command) {
        accept(command, at: nil)
    }

    /// Tells the countdown something and returns when it is done.
    public func perform(_ command: MeetingTimer.Command) {
        accept(.timer(command), at: nil)
    }

    /// Returns when the meeting has ended and everything of it is written.
    public func waitUntilEnded() async {
        if isOver { return }
        await withCheckedContinuation { endWaiters.append($0) }
    }

    /// Reports that the meeting could not be started.
    func failStart(_ error: MeetingStartError) {
        pump?.perform { $0.close() }
        playback?.close()
        didEnd()
        starting?(.failure(error))
        starting = nil
    }

    /// Reports that the first turn has started.
    func didStart() {
        starting?(.success(()))
        starting = nil
    }

    /// Reports that everything is written, or that there is nothing to write.
    func didEnd() {
        stage = .ended
        isOver = true
        resumeCommandWaiters()
        update { $0.isEnding = false }
        for waiter in endWaiters { waiter.resume() }
        endWaiters = []
    }

    /// Hands an event to the observer, at the present meeting time unless another is given.
    func emit(_ kind: MeetingEvent.Kind, at meetingTime: Duration? = nil) {
        update { status in
            switch kind {
            case .level(let level): status.level = level
            case .transcriptPartial(let attendee, let text):
                let others = status.partials.filter { $0.attendee != attendee }
                status.partials = others + (text.isEmpty ? [] : [(attendee, text)])
            case .transcriptFinal(let utterance):
                status.partials.removeAll { $0.attendee == utterance.attendee }
                status.utterances = status.utterances.suffix(19) + [utterance]
            case .deviceLost: status.isMicrophoneLost = true
            case .deviceRestored: status.isMicrophoneLost = false
            case .recognizerFailed: status.isTranscribing = false
            default: break
            }
        }
        observer(MeetingEvent(at: meetingTime ?? timer.elapsed(at: clock.now), kind: kind))
    }

    /// Changes what faces see.
    func update(_ change: (inout MeetingStatus) -> Void) {
        sharedStatus.withLock { status in
            status.timer = timer
            change(&status)
        }
    }
}

/// Hands values on to somebody who is not there yet when the sender is made.
private final class Relay<Value: Sendable>: Sendable {
    private let receiver = Mutex<(@Sendable (Value) -> Void)?>(nil)

    func connect(_ receiver: @escaping @Sendable (Value) -> Void) {
        self.receiver.withLock { $0 = receiver }
    }

    func send(_ value: Value) {
        receiver.withLock { $0 }?(value)
    }
}
