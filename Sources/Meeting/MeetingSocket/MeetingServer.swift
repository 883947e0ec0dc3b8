import Dispatch
package import MeetingEngine
import MeetingHistory
import MeetingModel
package import MeetingTiming

/// Serves a running meeting to other processes: its state and events go out, commands come in.
///
/// It has its own queue, and no reader can delay the meeting: a reader that is too slow is cut off, and can connect
/// again.
package actor MeetingServer {
    static let mostReaders = 200
    /// The maximum length of a line from a reader, in bytes.
    static let longestLine = 1 << 16
    /// The number of unanswered commands from which on no more of a reader's lines are read.
    static let mostUnanswered = 16
    /// How often the status is compared with the last one that was sent.
    private static let statusInterval = Duration.milliseconds(100)

    /// A connection.
    struct Reader {
        let channel: LineChannel
        var follow = ReaderLine.Follow.events
        var attends = false
        var audience: [Participant] = []
        /// Whether it does not have the latest status: it is new, or does not read.
        var isBehind = true
        var unanswered = 0 {
            didSet {
                let isHeld = unanswered >= MeetingServer.mostUnanswered
                channel.assumeIsolated { $0.hold(isHeld) }
            }
        }
    }

    nonisolated let queue: WorkQueue
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let session: MeetingSession
    let standup: Standup
    /// The open points of earlier meetings.
    let points: [CarriedPoint]
    let clock: any MeetingClock
    private let socket: MeetingSocketPath?
    private var snapshot: MeetingSnapshot
    private var listener: SocketListener?
    var readers: [Int: Reader] = [:]
    private var feed = StatusFeed()
    private var lastNumber = 0
    private var statusTimer: (any DeadlineTimer)?
    private var limitTimer: (any DeadlineTimer)?
    var limit = UnattendedLimit()
    let startedTurn = StartedTurn()
    /// Whether this process itself has a terminal or another source of commands.
    private var isAttendedHere: Bool
    private var hasStarted = false
    private var isFinishing = false
    private var finishWaiters: [CheckedContinuation<Void, Never>] = []

    /// A server that listens once the meeting has started.
    ///
    /// - Parameters:
    ///   - session: The meeting.
    ///   - plan: Its plan.
    ///   - clock: The meeting's clock.
    ///   - socket: Where to listen; nil to serve only adopted connections.
    ///   - version: The program's version, which a screen of another process compares with its own.
    ///   - isAttendedHere: Whether this process itself has a source of commands.
    package init(
        _ session: MeetingSession, plan: MeetingPlan, clock: any MeetingClock, socket: MeetingSocketPath?,
        version: String, isAttendedHere: Bool
    ) {
        self.session = session
        (standup, points) = (plan.standup, plan.openPoints)
        self.clock = clock
        self.socket = socket
        self.isAttendedHere = isAttendedHere
        queue = clock.makeQueue("standup.socket")
        snapshot = MeetingSnapshot(
            isRecorded: plan.isRecorded && plan.hasSound, standup: plan.standup, version: version)
    }

    // MARK: From any thread

    /// The meeting has started: listens, and then returns. [any thread, but not on the queue]
    package nonisolated func open() {
        queue.dispatchQueue.sync { self.assumeIsolated { $0.listen() } }
    }

    /// Serves the process that started this one for the meeting, over a connected, non-blocking socket. [any thread]
    ///
    /// If it ends before the meeting has started, the start is canceled.
    package nonisolated func adopt(_ descriptor: CInt) {
        queue.async { self.assumeIsolated { $0.add(descriptor, follow: .nothing, attends: true) } }
    }

    /// Tells the process that started this one whether the meeting has started; it then follows the status. [any thread]
    package nonisolated func report(_ result: StartResult) {
        queue.async { self.assumeIsolated { $0.tell(result) } }
    }

    /// Takes the next event of the meeting. [any thread]
    package nonisolated func note(_ event: MeetingEvent) {
        queue.async { self.assumeIsolated { $0.take(event) } }
    }

    /// This process has no source of commands any more. [any thread]
    package nonisolated func becomeUnattended() {
        queue.async {
            self.assumeIsolated { server in
                server.isAttendedHere = false
                server.updateLimit()
            }
        }
    }

    /// Stops listening, and returns once every reader has what was sent, or half a second has passed.
    package func finish() async {
        stopServing()
        guard !readers.isEmpty else { return }
        let patience = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.closeAll() } }
        patience.arm(clock.now + .milliseconds(500))
        await withCheckedContinuation { finishWaiters.append($0) }
        patience.arm(nil)
    }

    private func stopServing() {
        isFinishing = true
        listener?.assumeIsolated { $0.close() }
        listener = nil
        statusTimer?.arm(nil)
        limitTimer?.arm(nil)
        for reader in readers.values { reader.channel.assumeIsolated { $0.finish() } }
    }

    // MARK: Readers

    private func listen() {
        hasStarted = true
        guard let socket, !isFinishing else { return }
        let listener = SocketListener(
            socket, queue: queue,
            accept: { [weak self] descriptor in
                guard let self else { return LineChannel.discard(descriptor) }
                self.assumeIsolated { $0.add(descriptor, follow: .events, attends: false) }
            }, fail: { [session] in session.report($0) })
        self.listener = listener
        listener.assumeIsolated { $0.open() }
    }

    private func add(_ descriptor: CInt, follow: ReaderLine.Follow, attends: Bool) {
        guard readers.count < Self.mostReaders, !isFinishing else {
            let reason = isFinishing ? "the meeting is over" : "too many programs are connected; close some"
            return LineChannel.discard(
                descriptor, sending: lineBytes(AnswerLine(answer: nil, ok: false, error: reason)))
        }
        lastNumber += 1
        let number = lastNumber
        let channel = LineChannel(
            descriptor, queue: queue, longestLine: Self.longestLine,
            receive: { [weak self] line in self?.assumeIsolated { $0.receive(line, from: number) } },
            closed: { [weak self] in self?.assumeIsolated { $0.remove(number) } })
        readers[number] = Reader(channel: channel, attends: attends)
        channel.assumeIsolated { $0.open() }
        begin(follow, for: number)
        updateLimit()
    }

    private func tell(_ result: StartResult) {
        for (number, reader) in readers where reader.follow == .nothing {
            send(StatusLine(start: result), to: number)
            if hasStarted { begin(.status, for: number) }
        }
    }

    private func remove(_ number: Int) {
        if !hasStarted { session.interrupt() }
        guard let reader = readers.removeValue(forKey: number) else { return }
        if !reader.audience.isEmpty { tellAudience() }
        updateLimit()
        if readers.isEmpty { resumeFinishWaiters() }
    }

    func closeAll() {
        for reader in readers.values { reader.channel.assumeIsolated { $0.close() } }
        resumeFinishWaiters()
    }

    private func resumeFinishWaiters() {
        for waiter in finishWaiters { waiter.resume() }
        finishWaiters = []
    }

    /// Sends the present state and then what the reader follows.
    func begin(_ follow: ReaderLine.Follow, for number: Int) {
        readers[number]?.follow = follow
        switch follow {
        case .events, .levels: send(EventLine(snapshotNow).text, to: number)
        case .status:
            readers[number]?.isBehind = true
            send(StatusLine(version: snapshot.version), to: number)
            sendStatus()
            send(StatusLine(audience: audience), to: number)
            armStatusTimer()
        case .nothing: break
        }
    }

    var snapshotNow: MeetingSnapshot {
        let (timer, now) = (session.status.timer, clock.now)
        var snapshot = snapshot.advanced(to: timer.elapsed(at: now))
        snapshot.warning = timer.warning(at: now)
        if case .ended = timer.phase { snapshot.isEnding = true }
        return snapshot
    }

    func send(_ text: String?, to number: Int) {
        guard let text, let channel = readers[number]?.channel else { return }
        channel.assumeIsolated { $0.send(text.utf8) }
    }

    func send(_ line: some Encodable, to number: Int) {
        send(bytes: lineBytes(line), to: number)
    }

    private func send(bytes: [UInt8], to number: Int) {
        guard let channel = readers[number]?.channel else { return }
        channel.assumeIsolated { $0.send(bytes) }
    }

    // MARK: What goes out

    private func take(_ event: MeetingEvent) {
        snapshot.take(event)
        let text =
            readers.values.contains { $0.follow == .events || $0.follow == .levels } ? EventLine(event).text : nil
        for (number, reader) in readers {
            switch reader.follow {
            case .events: if !event.kind.isLevel { send(text, to: number) }
            case .levels: send(text, to: number)
            case .status, .nothing: break
            }
        }
        // The next comparison of the status has the levels.
        if !event.kind.isLevel { sendStatus(after: event) }
    }

    /// Sends the status to all who follow it if it has changed, and an event; to all but one who gets it otherwise.
    ///
    /// A reader that is behind misses events, but for the end, and gets the newest status later.
    func sendStatus(after event: MeetingEvent? = nil, except other: Int? = nil) {
        let following = readers.filter { $0.value.follow == .status && $0.key != other }
        guard !following.isEmpty else { return }
        let status = session.status
        let change = feed.take(status)
        let isEnd = event?.kind.isEnd == true
        lazy var whole = lineBytes(StatusLine(status: status))
        lazy var levels = lineBytes(StatusLine(level: status.level, callLevel: status.call?.level))
        let happened = event.map { lineBytes(StatusLine(happened: $0)) }
        for (number, reader) in following {
            if reader.channel.assumeIsolated({ $0.hasBacklog }), !isEnd {
                readers[number]?.isBehind = true
                continue
            }
            if change == .status || reader.isBehind || isEnd {
                readers[number]?.isBehind = false
                send(bytes: whole, to: number)
            } else if change == .levels {
                send(bytes: levels, to: number)
            }
            if let happened { send(bytes: happened, to: number) }
        }
    }

    private func armStatusTimer() {
        guard statusTimer == nil else { return }
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.compareStatus() } }
        statusTimer = timer
        timer.arm(clock.now + Self.statusInterval)
    }

    private func compareStatus() {
        guard !isFinishing, readers.values.contains(where: { $0.follow == .status }) else {
            statusTimer = nil
            return
        }
        sendStatus()
        statusTimer?.arm(clock.now + Self.statusInterval)
    }

    // MARK: Who is there

    private var audience: [Participant] { readers.sorted { $0.key < $1.key }.flatMap(\.value.audience) }

    func tellAudience() {
        let audience = audience
        for (number, reader) in readers {
            switch reader.follow {
            case .status: send(StatusLine(audience: audience), to: number)
            case .events, .levels: send(EventLine(audience: audience, at: snapshotNow.at).text, to: number)
            case .nothing: break
            }
        }
    }

    func updateLimit() {
        let isAttended = isAttendedHere || readers.values.contains(where: \.attends)
        if isAttended {
            limit.attend()
        } else if limit.instant == nil {
            limit.leave(session.status.timer, at: clock.now)
        }
        armLimit()
    }

    func armLimit() {
        if limitTimer == nil {
            limitTimer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.endUnattended() } }
        }
        limitTimer?.arm(isFinishing ? nil : limit.instant)
    }

    private func endUnattended() {
        guard let instant = limit.instant, clock.now >= instant else { return armLimit() }
        session.report("nobody attends the meeting any more, and its time is over; it was saved")
        session.send(.timer(.end(.saved)))
    }
}

extension MeetingEvent.Kind {
    fileprivate var isLevel: Bool { if case .level = self { true } else { false } }

    fileprivate var isEnd: Bool { if case .meetingEnded = self { true } else { false } }
}
