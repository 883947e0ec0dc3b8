import Dispatch
public import MeetingHistory
import MeetingModel
import Synchronization

/// What a `MeetingJournal` promises, as a suite for any implementation.
///
///     @Test func `my journal keeps its promises`() {
///         #expect(MeetingJournalConformance.check { MyJournal() } == [])
///     }
public enum MeetingJournalConformance {
    enum Promise: String, CaseIterable {
        case beginning = "Stores a meeting at its start, replacing one with the same id."
        case reading = "The whole meeting; nil if there is none with this id."
        case recording = "Stores all changes to a meeting or none, even if the meeting is marked deleted."
        case missing = "`HistoryError.noMeeting` if there is no such meeting."
        case pointStates =
            """
            A point, of this meeting or another one, gets this state in all versions; an id without a point is ignored.
            """
        case durations = "Durations are stored to the nanosecond."
        case durability = "Each call is atomic, and durable when it returns."
        case countdown =
            """
            The steps of a meeting's countdown (`MeetingChange.countdownStep`) in order; none after \
            `MeetingChange.countdownSettled`.
            """
        case discarding = "Deletes a discarded meeting and its recording."
        case keeping =
            """
            A journal that can restore the meeting for a while keeps both, and does not call `removeRecording`.
            """
        case unlearned = "The learned state of a recognizer for a microphone; nil if nothing is stored under this key."
        case learning = "Stores the learned state of a recognizer for a microphone."
    }

    /// Checks a journal: meetings and each kind of change to them, the countdown, discarded meetings, learned states.
    ///
    /// It makes about 300 calls that write, and waits for each; 40 of them come from several threads at once.
    /// [any thread that may wait for the journal]
    ///
    /// - Parameters:
    ///   - resumesMeetings: False for a journal that keeps no steps of the countdown, so that it cannot resume meetings.
    ///   - make: Makes an empty journal, a new one each time.
    /// - Returns: The broken promises; none if the journal keeps them all.
    /// - Throws: What `make` throws.
    public static func check(
        resumesMeetings: Bool = true, _ make: () throws -> any MeetingJournal
    ) rethrows -> [BrokenPromise] {
        try check(resumesMeetings: resumesMeetings, make) { $0 }
    }

    /// Checks a journal that survives its program: as the other function, and what is there when it is opened again.
    ///
    /// - Parameters:
    ///   - resumesMeetings: False for a journal that keeps no steps of the countdown, so that it cannot resume meetings.
    ///   - make: Makes an empty journal, a new one each time.
    ///   - reopen: Opens the history of a journal that `make` made once more, as the next start of the program does.
    /// - Returns: The broken promises; none if the journal keeps them all.
    /// - Throws: What `make` and `reopen` throw.
    public static func check(
        resumesMeetings: Bool = true, _ make: () throws -> any MeetingJournal,
        reopen: (any MeetingJournal) throws -> any MeetingJournal
    ) rethrows -> [BrokenPromise] {
        var log = PromiseLog<Promise>()
        checkMeetings(in: try make(), &log)
        checkChanges(in: try make(), &log)
        checkRandomChanges(in: try make(), &log)
        checkThreads(of: try make(), &log)
        checkCountdown(in: try make(), isKept: resumesMeetings, &log)
        checkDiscarding(in: try make(), &log)
        checkLearning(in: try make(), &log)
        let journal = try make()
        let written = try? SampleMeetings.write(to: journal)
        let reopened = try reopen(journal)
        log.check(.durability) {
            try expect(written != nil, "the meeting could not be written")
            try reopened.expectMeeting(written ?? SampleMeetings.empty, "after the journal was opened again")
            try expect(try reopened.recognizerState("mic"), is: [0.5], "the state after the journal was opened again")
        }
        return log.broken
    }

    private static func checkMeetings(in journal: any MeetingJournal, _ log: inout PromiseLog<Promise>) {
        let (meeting, other) = (SampleMeetings.full, SampleMeetings.other)
        log.check(.reading) {
            try expect(try journal.meeting(meeting.id) == nil, "a meeting in an empty journal")
            try journal.begin(meeting)
            try journal.expectMeeting(meeting, "after it began")
            try expect(try journal.meeting(other.id) == nil, "a meeting that has not begun")
        }
        log.check(.beginning) {
            try journal.begin(other)
            let again = SampleMeetings.empty
            try journal.begin(again)
            try journal.expectMeeting(again, "after it began again without content")
            try journal.expectMeeting(other, "after another one began again")
        }
        log.check(.durations) {
            let length = Duration.seconds(86_400) + .nanoseconds(1)
            try journal.record([.state(.finished, duration: length)], in: other.id)
            try expect(try journal.meeting(other.id)?.duration, is: length, "the stored duration")
        }
    }

    private static func checkChanges(in journal: any MeetingJournal, _ log: inout PromiseLog<Promise>) {
        let (other, missing) = (SampleMeetings.other, SampleMeetings.missing)
        log.check(.recording) {
            var meeting = SampleMeetings.empty
            try journal.begin(other)
            try journal.begin(meeting)
            try journal.record([], in: meeting.id)
            for change in SampleMeetings.changes {
                meeting.apply(change)
                try journal.record([change], in: meeting.id)
                try journal.expectMeeting(meeting, "after \(change)")
            }
            try journal.begin(SampleMeetings.empty)
            try journal.record(SampleMeetings.changes, in: meeting.id)
            try journal.expectMeeting(meeting, "after all changes at once")
            try journal.expectMeeting(other, "after changes to another one")
        }
        log.check(.missing) {
            for changes: [MeetingChange] in [[.turnEnded(at: .zero)], []] {
                let error = try expectError("recording in a meeting that does not exist") { () throws(HistoryError) in
                    try journal.record(changes, in: missing)
                }
                try expect(error, is: .noMeeting(missing), "the error")
            }
        }
        log.check(.pointStates) {
            var meeting = SampleMeetings.full
            try journal.begin(meeting)
            try journal.begin(other)
            meeting.points[0].state = .dropped
            try journal.record([.pointState(meeting.points[0].id, .dropped)], in: other.id)
            try journal.expectMeeting(meeting, "after a later one marked its point as dropped")
            try journal.record([.pointState(SampleMeetings.missingPoint, .done)], in: other.id)
            try journal.expectMeeting(meeting, "after a change to a point that does not exist")
        }
    }

