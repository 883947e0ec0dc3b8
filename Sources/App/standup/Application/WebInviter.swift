import CChildProcess
import Dispatch
import Glibc
import MeetingHistory
import MeetingInvitations
import MeetingModel
import StandupFeatures
import Synchronization
import WebGuard

/// Creates invitations in the data folder, and starts `standup serve` if no web server runs.
struct WebInviter: Inviter {
    let folder: DataFolder

    /// The longest wait for the address of a started server, on a busy machine.
    private static let longestStart = Duration.seconds(30)

    func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem> {
        do {
            let server = try runningServer()
            let issued = try IssuedInvitation(
                standup: request.standup, name: request.attendee?.name, attendee: request.attendee?.id,
                role: request.role, until: nil, server: server, in: folder)
            return .success(
                InvitationLink(
                    link: issued.link, code: QRCode(issued.link)?.lines, server: server.url,
                    isOnlyHere: WebOrigin(server.url)?.isLoopback ?? false))
        } catch let problem as InvitationProblem {
            return .failure(problem)
        } catch {
            return .failure(.failed("\(error)"))
        }
    }

    private func runningServer() throws(InvitationProblem) -> WebServerFile {
        if let server = WebServerFile.running(in: folder) { return server }
        guard WebProgram.path != nil else { throw .notInstalled }
        let process = try ServeProcess(folder)
        let end = ContinuousClock.now + Self.longestStart
        while ContinuousClock.now < end {
            // Read before the server's file: a server that was started elsewhere makes this one end.
            let hasEnded = process.hasEnded
            if let server = WebServerFile.running(in: folder) { return server }
            if hasEnded { break }
            usleep(50_000)
        }
        throw .serverDidNotStart
    }
}

/// `standup serve` in the background, on this machine's loopback address; it outlives this process.
private final class ServeProcess: Sendable {
    private let ended = Atomic(false)

    init(_ folder: DataFolder) throws(InvitationProblem) {
        let options = ["--data", folder.path] + (folder.isShared ? ["--shared-folder"] : [])
        let arguments = (["standup", "serve"] + options).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let socket = standup_child_start_detached("/proc/self/exe", arguments, &process)
        guard socket >= 0 else { throw .failed(systemMessage(-socket)) }
        close(socket)
        let started = process
        DispatchQueue(label: "standup.reaper").async {
            var status: CInt = 0
            while waitpid(started, &status, 0) < 0, errno == EINTR {}
            self.ended.store(true, ordering: .relaxed)
        }
    }

    /// Whether the process has ended.
    var hasEnded: Bool { ended.load(ordering: .relaxed) }
}
