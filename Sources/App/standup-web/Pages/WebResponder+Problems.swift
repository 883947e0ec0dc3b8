#if Web
import HTTPTypes
import Hummingbird
import NIOCore
import Web

extension WebResponder {
    /// The response that says a refusal: a page for a browser that shows it, a line for everything else.
    func response(to exchange: Exchange, _ refusal: Refusal) -> Response {
        guard exchange.showsPages, let problem = ProblemPage.Problem(refusal, isInvited: exchange.visitor != nil) else {
            return Response(refusal)
        }
        let page: any WebPage =
            if let link = refusal.link {
                JoinPage(link == .used ? .used : .refused, for: reader(of: exchange))
            } else {
                ProblemPage(problem, for: reader(of: exchange))
            }
        var response = Response(status: .init(code: refusal.status), page: page.document.bytes)
        for (name, value) in refusal.headers where name != "Content-Type" {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        // A browser sends no strict cookie along a link of another site, but it does when the page loads itself again.
        if exchange.visitor == nil, exchange.request.headers[.secFetchSite] == "cross-site",
            exchange.request.method == .get, let refresh = HTTPField.Name("Refresh")
        {
            response.headers[refresh] = "0"
        }
        return response
    }
}

extension Exchange {
    fileprivate var showsPages: Bool { request.headers[.accept]?.contains("text/html") == true }
}

extension HTTPField.Name {
    /// The header by which a browser says which page sends a request.
    fileprivate static var secFetchSite: Self { Self("Sec-Fetch-Site")! }
}

extension ProblemPage.Problem {
    fileprivate init?(_ refusal: Refusal, isInvited: Bool) {
        switch refusal.status {
        case 400, 415: self = .malformed
        case 403: self = isInvited ? .notAllowed : .notInvited
        case 404: self = .notFound
        case 405: self = .wrongMethod
        case 409: self = .outdated
        case 413, 414: self = .tooLong
        case 421: self = .wrongHost
        case 429: self = .tooMany
        case 500: self = .failed
        case 503: self = .unavailable
        default: return nil
        }
    }
}
#endif
