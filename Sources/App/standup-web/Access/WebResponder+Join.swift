#if Web
import HTTPTypes
import Hummingbird
import MeetingInvitations
import StandupWebPages
import WebGuard

extension WebResponder {
    /// Exchanges the secret of a link for a cookie.
    func join(_ exchange: Exchange) async throws -> Response {
        guard exchange.request.method == .post else { throw Refusal.notFound }
        let client = exchange.accepted.client?.client ?? ""
        let text = InvitationSecret(try await exchange.form())?.text ?? ""
        let opened: Access.Opened
        do {
            opened = try await withTaskExecutorPreference(disk) { try access.open(text, from: client) }
        } catch let error as InvitationRefused {
            throw Refusal(403, "\(error.reason)")
        }
        let place = opened.invitation.standup.map { WebRoute.live($0) } ?? .list
        var response = Response(status: .seeOther)
        response.headers[.location] = place.url.description
        response.headers[.setCookie] = SessionCookie(origin: exchange.accepted.origin).header(opened.cookie)
        return response
    }
}
#endif
