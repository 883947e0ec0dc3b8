import MeetingEngine
import MeetingModel
import Synchronization

@testable import MeetingSocket
@testable import Web

/// Meetings that a test holds.
final class FakeMeetings: LiveMeetingSource {
    private let running = Mutex<[Meeting.ID: FakeMeeting]>([:])

    func meetings() -> [Meeting.ID] { running.withLock { Array($0.keys) } }

    func follow(_ meeting: Meeting.ID) -> any FollowedMeeting {
        running.withLock { $0[meeting]! }
    }

    /// Starts a meeting of a standup.
    func start(_ id: String, _ standup: Standup) throws -> FakeMeeting {
        let meeting = try FakeMeeting(standup)
        running.withLock { $0[Meeting.ID(rawValue: id)] = meeting }
        return meeting
    }

    /// A meeting does not run any more.
    func remove(_ id: String) { running.withLock { $0[Meeting.ID(rawValue: id)] = nil } }
}

/// A meeting that a test holds, at the instant 0 of its clock.
final class FakeMeeting: FollowedMeeting {
    struct State {
        var status: MeetingStatus
        var report: (@Sendable (LiveReport) -> Void)?
        var commands: [MeetingSession.Command] = []
        var givers: [Participant] = []
        var guests: [Participant] = []
        var isAttended = false
        var isClosed = false
        var refusal: String?
    }

    let state: Mutex<State>

    init(_ standup: Standup) throws {
        var timer = try MeetingTimer(
            attendees: standup.attendees.map(\.id), absent: [], length: standup.length, settings: standup.settings)
        timer.start(at: .zero)
        state = Mutex(State(status: MeetingStatus(timer: timer, standup: standup, isRecording: true)))
    }

    var status: MeetingStatus? { state.withLock { $0.status } }

    func open(report: @escaping @Sendable (LiveReport) -> Void) {
        state.withLock { $0.report = report }
        report(.status)
    }

    func perform(_ command: MeetingSession.Command, by guest: Participant) async -> String? {
        state.withLock { state in
            if let refusal = state.refusal { return refusal }
            state.commands.append(command)
            state.givers.append(guest)
            if case .timer(let command, _) = command { state.status.timer.perform(command, at: .zero) }
            return nil
        }
    }

    func show(_ guests: [Participant], isAttended: Bool) {
        state.withLock { state in
            state.guests = guests
            state.isAttended = isAttended
        }
    }

    func close() { state.withLock { $0.isClosed = true } }

    /// Reports something to whoever follows the meeting.
    func send(_ report: LiveReport) { state.withLock { $0.report }?(report) }

    /// Performs a command, and reports that the status has changed.
    func change(_ command: MeetingTimer.Command) {
        _ = state.withLock { $0.status.timer.perform(command, at: .zero) }
        send(.status)
    }
}
