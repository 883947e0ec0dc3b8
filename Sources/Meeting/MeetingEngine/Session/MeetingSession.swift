import MeetingHistory
public import MeetingModel
import MeetingTiming
public import Sound
import StandupSpeech
import Synchronization

/// A running meeting.
///
/// It arms a timer for the countdown's next deadline and turns its events into sound, recording, transcript and
/// history. It runs on its own queue and never waits for the disk, the sound server or the recognizer.
public actor MeetingSession {
    /// A command to a running meeting.
    public enum Command: Hashable, Sendable, Codable {
        /// A command to the countdown; refused if it was given for a turn, and that turn is over.
        case timer(MeetingTimer.Command, during: MeetingTimer.TurnReference? = nil)
        /// Shuffles the queue.
        case shuffle
        /// Mutes or unmutes the cues; their events are emitted either way.
        case mute(Bool)
        /// Switches to another microphone.
        case useMicrophone(DeviceSelection)
        /// Switches to another source of the call, or off with `.none`.
        ///
        /// It is refused in a meeting that began without a call, because the recording keeps its channels.
        case useCall(DeviceSelection)
        /// Sets the lead's private note.
        ///
        /// The history gets it at once, limited by `Meeting.keptNote`.
        case note(String)
        /// Marks an open point as done, still open or dropped; nil takes the mark back.
        ///
        /// The history gets the state at once. The id of a point of the present speaker may be cut to its first four or
        /// more characters.
        case markPoint(Point.ID, Point.State?)

        /// The same command, given for a turn if it changes the current one.
        package func during(_ turn: MeetingTimer.TurnReference?) -> Self {
            switch self {
            case .timer(let command, _) where command.needsTurnReference: .timer(command, during: turn)
            default: self
            }
        }
    }

    enum Stage {
        case idle
        case opening
        /// The microphone is open; the recording and the meeting's row are being created.
        case beginning
        /// The timer is armed for the next deadline.
        case running(any DeadlineTimer)
        /// The countdown is over; the recording and the transcript are being completed.
        case ending(Ending)
        /// `isWritten`: the history is complete too, and nothing is pending.
        case ended(isWritten: Bool)
    }

    nonisolated let queue: WorkQueue
    /// Set as soon as the meeting must end within a second: waiting commands are dropped.
    private nonisolated let mustEndSoon = Atomic(false)
    /// Whether the meeting must end within a second. [any thread]
    nonisolated var isToEndSoon: Bool { mustEndSoon.load(ordering: .relaxed) }
    /// The session's own queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let plan: MeetingPlan
    let dependencies: MeetingDependencies
    let clock: any MeetingClock
    private let observer: @Sendable (MeetingEvent) -> Void
    private nonisolated let allEvents = Broadcast<MeetingEvent>()
    private nonisolated let allLevels = AudioChannel.allCases.map { _ in Broadcast<AudioLevel>() }
    private let sharedStatus: Mutex<MeetingStatus>

    var stage = Stage.idle
    var timer: MeetingTimer
    var countdown = CountdownInstants()
    var generator: SeededGenerator
    var scheduled = ScheduledCommands()
    /// Problems reported before the first event.
    var earlyProblems: [MeetingProblem] = []

    let writer: HistoryWriter
    var pump: CapturePump?
    var loudspeaker: Loudspeaker?
    /// The transcription of each channel; none without a recognizer.
    var transcriptions: [AudioChannel: ChannelTranscription] = [:]
    var roomWords = RoomWords()
    var assignment: SpeakerAssignment
    /// What voices are learned from; nil if they are not.
    var lessons: VoiceLessons?
    /// The attendees whose updates were due.
    var shownUpdates: Set<Attendee.ID> = []
    var recording: (any RecordingWriter)?
    var writtenSecond: Int64 = 0
    var silence = SilenceDetector()
    /// Whether it was said that both channels carry the same sound.
    var hasSameSound = false
    var failedWrites = FailedWrites()

    private var starting: (@Sendable (Result<Void, MeetingStartError>) -> Void)?
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    /// Creates a meeting that is ready to start.
    ///
    /// `observer` is called for each event, in order. [engine queue]
    public init(
        plan: MeetingPlan,
        dependencies: MeetingDependencies,
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
        self.dependencies = dependencies
        self.clock = dependencies.clock
        self.observer = observer
        self.queue = clock.makeQueue("standup.engine", inBackground: false)
        self.generator = SeededGenerator(seed: plan.seed)
        self.assignment = SpeakerAssignment(attendees: plan.standup.attendees, sampleRate: plan.sampleRate)
        let relay = Relay<HistoryError?>()
        self.writer = HistoryWriter(
            clock: clock, journal: dependencies.journal, meeting: plan.meeting
        ) { relay.send($0) }
        self.sharedStatus = Mutex(
            MeetingStatus(timer: timer, standup: plan.standup, isRecording: plan.isRecorded && plan.hasSound)
        )
        relay.connect { [weak self] error in
            self?.perform { $0.receive(refusal: error) }
        }
    }

    // MARK: From any thread

    /// The current status. [any thread]
    public nonisolated var status: MeetingStatus { sharedStatus.withLock { $0 } }

    /// The events from now on, without levels, until the meeting has ended. [any thread]
    ///
    /// Take it before the start to miss none. Ten thousand wait for a reader who is late. The observer gets the same events,
    /// on the engine's queue and without delay.
    public nonisolated var events: AsyncStream<MeetingEvent> { allEvents.listen(limit: 10_000) }

    /// The level of a channel, ten times a second, until the meeting has ended. [any thread]
    ///
    /// A reader who is late gets one level of all that it missed, with the highest peak.
    public nonisolated func levels(of channel: AudioChannel = .room) -> some AsyncSequence<AudioLevel, Never> & Sendable
    {
        allLevels[channel.index].listen { $0.merged(with: $1) }
    }

    /// Sends a command, for now or for a meeting time. [any thread]
    public nonisolated func send(_ command: Command, at meetingTime: Duration? = nil) {
        perform { session in
            if case .note = command {} else if session.isToEndSoon { return }
            session.accept(command, at: meetingTime)
        }
    }

    /// Calls back when all due commands are done and their changes are in the history. [any thread]
    ///
    /// The callback runs on an internal queue, once the meeting is running. It gets false if the meeting accepts no
    /// more commands. Senders of many commands wait for this between batches, so that other work, such as a signal, is
    /// handled in between.
    public nonisolated func whenCommandsAreDone(_ done: @escaping @Sendable (_ takesMore: Bool) -> Void) {
        perform { session in
            session.scheduled.waiters.append(done)
            session.resumeCommandWaiters()
        }
    }

    /// Saves and ends within a second, even if the recognizer has not finished: for a signal such as Ctrl-C. [any thread]
    ///
    /// The recording is whole; `RecordingTranscription` can transcribe what is left.
    /// Before the start it cancels the start; nothing is kept then.
    public nonisolated func interrupt() {
        mustEndSoon.store(true, ordering: .relaxed)
        perform { session in
            switch session.stage {
            case .idle, .opening: session.failStart(.interrupted)
            case .beginning: session.cancelStart()
            case .running: session.endNow()
            case .ending: session.endSoon()
            case .ended: session.writer.perform { $0.finishNow() }
            }
        }
    }

    /// Calls back when everything sent so far is done and in the history. [any thread]
    ///
    /// If the disk refuses the changes, they may still wait in memory.
    public nonisolated func whenStored(_ done: @escaping @Sendable () -> Void) {
        // The history writes changes after the work that is queued at that point.
        perform { $0.writer.perform { $0.perform { _ in done() } } }
    }

    /// Ends and saves the meeting as soon as it needs a command, because none will come. [any thread]
    ///
    /// The observer gets the reason, in one line, before the meeting ends.
    public nonisolated func endWhenStuck(because reason: String) {
        perform { session in
            session.scheduled.noMoreBecause = reason
            session.performDueWork()
        }
    }

    /// Reports an outside problem to the observer, in one line. [any thread]
    ///
    /// Problems are dropped once the meeting must end within a second.
    public nonisolated func report(_ problem: String) {
        perform { session in
            if !session.isToEndSoon { session.receive(problem: .outside(problem)) }
        }
    }

    /// Reports an outside problem to the observer. [any thread]
    public nonisolated func report(_ problem: MeetingProblem) {
        perform { $0.receive(problem: problem) }
    }

    func receive(problem: MeetingProblem) {
        switch stage {
        case .idle, .opening, .beginning: earlyProblems.append(problem)
        case .running, .ending, .ended: emit(.error(problem))
        }
    }

    /// Runs work on the engine queue, after all earlier work. [any thread]
    nonisolated func perform(_ work: @escaping @Sendable (isolated MeetingSession) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Opens the microphone and starts the meeting. [any thread]
    ///
    /// `done` is called on the engine queue when the first turn has started. Instant 0 of the meeting is the
    /// microphone's first frame.
    ///
    /// Fails if the meeting cannot be held as planned, or was interrupted before; nothing of it is kept then. A meeting
    /// can be started only once.
    public nonisolated func start(then done: @escaping @Sendable (Result<Void, MeetingStartError>) -> Void) {
        perform { $0.open(then: done) }
    }

    // MARK: On the engine queue

    /// Opens the microphone and starts the meeting, like `start(then:)`; returns when the first turn has started.
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

    /// Performs a command and returns when it is done.
    public func perform(_ command: Command) {
        accept(command, at: nil)
    }

    /// Performs a command on the countdown and returns when it is done.
    public func perform(_ command: MeetingTimer.Command) {
        accept(.timer(command), at: nil)
    }

    /// Returns when the meeting has ended and everything is written.
    ///
    /// Everything needs a moment: on a `VirtualClock`, advance a second beyond the end, or this does not return.
    public func waitUntilEnded() async {
        if case .ended(isWritten: true) = stage { return }
        await withCheckedContinuation { endWaiters.append($0) }
    }

    func failStart(_ error: MeetingStartError) {
        pump?.perform { $0.close() }
        loudspeaker?.close()
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
        stage = .ended(isWritten: true)
        resumeCommandWaiters()
        update { $0.isEnding = false }
        allEvents.finish()
        for levels in allLevels { levels.finish() }
        for waiter in endWaiters { waiter.resume() }
        endWaiters = []
    }

    /// Sends an event to the observer, at the current meeting time by default.
    func emit(_ kind: MeetingEvent.Kind, at meetingTime: Duration? = nil) {
        update { status in
            switch kind {
            case .level(let level, let channel):
                if channel == .room { status.level = level } else { status.call?.level = level }
                if level.peak > MeetingStatus.audible {
                    status.heard[channel, default: .zero] += level.end - level.start
                }
            case .transcriptPartial(let attendee, let text, let channel):
                let others = status.partials.filter { $0.attendee != attendee || $0.channel != channel }
                status.partials =
                    others
                    + (text.isEmpty ? [] : [MeetingStatus.Partial(attendee: attendee, text: text, channel: channel)])
            case .transcriptFinal(let utterance):
                status.partials.removeAll {
                    $0.attendee == utterance.attendee && $0.channel == utterance.channel ?? .room
                }
                status.utterances = status.utterances.suffix(19) + [utterance]
            case .deviceLost(_, .room): status.isMicrophoneLost = true
            case .deviceLost(_, .call): status.call?.isLost = true
            case .deviceRestored(_, .room): status.isMicrophoneLost = false
            case .deviceRestored(_, .call): status.call?.isLost = false
            case .recognizerFailed: status.isTranscribing = false
            default: break
            }
        }
        let event = MeetingEvent(at: meetingTime ?? timer.elapsed(at: clock.now), kind: kind)
        observer(event)
        if case .level(let level, let channel) = kind {
            allLevels[channel.index].send(level)
        } else {
            allEvents.send(event)
        }
    }

    func update(_ change: (inout MeetingStatus) -> Void) {
        sharedStatus.withLock { status in
            status.timer = timer
            change(&status)
        }
    }
}
