#if Web
import HTTPTypes
import Hummingbird
import MeetingHistory
import MeetingModel
import MeetingSocket
import MeetingTiming
import NIOCore
import NIOHTTP1
import Web

/// Answers the requests that a `ConnectionGuard` let through.
struct WebResponder: HTTPResponder {
    let rules: ServerRules
    let access: Access
    let limits: ConnectionLimits
    let history: WebHistory
    let recordings: RecordingFiles
    let assets: WebAssets
    let languages: Languages
    let hub: LiveHub
    /// For what waits for the disk.
    let disk = DiskExecutor(label: "standup.web.disk")
    /// For what makes files, which takes seconds.
    let making = DiskExecutor(label: "standup.web.making", isSerial: true)

    @concurrent
    func respond(to request: Request, context: WebContext) async throws -> Response {
        let accepted: RequestRules.Accepted
        do {
            // The guard has checked this request already; here the check returns what it accepted.
            accepted = try rules.check(request.requestHead, from: context.channel.peer)
        } catch {
            return Response(error)
        }
        var exchange = Exchange(request: request, context: context, accepted: accepted, visitor: nil)
        do {
            // Everything at once, since each change of threads is a wait on a busy machine.
            var response = try await withTaskExecutorPreference(disk) { try await self.response(to: &exchange) }
            if request.method == .head { response = response.createHeadResponse() }
            return response
        } catch let refusal as Refusal {
            return self.response(to: exchange, refusal)
        } catch is HistoryError {
            return self.response(
                to: exchange, Refusal(503, "the history cannot be read; see: standup doctor --data"))
        } catch let error as HTTPParserError {
            throw error
        } catch {
            Main.note(Failure(error).message)
            return self.response(to: exchange, Refusal(500, "the server has a problem; its messages say more"))
        }
    }

    private func response(to exchange: inout Exchange) async throws -> Response {
        let request = exchange.request
        guard let route = WebRoute(target: exchange.accepted.target) else { throw Refusal.notFound }
        guard let method = WebMethod(rawValue: request.method == .head ? "GET" : request.method.rawValue),
            route.access(method) != .notAllowed
        else { throw Refusal.method(allowed: route.methods.flatMap(\.names)) }
        if case .right(let right) = route.access(method) {
            let visitor = try visitor(exchange)
            exchange.visitor = visitor
            guard visitor.role.may(right) else { throw Refusal(403, "your invitation does not allow this") }
        }
        return try await response(to: exchange, route, method)
    }

    /// Who sends a request; refuses those without an invitation.
    private func visitor(_ exchange: Exchange) throws -> Visitor {
        guard let visitor = try access.visitor(cookies: exchange.cookies) else {
            throw Refusal(403, "open the link of your invitation")
        }
        limits.becomeKnown(exchange.context.channel, by: visitor)
        return visitor
    }

    private func response(to exchange: Exchange, _ route: WebRoute, _ method: WebMethod) async throws -> Response {
        switch route {
        case .asset(let asset): try assets.response(to: exchange, asset, disk: disk)
        case .join where method == .post: try await join(exchange)
        case .clock: Response(status: .ok, headers: [.contentType: "text/plain"], text: ServerClock.milliseconds)
        case .recording(let meeting, let format): try await recording(meeting, as: format, exchange)
        case .export(let meeting, let format): try await export(meeting, as: format, exchange)
        case .events(let standup): try await events(standup, exchange)
        case .command(let standup): try await command(standup, exchange)
        case .update(let standup): try await update(standup, exchange)
        case .voice(let standup): try await decideVoice(standup, exchange)
        case .points(let standup): try await mark(standup, exchange)
        case .correction(let standup, let meeting): try await correct(meeting, of: standup, exchange)
        default: try page(route, exchange)
        }
    }
}

/// A request with what is known about it.
struct Exchange: Sendable {
    let request: Request
    let context: WebContext
    let accepted: RequestRules.Accepted
    /// Who sends it; nil if that does not matter.
    var visitor: Visitor?

    /// The values of all cookies of this server: a server on another port can have set one that comes first.
    var cookies: [String] { request.requestHead.cookies(SessionCookie(origin: accepted.origin).name) }

    func form() async throws -> FormFields {
        let type = request.headers[.contentType]?.split(separator: ";").first
        guard type?.lowercased() == "application/x-www-form-urlencoded" else {
            throw Refusal(415, "a form is sent as application/x-www-form-urlencoded")
        }
        let body = try await request.body.collect(upTo: RequestRules.largestBody)
        return FormFields(body.readableBytesView)
    }
}

extension Refusal {
    /// Refuses an address that leads nowhere, or that the visitor is not to know of.
    static var notFound: Refusal { Refusal(404, "there is no such page") }
}

extension WebMethod {
    var names: [String] { self == .get ? ["GET", "HEAD"] : [rawValue] }
}

extension Request {
    var requestHead: RequestHead {
        RequestHead(
            method: method.rawValue, target: head.path ?? "",
            headers: (head.authority.map { [RequestHead.Header("host", $0)] } ?? [])
                + headers.map { RequestHead.Header($0.name.rawName, $0.value) })
    }
}

extension Response {
    init(_ refusal: Refusal) {
        var headers = HTTPFields()
        for (name, value) in refusal.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.init(status: .init(code: refusal.status), headers: headers, text: refusal.reason + "\n")
    }

    init(status: HTTPResponse.Status, headers: HTTPFields, text: String) {
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
#endif
