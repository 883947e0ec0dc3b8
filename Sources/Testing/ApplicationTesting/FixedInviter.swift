package import StandupFeatures
import Synchronization

/// An inviter that creates nothing and answers with numbered links, or with a problem. [any thread]
package final class FixedInviter: Inviter {
    private let problem: InvitationProblem?
    private let asked = Mutex<[InvitationRequest]>([])

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
                link: "\(server)/join#\(number)", code: ["▀▄█ ", " █▄▀"], server: server, isOnlyHere: false))
    }
}
