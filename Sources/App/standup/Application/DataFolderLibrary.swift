import Dispatch
import Glibc
import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures
import StandupHistory
import Synchronization

/// The application's meeting library, backed by the history in the data folder.
final class DataFolderLibrary: MeetingLibrary {
    private let folder: DataFolder
    private let retention: AudioRetention?
    private let opened: @Sendable (_ notes: [String]) -> Void
    private let kept: @Sendable () -> Void
    private let makeMinutes: @Sendable (any MeetingStore, Meeting.ID) -> Void
    private let trash = Mutex<Trash?>(nil)
    private let store = Mutex<(any MeetingStore)?>(nil)
    /// Erases deleted data that other programs could not erase, a minute after the history was opened or written.
    private let eraser = Mutex<Eraser?>(nil)
    private let watch = Mutex<HistoryWatch?>(nil)

    private struct Eraser {
        var timer: any DispatchSourceTimer
        var isArmed = false

        mutating func arm() {
            guard !isArmed else { return }
            isArmed = true
            timer.schedule(deadline: .now() + 60, leeway: .seconds(10))
        }
    }

    /// `opened` is called each time the history opens, with what was deleted meanwhile.
    ///
    /// `kept` is called when an interrupted meeting is not resumed, and `makeMinutes` when another transcript of a
    /// meeting has become current, or one with words of its points was deleted.
    init(
        folder: DataFolder, retention: AudioRetention? = nil,
        opened: @escaping @Sendable (_ notes: [String]) -> Void,
        kept: @escaping @Sendable () -> Void = {},
        makeMinutes: @escaping @Sendable (any MeetingStore, Meeting.ID) -> Void = { _, _ in }
    ) {
        self.folder = folder
        self.retention = retention
        self.opened = opened
        self.kept = kept
        self.makeMinutes = makeMinutes
    }

    func open() throws(HistoryError) -> any MeetingStore {
        let history: TidyHistory
        do {
            history = try TidyHistory(in: folder, retention: retention, makeMinutes: makeMinutes)
        } catch let error as HistoryError {
            throw error
        } catch {
            throw writeError(error)
        }
        let store = history.store
        var generator = SystemRandomNumberGenerator()
        let trash = Trash(store: store, folder: folder, using: &generator) { [makeMinutes] in makeMinutes(store, $0) }
        self.trash.withLock { $0 = trash }
        self.store.withLock { $0 = store }
        eraser.withLock { $0 = makeEraser(of: store) }
        opened(history.notes)
        return store
    }

    private func makeEraser(of store: SQLiteMeetingStore) -> Eraser {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "standup.erasure", qos: .background))
        timer.setEventHandler { [weak self, weak store] in
            guard let self, let store else { return }
            // A write during the erasure arms the timer again.
            eraser.withLock { $0?.isArmed = false }
            if (try? store.finishErasure()) == false { eraser.withLock { $0?.arm() } }
        }
        timer.activate()
        var made = Eraser(timer: timer)
        made.arm()
        return made
    }

    func watch(_ report: @escaping @Sendable () -> Void) -> Bool {
        let watch = HistoryWatch(folder: folder.path, prefix: DataFolder.databaseName) { [weak self] in
            self?.eraser.withLock { $0?.arm() }
            report()
        }
        self.watch.withLock { $0 = watch }
        return watch != nil
    }

    func setAside() throws(HistoryError) -> String? {
        let path = folder.databasePath
        let now = Timestamp.now
        do throws(DataFolderError) {
            return try folder.moveHistoryAside(on: LocalTime(now).date) {
                do throws(HistoryError) {
                    _ = try SQLiteMeetingStore(path: path)
                    return false
                } catch {
                    switch error {
                    case .unreadable, .newer: return true
                    case .inUse, .notAFile, .cannotWrite, .locked, .noMeeting, .noTranscript, .transcriptInUse,
                        .transcriptChanged, .noPoints, .inconsistent:
                        return false
                    }
                }
            }
        } catch {
            throw writeError(error)
        }
    }

    func delete(_ item: DeletedItem) throws(HistoryError) {
        do {
            try trash.withLock { $0 }?.delete(item)
        } catch let error as HistoryError {
            throw error
        } catch {
            throw writeError(error)
        }
    }

    func holder(of standup: Standup) -> String? {
        guard let store = store.withLock({ $0 }) else { return nil }
        return History(folder: folder, store: store).running(elsewhere: standup).first
            .map { "\($0.member), \($0.deviceName)" }
    }

    func deletionReach(of item: DeletedItem) -> DeletionReach? {
        store.withLock { $0 }.flatMap { History(folder: folder, store: $0).reach(ofDeleting: item) }
    }

    func restore(_ item: DeletedItem) throws(HistoryError) -> Bool {
        guard try trash.withLock({ $0 })?.restore(item) == true else { return false }
        // A discarded meeting was left as it was.
        try completeInterrupted()
        return true
    }

    func keep(_ meeting: Meeting.ID) throws(HistoryError) {
        guard let store = store.withLock({ $0 }) else { return }
        try store.record([.countdownSettled], in: meeting)
        kept()
    }

    func completeInterrupted() throws(HistoryError) {
        guard let store = store.withLock({ $0 }) else { return }
        _ = try InterruptedMeetings.recover(in: store, folder: folder) { try WAVRecording.repair(path: $0).frames }
    }

    func transcriptChanged(of meeting: Meeting.ID) {
        guard let store = store.withLock({ $0 }) else { return }
        makeMinutes(store, meeting)
    }

    @discardableResult
    func close() -> [String] {
        watch.withLock { $0 = nil }
        eraser.withLock { $0.take() }?.timer.cancel()
        store.withLock { $0 = nil }
        return trash.withLock { $0.take() }?.empty { Failure($0).message } ?? []
    }

    var recordings: any RecordingFolder { WAVRecordingFolder(path: folder.recordingsPath) }

    func path(of recording: Recording) -> String? { try? folder.recordingPath(recording.fileName) }

    private func writeError(_ error: any Error) -> HistoryError {
        .cannotWrite(path: folder.path, reason: Failure(error).message)
    }
}
