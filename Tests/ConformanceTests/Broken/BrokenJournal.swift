import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import TestSupport

@testable import StandupTesting

/// A journal that breaks one promise.
final class BrokenJournal: MeetingJournal {
    enum Fault: CaseIterable {
        case keepsEarlierMeeting, inventsMeetings, losesUpdates, forgetsChanges, ignoresMissingMeetings
        case marksOwnPointsOnly, rounds, isNotDurable, hasOneThread, mixesSteps, keepsSettledSteps
        case keepsDiscarded, removesTwice, losesDiscarded, hasOneState, forgetsStates

        var promise: MeetingJournalConformance.Promise {
            switch self {
            case .keepsEarlierMeeting: .beginning
            case .inventsMeetings, .losesUpdates: .reading
            case .forgetsChanges: .recording
            case .ignoresMissingMeetings: .missing
            case .marksOwnPointsOnly: .pointStates
            case .rounds: .durations
            case .isNotDurable, .hasOneThread: .durability
            case .mixesSteps, .keepsSettledSteps: .countdown
            case .keepsDiscarded, .removesTwice: .discarding
            case .losesDiscarded: .keeping
            case .hasOneState: .unlearned
            case .forgetsStates: .learning
            }
        }
    }

    private let fault: Fault
    private let journal = SQLiteMeetingStore.temporary()
    private let thread = pthread_self()

    init(_ fault: Fault) { self.fault = fault }

    /// The journal as the next start of its program finds it.
    func reopened() -> any MeetingJournal { fault == .isNotDurable ? SQLiteMeetingStore.temporary() : self }

    func begin(_ meeting: Meeting) throws(HistoryError) {
        var meeting = meeting
        if fault == .keepsEarlierMeeting, try journal.meeting(meeting.id) != nil { return }
        if fault == .losesUpdates { meeting.updates = [] }
        try journal.begin(meeting)
    }

    func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError) {
        if fault == .ignoresMissingMeetings, try journal.meeting(id) == nil { return }
        if fault == .hasOneThread, pthread_equal(thread, pthread_self()) == 0 { return }
        var kept: [MeetingChange] = []
        for change in changes where try !isLost(change, in: id) { kept.append(rounded(change)) }
        try journal.record(kept, in: id)
    }

    private func isLost(_ change: MeetingChange, in id: Meeting.ID) throws(HistoryError) -> Bool {
        switch (fault, change) {
        case (.forgetsChanges, .gap), (.keepsSettledSteps, .countdownSettled): true
        case (.marksOwnPointsOnly, .pointState(let point, _)):
            try journal.meeting(id)?.points.contains { $0.id == point } != true
        default: false
        }
    }

    private func rounded(_ change: MeetingChange) -> MeetingChange {
        guard fault == .rounds, case .state(let state, let duration) = change else { return change }
        return .state(state, duration: .milliseconds(Int64(duration / .milliseconds(1))))
    }

    func meeting(_ id: Meeting.ID) throws(HistoryError) -> Meeting? {
        if let meeting = try journal.meeting(id) { return meeting }
        guard fault == .inventsMeetings else { return nil }
        return Meeting(
            id: id, standupID: Standup.ID(rawValue: ""), title: "",
            startedAt: Timestamp(nanosecondsSince1970: 0), attendees: [])
    }

    func countdownSteps(of meeting: Meeting.ID) throws(HistoryError) -> [String] {
        let steps = try journal.countdownSteps(of: meeting)
        return fault == .mixesSteps ? steps.sorted() : steps
    }

    func discard(_ meeting: Meeting.ID, removeRecording: () -> Void) throws(HistoryError) {
        switch fault {
        case .keepsDiscarded: removeRecording()
        case .removesTwice:
            removeRecording()
            try journal.discard(meeting, removeRecording: removeRecording)
        case .losesDiscarded: try journal.discard(meeting) {}
        default: try journal.discard(meeting, removeRecording: removeRecording)
        }
    }

    func recognizerState(_ key: String) throws(HistoryError) -> [Float]? {
        try journal.recognizerState(fault == .hasOneState ? "" : key)
    }

    func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError) {
        if fault == .forgetsStates, try journal.recognizerState(key) != nil { return }
        try journal.saveRecognizerState(state, for: fault == .hasOneState ? "" : key)
    }
}
