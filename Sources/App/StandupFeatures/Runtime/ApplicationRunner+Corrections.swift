import MeetingHistory
import MeetingModel
import MeetingTiming
import Synchronization

// The unsaved corrections of past meetings, kept for the next start.

extension ApplicationRunner {
    /// Keeps the unsaved corrections of a meeting at once, so that no exit or crash loses them.
    func keep(_ pending: PendingCorrections?, of meeting: Meeting.ID) {
        let isFirst = unwrittenCorrections.withLock { unwritten in
            defer { unwritten.updateValue(pending, forKey: meeting) }
            return unwritten.isEmpty
        }
        // The write that waits for the queue takes the newest state.
        guard isFirst else { return }
        let preferences = dependencies.preferences
        preferencesQueue.async {
            let newest = self.unwrittenCorrections.withLock { unwritten in
                defer { unwritten = [:] }
                return unwritten
            }
            let before = SavedCorrections(text: preferences.value(.corrections))
            var saved = before
            for (meeting, pending) in newest { saved[meeting] = pending }
            if saved != before { preferences.keep(saved.text, for: .corrections) }
        }
    }

    /// Removes the corrections of meetings that no longer exist.
    func forgetLostCorrections(then done: @escaping @Sendable () -> Void = {}) {
        let preferences = dependencies.preferences
        preferencesQueue.async {
            let meetings = SavedCorrections(text: preferences.value(.corrections)).meetings
            guard !meetings.isEmpty else { return done() }
            self.history.queue.async {
                guard let store = self.history.store else { return done() }
                let lost = meetings.filter { (try? Self.isLost($0, in: store)) == true }
                self.perform { runner in
                    for meeting in lost { runner.keep(nil, of: meeting) }
                    done()
                }
            }
        }
    }

    /// Whether a meeting can no longer be brought back; one in another program's trash can.
    private static func isLost(_ meeting: Meeting.ID, in store: any MeetingStore) throws(HistoryError) -> Bool {
        guard try store.meetingWithoutWords(meeting) == nil else { return false }
        for item in try store.trash() {
            if try store.meetings(removedWith: item).contains(where: { $0.id == meeting }) { return false }
        }
        return true
    }
}
