import CSocket
import Dispatch
import FoundationEssentials
import Glibc
package import MeetingEngine
import MeetingModel
package import MeetingTiming
import Synchronization

/// What happens to a meeting that somebody follows.
package enum MeetingReport: Sendable {
    /// Whether the meeting that was ordered has started.
    case start(StartResult)
    /// There is a first status; later ones are in `status` too.
    case connected
    /// An event; `status` has its effect.
    case event(MeetingEvent)
    /// Who follows the meeting elsewhere.
    case audience([Participant])
    /// Whoever held the meeting is gone.
    case gone
}

/// A meeting that another process holds, followed over its socket.
///
/// A connection that breaks is made again while the other process lives.
package actor RemoteMeeting {
    /// How often a broken connection is tried again, after a pause each time.
    private static let attempts = 20
    private static let pause = Duration.milliseconds(100)
    /// The maximum length of a line of the other process, in bytes.
    private static let longestLine = 1 << 22

    private nonisolated let queue: WorkQueue
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private struct Shared {
        var status: MeetingStatus?
        /// How many commands without a number have no answer yet.
        var unanswered = 0
    }

    private nonisolated let shared = Mutex(Shared())
    private let clock: any MeetingClock
    private let report: @Sendable (MeetingReport) -> Void
    private let version: String
    private var socket: MeetingSocketPath?
    private var channel: LineChannel?
    /// Lines for the next connection.
    private var pending: [[UInt8]] = []
    private var attempts = 0
    private var retry: (any DeadlineTimer)?
    private var isOver = false
    private var hasStatus = false
    /// Who follows the meeting through this process.
    private var audience: [Participant] = []
    private var isAttended: Bool
    private var unanswered: [Int: CheckedContinuation<String?, Never>] = [:]
    private var lastCommand = 0

    /// Follows a meeting.
    ///
    /// - Parameters:
    ///   - clock: The system's clock.
    ///   - socket: Where the meeting listens; nil while that is unknown.
    ///   - attends: Whether somebody who leads the meeting looks at it.
    ///   - version: The version of this program, which must be that of the other process.
    ///   - report: Receives reports, in order. [the connection's queue]
    package init(
        clock: any MeetingClock, socket: MeetingSocketPath?, attends: Bool, version: String,
        report: @escaping @Sendable (MeetingReport) -> Void
    ) {
        self.clock = clock
        self.socket = socket
        isAttended = attends
        self.version = version
        self.report = report
        queue = clock.makeQueue("standup.remote-meeting")
    }

    /// The latest status; nil before the first. [any thread]
    package nonisolated var status: MeetingStatus? { shared.withLock(\.status) }

    /// Whether the status may lack the effect of a command that was sent. [any thread]
    package nonisolated var awaitsAnswer: Bool { shared.withLock { $0.unanswered > 0 } }

    /// Connects to the meeting's socket. [any thread]
    package nonisolated func connect() {
        queue.async { self.assumeIsolated { $0.reconnect() } }
    }

    /// Follows the meeting over a connected, non-blocking socket. [any thread]
    ///
    /// The other end serves the status without being asked.
    package nonisolated func connect(over descriptor: CInt) {
        queue.async { self.assumeIsolated { $0.use(descriptor) } }
    }

    /// Sends a command. [any thread]
    package nonisolated func send(_ command: MeetingSession.Command) {
        var line = ReaderLine()
        line.perform = command
        shared.withLock { $0.unanswered += 1 }
        sendLine(line)
    }

    /// Gives a command for a participant, and returns why it was refused; nil if it was performed. [any thread]
    package nonisolated func perform(_ command: MeetingSession.Command, by participant: Participant) async -> String? {
        await withCheckedContinuation { continuation in
            queue.async {
                self.assumeIsolated { $0.perform(command, by: participant, answering: continuation) }
            }
        }
    }

    /// Tells the meeting who follows it through this process. [any thread]
    ///
    /// `isAttended` says whether somebody who leads the meeting is there.
    package nonisolated func show(_ audience: [Participant], isAttended: Bool) {
        queue.async { self.assumeIsolated { $0.tell(audience, isAttended) } }
    }

    /// Asks the other process to save and end the meeting within a second. [any thread]
    package nonisolated func interrupt() {
        var line = ReaderLine()
        line.interrupt = true
        sendLine(line)
    }

    /// Ends the connection; the meeting goes on. [any thread]
    package nonisolated func detach() {
        queue.async { self.assumeIsolated { $0.end() } }
    }

    private nonisolated func sendLine(_ line: ReaderLine) {
        let bytes = lineBytes(line)
        queue.async { self.assumeIsolated { $0.send(bytes) } }
    }

    // MARK: On the queue

    private func send(_ line: [UInt8]) {
        if let channel { channel.assumeIsolated { $0.send(line) } } else if !isOver { pending.append(line) }
    }

    private func perform(
        _ command: MeetingSession.Command, by participant: Participant,
        answering continuation: CheckedContinuation<String?, Never>
    ) {
        guard !isOver else { return continuation.resume(returning: Self.notRunning) }
        lastCommand += 1
        unanswered[lastCommand] = continuation
        var line = ReaderLine(id: lastCommand)
        line.perform = command
        line.by = participant
        send(lineBytes(line))
    }

    private func tell(_ audience: [Participant], _ isAttended: Bool) {
        self.audience = audience
        self.isAttended = isAttended
        guard let channel else { return }
        var line = ReaderLine()
        line.audience = audience
        line.attends = isAttended
        let bytes = line.bytesWithinLimit
        channel.assumeIsolated { $0.send(bytes) }
    }

    private func refuseUnanswered(because reason: String) {
        for continuation in unanswered.values { continuation.resume(returning: reason) }
        unanswered = [:]
    }

    private static let notRunning = "the meeting is not running any more"
    private static let broken = "the connection to the meeting broke; check whether this was done"

    private func end() {
        isOver = true
        refuseUnanswered(because: Self.notRunning)
        retry?.arm(nil)
        channel?.assumeIsolated { $0.finish() }
    }

    private func reconnect() {
        guard !isOver, let socket else { return }
        let descriptor = standup_socket_connect(socket.path)
        guard descriptor < 0 else {
            use(descriptor)
            var line = ReaderLine()
            line.follow = .status
            line.attends = isAttended
            if !audience.isEmpty { line.audience = audience }
            send(line.bytesWithinLimit)
            return
        }
        retryLater()
    }

    /// Connects again after a pause, or gives up after too many attempts that brought no status.
    private func retryLater() {
        attempts += 1
        guard attempts < Self.attempts else { return becomeGone() }
        if retry == nil {
            retry = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.reconnect() } }
        }
        retry?.arm(clock.now + Self.pause)
    }

    private func use(_ descriptor: CInt) {
        let channel = LineChannel(
            descriptor, queue: queue, longestLine: Self.longestLine,
            receive: { [weak self] line in self?.assumeIsolated { $0.receive(line) } },
            closed: { [weak self] in self?.assumeIsolated { $0.didClose() } })
        self.channel = channel
        channel.assumeIsolated { channel in
            channel.open()
        }
        for line in pending { send(line) }
        pending = []
    }

    private func didClose() {
        channel = nil
        shared.withLock { $0.unanswered = 0 }
        guard !isOver, socket != nil else { return becomeGone() }
        refuseUnanswered(because: Self.broken)
        retryLater()
    }

    private func becomeGone() {
        isOver = true
        refuseUnanswered(because: Self.notRunning)
        report(.gone)
    }

    private func receive(_ bytes: [UInt8]) {
        let data = Data(bytes)
        if let other = (try? JSONDecoder().decode(VersionLine.self, from: data))?.version, other != version {
            report(.start(.failed(.outside("the meeting is held by version \(other) of standup; use that version"))))
            return end()
        }
        guard let line = try? JSONDecoder().decode(StatusLine.self, from: data) else { return }
        if let start = line.start { report(.start(start)) }
        shared.withLock { shared in
            if let status = line.status { shared.status = status }
            if let level = line.level { shared.status?.level = level }
            if let level = line.callLevel { shared.status?.call?.level = level }
            // Only the answer to a command has the status with it.
            if line.status != nil, line.ok != nil, line.answer == nil {
                shared.unanswered = max(0, shared.unanswered - 1)
            }
        }
        if line.status != nil {
            attempts = 0
            if !hasStatus {
                hasStatus = true
                report(.connected)
            }
        }
        if let audience = line.audience { report(.audience(audience)) }
        if let number = line.answer, let continuation = unanswered.removeValue(forKey: number) {
            continuation.resume(returning: line.ok == true ? nil : line.error ?? "refused")
        }
        if let event = line.happened {
            if case .meetingEnded = event.kind { isOver = true }
            report(.event(event))
        }
    }

    /// Where to connect again if the connection breaks. [any thread]
    package nonisolated func use(_ socket: MeetingSocketPath) {
        queue.async { self.assumeIsolated { $0.socket = socket } }
    }
}
