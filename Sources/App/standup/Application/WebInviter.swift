import Glibc
import MeetingHistory
import MeetingModel
import StandupFeatures
import Web

/// Creates invitations in the data folder, and starts `standup serve` if no web server runs.
struct WebInviter {
    let folder: DataFolder

    /// The longest wait for the address of a started server, on a busy machine.
    private static let longestStart = Duration.seconds(30)

    func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem> {
        do {
            let now = Timestamp.now
            let end: Timestamp? =
                if !request.until.isEmpty, case .instant(let instant) = try UntilArgument(request.until, now: now) {
                    instant
                } else {
                    nil
                }
            let server = try runningServer()
            let issued = try IssuedInvitation(
                standup: request.standup, name: request.attendee?.name, attendee: request.attendee?.id,
                role: request.role, until: end, server: server, in: folder)
            return .success(
                InvitationLink(
                    invitation: issued.invitation.id.rawValue, link: issued.link, code: QRCode(issued.link)?.lines,
                    server: server.url,
                    isOnlyHere: WebOrigin(server.url)?.isLoopback ?? false, until: end))
        } catch let problem as InvitationProblem {
            return .failure(problem)
        } catch {
            return .failure(.failed(Failure(error).message))
        }
    }

    func invitations(
        to standup: Standup.ID, history: any MeetingStore
    ) -> Result<[ListedInvitation], InvitationProblem> {
        result {
            try InvitationStore(folder: folder).change { book in
                try book.removeEnded(at: .now, meetingEnd: history.firstEnd(of:after:))
                return book.invitations.filter { $0.standup == standup }.map { invitation in
                    ListedInvitation(
                        id: invitation.id.rawValue, name: invitation.name, role: invitation.role,
                        until: invitation.until, browsers: invitation.opened)
                }
            }
        }
    }

    func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem> {
        result {
            try InvitationStore(folder: folder).change { book in
                _ = book.revoke(Invitation.ID(rawValue: invitation.id))
            }
        }
    }

    private func result<Value>(of work: () throws -> Value) -> Result<Value, InvitationProblem> {
        do { return .success(try work()) } catch { return .failure(.failed(Failure(error).message)) }
    }

    private func runningServer() throws(InvitationProblem) -> WebServerFile {
        if let server = WebServerFile.running(in: folder) { return server }
        guard WebProgram.path != nil else { throw .notInstalled }
        let process = try Self.startServer(in: folder)
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

    /// Starts `standup serve`, on this machine's loopback address.
    private static func startServer(in folder: DataFolder) throws(InvitationProblem) -> DetachedProcess {
        do throws(DetachedProcess.StartError) {
            let process = try DetachedProcess("serve", in: folder)
            close(process.socket)
            return process
        } catch {
            throw .failed(systemMessage(error.code))
        }
    }
}
