import MeetingHistory
import MeetingModel
import MeetingTiming

/// Writes a running meeting to the history, on a queue that nothing waits for.
///
/// Each transaction waits for the disk, so changes that arrive together share one. While the disk refuses writes,
/// changes wait in memory and are retried every second, in order.
actor HistoryWriter {
    nonisolated let queue: WorkQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let clock: any MeetingClock
    private let journal: any MeetingJournal
    private let meeting: Meeting.ID
    /// Called with an error when the disk begins to refuse writes, and with nil when it has accepted everything again.
    private let refused: @Sendable (HistoryError?) -> Void
    private var waiting: [MeetingChange] = []
    private var isRefused = false
    private var willFlush = false
    private var timer: (any DeadlineTimer)?
    private var ending: (limit: Duration, done: @Sendable (_ isWritten: Bool) -> Void)?

    init(
        clock: any MeetingClock,
        journal: any MeetingJournal,
        meeting: Meeting.ID,
        refused: @escaping @Sendable (HistoryError?) -> Void
    ) {
        self.clock = clock
        self.journal = journal
        self.meeting = meeting
        self.refused = refused
        self.queue = clock.makeQueue("standup.history", inBackground: false)
    }

    /// Runs work on the history's queue, after all earlier work. [any thread]
    nonisolated func perform(_ work: @escaping @Sendable (isolated HistoryWriter) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Writes changes. [any thread]
    nonisolated func record(_ changes: [MeetingChange]) {
        guard !changes.isEmpty else { return }
        record { changes }
    }

    /// Writes changes that the closure computes on the history's queue, where it may be slow. [any thread]
    nonisolated func record(_ changes: @escaping @Sendable () -> [MeetingChange]) {
        perform { writer in
            writer.waiting += changes()
            writer.flushAfterWhatIsAsked()
        }
    }

    /// Drops the waiting changes, except pauses; earlier ones may already be written.
    ///
    /// If the meeting comes back, the pause in which it was discarded is as long as it was.
    func forget() {
        let pauses = waiting.filter { change in
            switch change {
            case .paused, .resumed: true
            default: false
            }
        }
        waiting = []
        if !pauses.isEmpty { try? journal.record(pauses, in: meeting) }
    }

    /// Writes the waiting changes, with retries until `limit`, and reports whether all were written.
    func finish(until limit: Duration, then done: @escaping @Sendable (_ isWritten: Bool) -> Void) {
        ending = (limit, done)
        flush()
    }

    /// Retries the end one last time if the disk has refused it so far.
    func finishNow() {
        guard let done = ending?.done else { return }
        finish(until: clock.now, then: done)
    }

    /// Writes the waiting changes after all queued work, in one transaction with the changes of that work.
    private func flushAfterWhatIsAsked() {
        guard !willFlush, !isRefused else { return }
        willFlush = true
        perform { writer in
            writer.willFlush = false
            if !writer.isRefused { writer.flush() }
        }
    }

    private func flush() {
        if !waiting.isEmpty { write() }
        guard let (limit, done) = ending, waiting.isEmpty || clock.now >= limit else { return }
        ending = nil
        timer = nil
        done(waiting.isEmpty)
    }

    private func write() {
        do throws(HistoryError) {
            try journal.record(waiting, in: meeting)
            waiting = []
            if isRefused { refused(nil) }
            isRefused = false
        } catch {
            if !isRefused { refused(error) }
            isRefused = true
            timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.flush() } }
            timer?.arm(clock.now + .seconds(1))
        }
    }
}
