import MeetingHistory
import MeetingModel
import MeetingTiming
import Synchronization

extension HistoryError {
    static var closed: HistoryError { .unreadable(path: "", reason: "closed") }
}

/// Reads and writes the history on its own queue.
final class HistoryWorker: Sendable {
    /// The serial queue of all work.
    let queue: WorkQueue
    private let library: any MeetingLibrary
    private let wasWritten = Mutex<(@Sendable () -> Void)?>(nil)
    private let state = Mutex(State())

    private struct State {
        var store: (any MeetingStore)?
        var version: Int64?
        var isWatched = false
        /// What this process has done and can undo.
        var undo = UndoHistory()
    }

    init(library: any MeetingLibrary, queue: WorkQueue) {
        self.library = library
        self.queue = queue
    }

    /// The open history; nil before it is opened. [any thread]
    var store: (any MeetingStore)? { state.withLock { $0.store } }

    /// Calls `report` when a process may have written the history, if the library can tell. [any thread]
    func onWrite(_ report: @escaping @Sendable () -> Void) { wasWritten.withLock { $0 = report } }

    /// Whether the library reports each write; otherwise the runner looks once a second. [any thread]
    var isWatched: Bool { state.withLock { $0.isWatched } }

    /// Performs work on the open history and delivers its outcome. [any thread]
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

    /// Performs several pieces of work on the open history and delivers their outcomes together. [any thread]
    ///
    /// `failed` is the outcome without an open history.
    func perform(
        _ work: @escaping @Sendable (any MeetingStore) -> [Outcome], failed: Outcome = .historyFailed(.closed),
        thenAll done: @escaping @Sendable ([Outcome]) -> Void
    ) {
        queue.async {
            done(self.store.map(work) ?? [failed])
        }
    }

    /// The outcome of the work; an error becomes an outcome too.
    static func outcome(of work: () throws(HistoryError) -> Outcome?) -> Outcome? {
        do throws(HistoryError) { return try work() } catch { return .historyFailed(error) }
    }

    /// Opens the history and delivers the result. [any thread]
    func open(then done: @escaping @Sendable (Outcome) -> Void) {
        queue.async { done(self.openNow()) }
    }

    /// Moves an unreadable history aside and creates a new one. [any thread]
    func setAside(
        adding samples: [Standup], then done: @escaping @Sendable (_ moved: Outcome?, _ opened: Outcome) -> Void
    ) {
        queue.async {
            let path: String?
            do throws(HistoryError) { path = try self.library.setAside() } catch {
                return done(.historyFailed(error), .historyUnreadable(error))
            }
            let opened = self.openNow()
            do throws(HistoryError) {
                if path != nil { for standup in samples { try self.store?.save(standup) } }
                done(path.map { .historySetAside(path: $0) }, opened)
            } catch {
                done(.historyFailed(error), opened)
            }
        }
    }

    private func openNow() -> Outcome {
        do throws(HistoryError) {
            let store = try library.open()
            let isWatched = library.watch { [weak self] in self?.wasWritten.withLock { $0 }?() }
            let version = try store.dataVersion()
            state.withLock { $0 = State(store: store, version: version, isWatched: isWatched) }
            return .historyOpened
        } catch {
            return .historyUnreadable(error)
        }
    }

    /// Deletes an item; it can be restored until the application quits. [any thread]
    func delete(_ item: DeletedItem, then done: @escaping @Sendable (Outcome?) -> Void) {
        let work: @Sendable (any MeetingStore) throws(HistoryError) -> Outcome? = { _ throws(HistoryError) in
            try self.library.delete(item)
            self.state.withLock { $0.undo.note(.deletion(item)) }
            return .deleted(item)
        }
        perform(work, then: done)
    }

    /// Restores an item from the trash of this or another program. [any thread]
    func restore(_ item: DeletedItem, then done: @escaping @Sendable (Outcome?) -> Void) {
        let work: @Sendable (any MeetingStore) throws(HistoryError) -> Outcome? = { store throws(HistoryError) in
            guard try store.trash().contains(item) else { return .cannotUndo(item) }
            self.state.withLock { $0.undo.forget(.deletion(item)) }
            return try self.library.restore(item) ? .undone(item, Self.name(of: item, in: store)) : .cannotUndo(item)
        }
        perform(work, then: done)
    }

    /// Notes what was done here, or elsewhere to the meeting shown here, so that it can be undone. [any thread]
    func note(_ done: UndoHistory.Entry) { state.withLock { $0.undo.note(done) } }

    /// Undoes the deletion of an item, or else what was done last, to a subject if one is named. [any thread]
    func undo(
        deletionOf item: DeletedItem? = nil, to subject: UndoSubject? = nil, at now: Timestamp,
        then done: @escaping @Sendable (Outcome?) -> Void
    ) {
        queue.async {
            let undoable = self.state.withLock { $0.undo.undoable }
            let wanted = undoable.filter { done in
                item.map { done == .deletion($0) } ?? (subject == nil || done.subject == subject)
            }
            for last in wanted.reversed() {
                do throws(HistoryError) {
                    let outcome = try self.undo(last, at: now)
                    self.state.withLock { $0.undo.didUndo(last, isUndone: outcome != nil) }
                    if let outcome { return done(outcome) }
                } catch {
                    return done(.historyFailed(error))
                }
            }
            done(item == nil ? .nothingToUndo : nil)
        }
    }

