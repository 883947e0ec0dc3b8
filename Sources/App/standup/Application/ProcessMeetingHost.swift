import CSocket
import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import MeetingTiming
import StandupFeatures
import StandupTerminal

/// Holds each meeting in a process of its own, which goes on when this one ends. [any thread]
struct ProcessMeetingHost: MeetingHost {
    let folder: DataFolder
    /// The recognizer that a flag names.
    var recognizer: String?

    func start(_ order: MeetingOrder, report: @escaping @Sendable (MeetingReport) -> Void) -> any HeldMeeting {
        let meeting = RemoteMeeting(
            clock: Composition.clock, socket: nil, attends: true, version: StandupCommand.version, report: report)
        let request = HostRequest(order: order, recognizer: recognizer)
        do throws(HostError) {
            let socket = try Self.launch(request, in: folder)
            // For a connection that breaks while the other process lives.
            if let path = try? MeetingSocketPath(order.meeting, in: folder) { meeting.use(path) }
            meeting.connect(over: socket)
        } catch {
            report(.start(.failed(.outside(error.description))))
            report(.gone)
        }
        return meeting
    }

    func join(
        _ meeting: Meeting.ID, attends: Bool, report: @escaping @Sendable (MeetingReport) -> Void
    ) -> any HeldMeeting {
        let remote = RemoteMeeting(
            clock: Composition.clock, socket: try? MeetingSocketPath(meeting, in: folder), attends: attends,
            version: StandupCommand.version, report: report)
        remote.connect()
        return remote
    }

    func runningMeeting(of standup: Standup.ID) -> Meeting.ID? {
        LiveMeeting.all(in: folder).answering.last { $0.snapshot.standup == standup.rawValue }?.meeting
    }

    /// Starts a process that holds a meeting; returns the socket to it, non-blocking.
    static func launch(_ request: HostRequest, in folder: DataFolder) throws(HostError) -> CInt {
        let pipes = ProcessSignals.ignore(SIGPIPE)
        defer { pipes.end() }
        let socket: CInt
        do throws(DetachedProcess.StartError) {
            socket = try DetachedProcess(HoldCommand.name, in: folder).socket
        } catch {
            throw HostError(code: error.code)
        }
        guard send(request.line, to: socket), standup_socket_unblock(socket) == 0 else {
            let code = errno
            close(socket)
            throw HostError(code: code)
        }
        return socket
    }

    /// Sends bytes over a blocking socket; false if the other process is gone.
    private static func send(_ bytes: [UInt8], to socket: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(sent, 0))
        }
        return true
    }
}

/// Why no process could be started for a meeting.
struct HostError: Error, CustomStringConvertible {
    let code: CInt

    var description: String { "no process for the meeting can be started: \(systemMessage(code))" }
}