    private static func checkRandomChanges(in journal: any MeetingJournal, _ log: inout PromiseLog<Promise>) {
        var generator = SeededGenerator(seed: 1)
        log.check(.recording) {
            let other = SampleMeetings.full
            try journal.begin(other)
            for _ in 0..<40 {
                var meeting = SampleMeetings.other
                try journal.begin(meeting)
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    let changes = (0..<Int.random(in: 0...8, using: &generator))
                        .map { _ in SampleMeetings.randomChange(using: &generator) }
                    for change in changes { meeting.apply(change) }
                    try journal.record(changes, in: meeting.id)
                    try journal.expectMeeting(meeting, "after \(changes)")
                }
                try journal.expectMeeting(other, "after changes to another one")
            }
        }
    }

    private static func checkThreads(of journal: any MeetingJournal, _ log: inout PromiseLog<Promise>) {
        let failure = Mutex<(any Error)?>(nil)
        log.check(.durability) {
            var meeting = SampleMeetings.empty
            try journal.begin(meeting)
            let changes = (0..<40).map { MeetingChange.utterance(SampleMeetings.utterance(at: .seconds($0))) }
            let group = DispatchGroup()
            for change in changes {
                DispatchQueue.global().async(group: group) {
                    do {
                        try journal.record([change], in: SampleMeetings.empty.id)
                        _ = try journal.meeting(SampleMeetings.empty.id)
                    } catch {
                        failure.withLock { $0 = error }
                    }
                }
            }
            group.wait()
            if let error = failure.withLock({ $0 }) { throw error }
            for change in changes { meeting.apply(change) }
            try journal.expectMeeting(meeting, "after changes by several threads")
        }
    }

    private static func checkCountdown(
        in journal: any MeetingJournal, isKept: Bool, _ log: inout PromiseLog<Promise>
    ) {
        let (meeting, other) = (SampleMeetings.empty.id, SampleMeetings.other.id)
        log.check(.countdown) {
            try journal.begin(SampleMeetings.empty)
            try journal.begin(SampleMeetings.other)
            try journal.record([.countdownStep("b"), .countdownStep("a")], in: meeting)
            try journal.record([.countdownStep("a")], in: meeting)
            try journal.record([.countdownStep("c")], in: other)
            let steps = try journal.countdownSteps(of: meeting)
            try expect(steps, is: isKept ? ["b", "a", "a"] : [], "the steps")
            try journal.record([.countdownSettled], in: meeting)
            try expect(try journal.countdownSteps(of: meeting), is: [], "the steps of a settled countdown")
            try expect(try journal.countdownSteps(of: other), is: isKept ? ["c"] : [], "the steps of another meeting")
        }
    }

    private static func checkDiscarding(in journal: any MeetingJournal, _ log: inout PromiseLog<Promise>) {
        let (meeting, other) = (SampleMeetings.full, SampleMeetings.other)
        var removals = 0
        log.check(.discarding) {
            try journal.begin(meeting)
            try journal.begin(other)
            try journal.discard(meeting.id) { removals += 1 }
            try expect(try journal.meeting(meeting.id) == nil, "a discarded meeting that can be read")
            try expect(removals <= 1, "the recording was removed \(removals) times")
            try journal.expectMeeting(other, "after another one was discarded")
        }
        log.check(.keeping) {
            guard removals == 0 else { return }
            do { try journal.record([], in: meeting.id) } catch {
                throw Observation(text: "the recording was kept, and the meeting was not (\(error))")
            }
        }
    }

    private static func checkLearning(in journal: any MeetingJournal, _ log: inout PromiseLog<Promise>) {
        log.check(.unlearned) {
            try expect(try journal.recognizerState("mic"), is: nil, "a state in an empty journal")
            try journal.saveRecognizerState([1], for: "mic")
            try expect(try journal.recognizerState("mi"), is: nil, "the state under another key")
        }
        log.check(.learning) {
            for state: [Float] in [[1], [40, -0.1, .greatestFiniteMagnitude, 0x1p-149], []] {
                try journal.saveRecognizerState(state, for: "mic")
                try expect(try journal.recognizerState("mic"), is: state, "the state")
            }
        }
    }
}

extension MeetingJournal {
    /// Ends the check of a promise unless the journal has exactly this meeting.
    fileprivate func expectMeeting(_ expected: Meeting, _ when: String) throws {
        let meeting = try meeting(expected.id)
        try expect(meeting != nil, "no meeting \(when)")
        let differences = zip(Mirror(reflecting: meeting ?? expected).children, Mirror(reflecting: expected).children)
            .filter { "\($0.value)" != "\($1.value)" }
        let parts = differences.map { "\($0.label ?? ""): \($0.value), not \($1.value)" }
        try expect(meeting == expected, "\(when): \(parts.joined(separator: "; "))")
    }
}
