#if Web
import HTTPTypes
import Hummingbird
import MeetingInvitations
import StandupWebPages
import WebGuard

extension WebResponder {
    /// Exchanges the secret of a link for a cookie.
    func join(_ exchange: Exchange) async throws -> Response {
        let client = exchange.accepted.client?.client ?? ""
        let text = InvitationSecret(try await exchange.form())?.text ?? ""
        let opened: Access.Opened
        do {
            opened = try await withTaskExecutorPreference(disk) { try access.open(text, from: client) }
        } catch is InvitationRefused {
            var refusal = Refusal(403, "this link does not open, or not any more; ask for another")
            refusal.isOfLink = true
            throw refusal
        }
        limits.becomeKnown(exchange.context.channel)
        let place = opened.invitation.standup.map { WebRoute.live($0) } ?? .list
        var response = Response(status: .seeOther)
        response.headers[.location] = place.url.description
        response.headers[.setCookie] = SessionCookie(origin: exchange.accepted.origin).header(opened.cookie)
        return response
    }
}
#endif
