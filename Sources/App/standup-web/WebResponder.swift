#if Web
import HTTPTypes
import Hummingbird
import MeetingAccess
import MeetingInvitations
import MeetingTiming
import NIOCore
import WebGuard

/// Answers the requests that a `ConnectionGuard` let through.
struct WebResponder: HTTPResponder {
    let rules: RequestRules
    let access: Access
    let limits: ConnectionLimits
    let disk = DiskExecutor(label: "history")

    @concurrent
    func respond(to request: Request, context: WebContext) async throws -> Response {
        do {
            return try await response(to: request, context)
        } catch let refusal as Refusal {
            return Response(refusal)
        } catch let error as InvitationRefused {
            return Response(Refusal(403, "\(error.reason)"))
        } catch {
            return Response(Refusal(500, ServerFailure(error).message))
        }
    }

    private func response(to request: Request, _ context: WebContext) async throws -> Response {
        let accepted = try rules.check(request.requestHead, from: context.channel.peer)
        if request.uri.path == "/join", request.method == .post {
            let body = try await request.body.collect(upTo: 4096)
            let text = String(buffer: body).split(separator: "=").last.map(String.init) ?? ""
            let client = accepted.client?.client ?? ""
            let opened = try await withTaskExecutorPreference(disk) { try access.open(text, from: client) }
            var response = Response(status: .seeOther)
            response.headers[.location] = "/"
            response.headers[.setCookie] = SessionCookie(origin: accepted.origin).header(opened.cookie)
            return response
        }
        let name = SessionCookie(origin: accepted.origin).name
        guard let cookie = request.cookies[name]?.value,
            let invitation = try await withTaskExecutorPreference(disk, operation: { try access.invitation(ofCookie: cookie) })
        else { throw Refusal(403, "open the link of your invitation") }
        limits.becomeKnown(context.channel)
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\(invitation.role)\n")))
    }
}

extension Request {
    /// The head as `RequestRules` reads it.
    var requestHead: RequestHead {
        RequestHead(
            method: method.rawValue, target: head.path ?? "",
            headers: (head.authority.map { [RequestHead.Header("host", $0)] } ?? [])
                + headers.map { RequestHead.Header($0.name.rawName, $0.value) })
    }
}

extension Response {
    /// The response that says a refusal.
    init(_ refusal: Refusal) {
        var headers = HTTPFields()
        for (name, value) in refusal.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.init(
            status: .init(code: refusal.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: refusal.reason + "\n")))
    }
}
#endif
