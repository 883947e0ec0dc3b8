public import MeetingModel
import Synchronization

/// A journal that keeps meetings in memory, until the program ends. [any thread]
public final class MemoryJournal: MeetingJournal {
    private struct State {
        var meetings: [Meeting.ID: Meeting] = [:]
        var learned: [String: [Float]] = [:]
    }

    private let state = Mutex(State())

    /// Creates an empty journal.
    public init() {}

    /// Keeps a meeting at its start.
    public func begin(_ meeting: Meeting) {
        state.withLock { $0.meetings[meeting.id] = meeting }
    }

    /// Keeps changes to a meeting.
    public func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError) {
        try state.withLock { state throws(HistoryError) in
            guard state.meetings[id] != nil else { throw .noMeeting(id) }
            for change in changes {
                // A point may belong to an earlier meeting, so every meeting gets the change.
                let concernsAll = if case .pointState = change { true } else { false }
                for meetingID in concernsAll ? Array(state.meetings.keys) : [id] {
                    state.meetings[meetingID]?.apply(change)
                }
            }
        }
    }

    /// A meeting that was kept.
    public func meeting(_ id: Meeting.ID) -> Meeting? { state.withLock { $0.meetings[id] } }

    /// None: a meeting does not outlive the program.
    public func countdownSteps(of meeting: Meeting.ID) -> [String] { [] }

    /// Removes a meeting and its recording.
    public func discard(_ meeting: Meeting.ID, removeRecording: () -> Void) {
        state.withLock { $0.meetings[meeting] = nil }
        removeRecording()
    }

    /// The learned state of a recognizer for a microphone.
    public func recognizerState(_ key: String) -> [Float]? { state.withLock { $0.learned[key] } }

    /// Keeps the learned state of a recognizer for a microphone.
    public func saveRecognizerState(_ state: [Float], for key: String) {
        self.state.withLock { $0.learned[key] = state }
    }
}
