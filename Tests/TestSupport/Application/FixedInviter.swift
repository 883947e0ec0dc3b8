package import MeetingModel
package import StandupFeatures
import Synchronization

/// Answers invitations with numbered links, or with a problem. [any thread]
package final class FixedInviter: Sendable {
    private let problem: InvitationProblem?
    private let asked = Mutex<[InvitationRequest]>([])
    private let revoked = Mutex<Set<String>>([])

    /// Creates an inviter that answers each request with a new link, or with a problem.
    package init(problem: InvitationProblem? = nil) {
        self.problem = problem
    }

    /// What it was asked for, in order.
    package var requests: [InvitationRequest] { asked.withLock { $0 } }

    /// A link that ends in the number of the request.
    package func invite(_ request: InvitationRequest) -> Result<InvitationLink, InvitationProblem> {
        let number = asked.withLock { asked in
            asked.append(request)
            return asked.count
        }
        if let problem { return .failure(problem) }
        let server = "http://192.168.178.23:7810"
        return .success(
            InvitationLink(
                invitation: "\(number)", link: "\(server)/join#\(number)", code: ["▀▄█ ", " █▄▀"], server: server,
                isOnlyHere: false))
    }

    /// The invitations that it was asked for, without those that were revoked; each was opened by two browsers.
    package func invitations(to standup: Standup.ID) -> Result<[ListedInvitation], InvitationProblem> {
        if let problem { return .failure(problem) }
        let all = requests.enumerated().filter { $1.standup == standup }.map { index, request in
            ListedInvitation(
                id: "\(index + 1)", name: request.attendee?.name, role: request.role, until: nil, browsers: 2)
        }
        return .success(all.filter { invitation in !revoked.withLock { $0.contains(invitation.id) } })
    }

    /// Takes an invitation out of the list.
    package func revoke(_ invitation: ListedInvitation) -> Result<Void, InvitationProblem> {
        if let problem { return .failure(problem) }
        _ = revoked.withLock { $0.insert(invitation.id) }
        return .success(())
    }
}
