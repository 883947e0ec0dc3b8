#if Web
import HTTPTypes
import Hummingbird
import Web

extension WebResponder {
    /// Exchanges the secret of a link for a cookie.
    func join(_ exchange: Exchange) async throws -> Response {
        let client = exchange.accepted.client?.client ?? ""
        let text = InvitationSecret(try await exchange.form())?.text ?? ""
        let session = SessionCookie(origin: exchange.accepted.origin)
        let cookies = exchange.cookies
        let opened: Access.Opened
        do {
            opened = try await withTaskExecutorPreference(disk) {
                try access.open(text, cookies: cookies, from: client)
            }
        } catch let refused as InvitationRefused {
            throw Refusal(refused)
        }
        limits.becomeKnown(exchange.context.channel, by: opened.visitor)
        let place = opened.visitor.invitation.standup.map { WebRoute.live($0) } ?? .list
        var response = Response(status: .seeOther)
        response.headers[.location] = place.url.description
        response.headers[.setCookie] = opened.cookie.map(session.header)
        return response
    }
}

extension Refusal {
    fileprivate init(_ refused: InvitationRefused) {
        let isUsed = refused.reason == .used
        self.init(
            403,
            isUsed
                ? "this link was used already; for another: standup serve --link"
                : "this link does not open, or not any more; ask for another")
        link = isUsed ? .used : .refused
    }
}
#endif
