#if Web
import NIOCore
import NIOHTTP1
import Web

/// Refuses requests that break the rules before anything else sees them, ends slow ones, and adds the headers of
/// `ResponsePolicy` to every response. [event loop]
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Reading {
        /// The next request has not come, or not its whole head.
        case head
        /// A body, of which so many bytes have come.
        case body(Int)
        /// Nothing more is wanted of this connection.
        case nothing
    }

    private let rules: ServerRules
    private let limits: ConnectionLimits
    private var reading = Reading.head
    /// The requests that were passed on and are not answered.
    private var unanswered = 0
    /// The refusal to send once the requests before it are answered.
    private var refusal: Refusal?
    /// Whether a refusal was sent, which is the last response.
    private var isRefused = false
    private var deadline: Scheduled<Void>?
    /// The bytes that came after a refusal.
    private var dropped = 0

    init(rules: ServerRules, limits: ConnectionLimits) {
        self.rules = rules
        self.limits = limits
    }

    /// How long the head of a request may take to come in, then its body, and how long a connection may have no request.
    private static let patience = TimeAmount.seconds(20)
    /// How long a connection stays open after a refusal, so that the client can read it.
    private static let farewell = TimeAmount.seconds(1)

    private static let mostDropped = 4 << 20

    func handlerAdded(context: ChannelHandlerContext) {
        guard limits.open(context.channel) else { return context.close(promise: nil) }
        wait(Self.patience, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        limits.close(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), reading) {
        case (.body(let bytes), .nothing): drop(bytes, context)
        case (_, .nothing): return
        case (.head(let head), _):
            do throws(Refusal) {
                let accepted = try rules.check(head.requestHead, from: context.channel.peer)
                // HTTP/1.0 has no chunks, so a proxy in front may take the body for another request.
                guard head.version != .http1_0 || !head.headers.contains(name: "Transfer-Encoding") else {
                    throw Self.unreadable
                }
                var head = head
                head.uri = accepted.target
                // Behind this, only the header counts.
                if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
                reading = .body(0)
                unanswered += 1
                wait(Self.patience, context)
                context.fireChannelRead(wrapInboundOut(.head(head)))
            } catch {
                refuse(error, context)
            }
        case (.body(let bytes), .body(let count)):
            guard count + bytes.readableBytes <= RequestRules.largestBody else {
                return refuseBody(Refusal(413, "the body is too large"), context)
            }
            reading = .body(count + bytes.readableBytes)
            context.fireChannelRead(data)
        case (.end, _):
            reading = .head
            if unanswered > 0 { stopWaiting() } else { wait(Self.patience, context) }
            context.fireChannelRead(data)
        case (.body, .head): return
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
        let refusal = error == .headerOverflow ? Refusal(431, "the headers are too large") : Self.unreadable
        switch reading {
        case .head: refuse(refusal, context)
        case .body: refuseBody(refusal, context)
        case .nothing: return
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .nothing = reading, event as? ChannelEvent == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.addPolicy()
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            unanswered -= 1
            guard unanswered == 0 else { return }
            if let refusal {
                self.refusal = nil
                send(refusal, context)
            } else if case .head = reading {
                wait(Self.patience, context)
            }
        }
    }

    private static let unreadable = Refusal(400, "this is no request of HTTP/1.1")

    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        reading = .nothing
        stopWaiting()
        if unanswered > 0 {
            self.refusal = refusal
        } else {
            send(refusal, context)
        }
    }

    /// Refuses a request that was passed on, because of what follows its head.
    private func refuseBody(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        guard unanswered > 0 else {
            // It has its answer, so nothing can be said any more.
            reading = .nothing
            return wait(Self.farewell, context)
        }
        // The request that was passed on gets no answer of its own.
        unanswered -= 1
        refuse(refusal, context)
    }

    /// Sends a refusal and closes the connection once the client has had time to read it.
    private func send(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        isRefused = true
        var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: refusal.status))
        let body = ByteBuffer(string: refusal.reason + "\n")
        for (name, value) in refusal.headers { head.headers.add(name: name, value: value) }
        head.headers.add(name: "Content-Length", value: "\(body.readableBytes)")
        head.headers.add(name: "Connection", value: "close")
        head.addPolicy()
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        wait(Self.farewell, context)
    }

    /// Drops what comes after a refusal; a client that goes on sending is cut off.
    private func drop(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        dropped += bytes.readableBytes
        if dropped > Self.mostDropped { context.close(promise: nil) }
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.close(promise: nil)
        }
    }

    private func stopWaiting() {
        deadline?.cancel()
        deadline = nil
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}

extension HTTPRequestHead {
    fileprivate var requestHead: RequestHead {
        RequestHead(
            method: method.rawValue, target: uri, headers: headers.map { RequestHead.Header($0.name, $0.value) })
    }
}

extension HTTPResponseHead {
    fileprivate mutating func addPolicy() {
        guard status.code >= 200 else { return }
        for (name, value) in ResponsePolicy.headers { headers.replaceOrAdd(name: name, value: value) }
        let notKept = ResponsePolicy.notKept
        if !headers.contains(name: notKept.name) { headers.add(name: notKept.name, value: notKept.value) }
    }
}

extension Channel {
    var peer: IPAddress? { remoteAddress?.ipAddress.flatMap { IPAddress($0) } }
}

extension Refusal {
    var headers: [(name: String, value: String)] {
        var headers = [(name: "Content-Type", value: "text/plain; charset=utf-8")]
        if let retryAfter { headers.append((name: "Retry-After", value: "\(retryAfter)")) }
        if !allowed.isEmpty { headers.append((name: "Allow", value: allowed.joined(separator: ", "))) }
        return headers
    }
}
#endif
