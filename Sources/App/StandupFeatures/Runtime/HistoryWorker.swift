import MeetingHistory
import MeetingModel
import MeetingTiming
import Synchronization

/// Reads and writes the history on a queue that nobody waits for.
final class HistoryWorker: Sendable {
    /// The queue; what is given to it is done in order.
    let queue: WorkQueue
    private let keeper: any HistoryKeeper
    private let state = Mutex(State())

    private struct State {
        var store: (any MeetingStore)?
        var version: Int64?
        /// What was deleted here and can be brought back, the last at the end.
        var deleted: [DeletedItem] = []
    }

    init(keeper: any HistoryKeeper, queue: WorkQueue) {
        self.keeper = keeper
        self.queue = queue
    }

    /// The open history; nil before it is open. [any thread]
    var store: (any MeetingStore)? { state.withLock { $0.store } }

    /// Does something with the open history and hands on what came of it. [any thread]
    func perform(
        _ work: @escaping @Sendable (any MeetingStore) throws(HistoryError) -> Outcome?,
        then done: @escaping @Sendable (Outcome?) -> Void
    ) {
        perform { store in
            [Self.outcome { () throws(HistoryError) in try work(store) }].compactMap(\.self)
        } thenAll: { outcomes in
            done(outcomes.first)
        }
    }

    /// Does several things with the open history and hands on at once what came of them all. [any thread]
    func perform(
        _ work: @escaping @Sendable (any MeetingStore) -> [Outcome],
        thenAll done: @escaping @Sendable ([Outcome]) -> Void
    ) {
        queue.async {
            done(self.store.map(work) ?? [.historyFailed(.unreadable(path: "", reason: "closed"))])
        }
    }

    /// What came of something that was done with the history, if that is an error too.
    static func outcome(of work: () throws(HistoryError) -> Outcome?) -> Outcome? {
        do throws(HistoryError) { return try work() } catch { return .historyFailed(error) }
    }

    /// Opens the history and hands on how it went. [any thread]
    func open(then done: @escaping @Sendable (Outcome) -> Void) {
        queue.async { done(self.openNow()) }
    }

    /// Keeps an unreadable history aside and begins a new one. [any thread]
    func setAside(
        adding samples: [Standup], then done: @escaping @Sendable (_ moved: Outcome?, _ opened: Outcome) -> Void
    ) {
        queue.async {
            do throws(HistoryError) {
                let path = try self.keeper.setAside()
                let opened = self.openNow()
                if path != nil { for standup in samples { try self.store?.save(standup) } }
                done(path.map { .historySetAside(path: $0) }, opened)
            } catch {
                done(.historyFailed(error), .historyUnreadable(error))
            }
        }
    }

    private func openNow() -> Outcome {
        do throws(HistoryError) {
            let store = try keeper.open()
            let version = try store.dataVersion()
            state.withLock { $0 = State(store: store, version: version) }
            return .historyOpened
        } catch {
            return .historyUnreadable(error)
        }
    }

    /// Deletes something until it is brought back or the application closes. [any thread]
    func delete(_ item: DeletedItem, then done: @escaping @Sendable (Outcome?) -> Void) {
        let work: @Sendable (any MeetingStore) throws(HistoryError) -> Outcome? = { _ throws(HistoryError) in
            try self.keeper.delete(item)
            self.state.withLock { $0.deleted.append(item) }
            return .deleted(item)
        }
        perform(work, then: done)
    }

    /// Lets an interrupted meeting stay as it is. [any thread]
    func keep(_ meeting: Meeting.ID, then done: @escaping @Sendable (Outcome?) -> Void) {
        let work: @Sendable (any MeetingStore) throws(HistoryError) -> Outcome? = { _ throws(HistoryError) in
            try self.keeper.keep(meeting)
            return .kept(meeting)
        }
        perform(work, then: done)
    }

    /// Brings back what was deleted last; nothing where nothing was. [any thread]
    func undoDelete(then done: @escaping @Sendable (Outcome?) -> Void) {
        queue.async {
            guard let item = self.state.withLock({ $0.deleted.last }) else { return done(nil) }
            do throws(HistoryError) {
                try self.keeper.restore(item)
                self.state.withLock { _ = $0.deleted.popLast() }
                done(.undone(item))
            } catch {
                done(.historyFailed(error))
            }
        }
    }

    /// Says whether another connection has written since the last look. [any thread]
    func look(then done: @escaping @Sendable (_ changed: Bool) -> Void) {
        queue.async {
            guard let store = self.store, let version = try? store.dataVersion() else { return done(false) }
            let before = self.state.withLock { state in
                defer { state.version = version }
                return state.version
            }
            done(before != nil && before != version)
        }
    }

    /// Removes for good what was deleted, and closes. [any thread]
    func close(then done: @escaping @Sendable () -> Void) {
        queue.async {
            self.keeper.close()
            self.state.withLock { $0 = State() }
            done()
        }
    }
}