    /// Redoes what was undone last, of a subject if one is named. [any thread]
    func redo(
        of subject: UndoSubject? = nil, at now: Timestamp, then done: @escaping @Sendable (Outcome?) -> Void
    ) {
        queue.async {
            let redoable = self.state.withLock { $0.undo.redoable }
            let wanted = redoable.filter { subject == nil || $0.subject == subject }
            for last in wanted.reversed() {
                do throws(HistoryError) {
                    let outcome = try self.redo(last, at: now)
                    self.state.withLock { $0.undo.didRedo(last, isRedone: outcome != nil) }
                    if let outcome { return done(outcome) }
                } catch {
                    return done(.historyFailed(error))
                }
            }
            done(.nothingToRedo)
        }
    }

    /// Undoes one thing; nil if it is no longer as it was made, so that something earlier is to be undone.
    private func undo(_ undoable: UndoHistory.Entry, at now: Timestamp) throws(HistoryError) -> Outcome? {
        switch undoable {
        case .deletion(let item):
            return try library.restore(item) ? .undone(item, name(of: item)) : .cannotUndo(item)
        case .importing(let items):
            var undone = items
            undone.standups = []
            var rest = Set(items.meetings)
            // A new standup takes its meetings with it, and stays if it has had others since.
            for standup in items.standups {
                guard let own = try store?.meetings(of: standup).map(\.id), rest.isSuperset(of: own) else { continue }
                try library.delete(.standup(standup))
                undone.standups.append(standup)
                rest.subtract(own)
            }
            for meeting in items.meetings where rest.contains(meeting) { try library.delete(.meeting(meeting)) }
            return .importUndone(undone)
        case .correcting(let meeting, let made, let before):
            return try choose(before, insteadOf: made, of: meeting, at: now)
                ? .correctionsUndone(meeting, name(of: .meeting(meeting))) : nil
        case .choosing(let meeting, let chosen, let before):
            return try choose(before, insteadOf: chosen, of: meeting, at: now)
                ? .choiceUndone(meeting, name(of: .meeting(meeting))) : nil
        case .changing(let change): return try perform(change.inverse, at: now) ? .changeUndone(change) : nil
        }
    }

    /// Redoes one thing; nil if it is no longer as it was before.
    private func redo(_ undone: UndoHistory.Entry, at now: Timestamp) throws(HistoryError) -> Outcome? {
        if case .changing(let change) = undone { return try perform(change, at: now) ? .changeRedone(change) : nil }
        guard let (meeting, made, before) = undone.transcripts,
            try choose(made, insteadOf: before, of: meeting, at: now)
        else { return nil }
        let isChoice = if case .choosing = undone { true } else { false }
        return .transcriptRedone(meeting, try name(of: .meeting(meeting)), isChoice: isChoice)
    }

    private func perform(_ change: StoredChange, at now: Timestamp) throws(HistoryError) -> Bool {
        guard let store else { throw .closed }
        // The points of a deleted meeting went with it.
        if case .point(_, let meeting) = change, try store.meetingWithoutWords(meeting) == nil { return false }
        return try change.perform(in: store, at: now)
    }

    private func name(of item: DeletedItem) throws(HistoryError) -> ItemName {
        guard let store else { throw .closed }
        return try Self.name(of: item, in: store)
    }

    /// The name of a standup, or of the meeting that something belongs to.
    private static func name(of item: DeletedItem, in store: any MeetingStore) throws(HistoryError) -> ItemName {
        switch item {
        case .standup(let id): return ItemName(title: try store.standups().first { $0.id == id }?.title ?? "")
        case .meeting(let id), .transcript(let id, _):
            let meeting = try store.meetingWithoutWords(id)
            return ItemName(title: meeting?.title ?? "", startedAt: meeting?.startedAt)
        }
    }

    /// Makes a transcript current again; false if it is deleted, or somebody has chosen or made another since.
    private func choose(
        _ wanted: Int, insteadOf present: Int, of meeting: Meeting.ID, at now: Timestamp
    ) throws(HistoryError) -> Bool {
        let versions = try store?.transcriptVersions(of: meeting) ?? []
        guard versions.contains(where: { $0.isCurrent && $0.number == present }),
            versions.contains(where: { $0.number == wanted })
        else { return false }
        try store?.chooseTranscript(of: meeting, version: wanted, at: now)
        library.transcriptChanged(of: meeting)
        return true
    }

    /// Reports whether another connection has written since the last look. [any thread]
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

    /// Removes deleted items for good and closes the history; `problems` as for `MeetingLibrary.close`. [any thread]
    func close(then done: @escaping @Sendable (_ problems: [String]) -> Void) {
        queue.async {
            let problems = self.library.close()
            self.state.withLock { $0 = State() }
            done(problems)
        }
    }
}
