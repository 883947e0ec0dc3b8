import MeetingHistory
import MeetingModel
import MeetingTiming

/// Writes a meeting into the history as it happens, on a queue that nothing waits for.
///
/// Changes that come together are written together: each transaction waits for the disk. While the disk refuses, the
/// changes wait in memory and are tried again every second, in their order.
actor HistoryWriter {
    nonisolated let queue: WorkQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let clock: any MeetingClock
    private let store: any MeetingStore
    private let meeting: Meeting.ID
    /// Told of an error when the disk begins to refuse, and of none when it takes everything again.
    private let refused: @Sendable (HistoryError?) -> Void
    private var waiting: [MeetingChange] = []
    private var isRefused = false
    private var willFlush = false
    private var timer: (any DeadlineTimer)?
    /// Until when the end is tried, and who is to be told.
    private var ending: (limit: Duration, done: @Sendable (_ isWritten: Bool) -> Void)?

    init(
        clock: any MeetingClock,
        store: any MeetingStore,
        meeting: Meeting.ID,
        refused: @escaping @Sendable (HistoryError?) -> Void
    ) {
        self.clock = clock
        self.store = store
        self.meeting = meeting
        self.refused = refused
        self.queue = clock.makeQueue("standup.history", inBackground: false)
    }

    /// Runs on the history's queue, after all that was asked before. [any thread]
    nonisolated func perform(_ work: @escaping @Sendable (isolated HistoryWriter) -> Void) {
        queue.async { self.assumeIsolated(work) }
    }

    /// Writes changes. [any thread]
    nonisolated func record(_ changes: [MeetingChange]) {
        guard !changes.isEmpty else { return }
        record { changes }
    }

    /// Writes changes that are made on the history's queue, where they may take their time. [any thread]
    nonisolated func record(_ changes: @escaping @Sendable () -> [MeetingChange]) {
        perform { writer in
            writer.waiting += changes()
            writer.flushAfterWhatIsAsked()
        }
    }

    /// Forgets what waits; what was asked before may have been written.
    func forget() {
        waiting = []
    }

    /// Writes what waits, if the disk refuses again and again until an instant, and says whether everything is written.
    func finish(until limit: Duration, then done: @escaping @Sendable (_ isWritten: Bool) -> Void) {
        ending = (limit, done)
        flush()
    }

    /// Tries a last time to write the end, if the disk has refused that so far.
    func finishNow() {
        guard let done = ending?.done else { return }
        finish(until: clock.now, then: done)
    }

    /// Writes what waits when all that is asked by now is done, so that what it adds is in the same transaction.
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
            try store.record(waiting, in: meeting)
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
