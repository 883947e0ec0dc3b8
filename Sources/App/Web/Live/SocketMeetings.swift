import MeetingEngine
package import MeetingHistory
package import MeetingModel
import MeetingSocket
package import MeetingTiming
import Synchronization

/// The meetings that the processes of a data folder hold, over their sockets.
package struct SocketMeetings: LiveMeetingSource {
    private let folder: DataFolder
    private let clock: any MeetingClock
    private let version: String

    /// `version` is that of this program; meetings that another version holds cannot be followed.
    package init(folder: DataFolder, clock: any MeetingClock, version: String) {
        self.folder = folder
        self.clock = clock
        self.version = version
    }

    package func meetings() -> [Meeting.ID] {
        RunningMeetings.all(in: folder).map(\.meeting)
    }

    package func follow(_ meeting: Meeting.ID) -> any FollowedMeeting {
        let socket = try? MeetingSocketPath(meeting, in: folder)
        return SocketMeeting(clock: clock, socket: socket, version: version)
    }
}

private final class SocketMeeting: FollowedMeeting {
    private let reports = ReportTarget()
    private let remote: RemoteMeeting

    init(clock: any MeetingClock, socket: MeetingSocketPath?, version: String) {
        remote = RemoteMeeting(clock: clock, socket: socket, attends: false, version: version) { [reports] report in
            switch report {
            case .connected: reports.send(.status)
            case .event(let event): reports.send(.event(event))
            case .gone: reports.send(.gone)
            case .start, .audience: break
            }
        }
    }

    var status: MeetingStatus? { remote.status }

    func open(report: @escaping @Sendable (LiveReport) -> Void) {
        reports.set(report)
        remote.connect()
    }

    func perform(_ command: MeetingSession.Command, by guest: Participant) async -> String? {
        await remote.perform(command, by: guest)
    }

    func show(_ guests: [Participant], isAttended: Bool) {
        remote.show(guests, isAttended: isAttended)
    }

    func close() { remote.detach() }
}

/// Where reports go, once somebody wants them. [any thread]
private final class ReportTarget: Sendable {
    private let target = Mutex<(@Sendable (LiveReport) -> Void)?>(nil)

    func set(_ target: @escaping @Sendable (LiveReport) -> Void) { self.target.withLock { $0 = target } }

    func send(_ report: LiveReport) { target.withLock { $0 }?(report) }
}
