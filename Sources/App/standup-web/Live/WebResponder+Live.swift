#if Web
import Glibc
import HTTPTypes
import Hummingbird
import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket
import NIOCore
import Presentation
import Web

extension WebResponder {
    /// The stream of a standup's states.
    func events(_ standup: Standup.ID, _ exchange: Exchange) async throws -> Response {
        let (accepted, request) = (exchange.accepted, exchange.request)
        guard accepted.isFromOwnPage || accepted.isSameOriginByBrowser else {
            throw Refusal(403, "a stream needs an Origin or Sec-Fetch-Site header of this server's pages")
        }
        guard let visitor = exchange.visitor, visitor.sees(standup),
            try await withTaskExecutorPreference(disk, operation: { try access.lasts(visitor, for: standup) })
        else { throw Refusal.notFound }
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8"]
        // nginx would keep the states back until it has some kilobytes.
        headers[.accelBuffering] = "no"
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let variant = variant(of: exchange)
        let channel = exchange.context.channel
        let body = ResponseBody { [hub, access] writer in
            try await Self.keepBuffersSmall(channel)
            // A browser that leaves closes only its half: that is to end the connection.
            try await channel.setOption(.allowRemoteHalfClosure, value: false).get()
            let reader = hub.follow(standup, as: variant, by: visitor.guest) {
                (try? access.lasts(visitor, for: standup)) ?? false
            }
            defer { hub.leave(reader) }
            channel.closeFuture.whenComplete { _ in reader.mailbox.close() }
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            for await item in reader.mailbox { try await writer.write(ByteBuffer(item)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// A command of a button.
    ///
    /// A form gets the page again, the script an empty answer.
    func command(_ standup: Standup.ID, _ exchange: Exchange) async throws -> Response {
        guard let visitor = exchange.visitor, visitor.sees(standup) else { throw Refusal.notFound }
        let form = try await exchange.form()
        guard let command = WebCommand(form) else {
            throw Refusal(400, "the form is not that of a command")
        }
        let localizer = languages.localizer(for: exchange.request).localizer
        let turn = MeetingTimer.TurnReference(form)
        switch await hub.perform(command, during: turn, in: standup, by: visitor.guest) {
        case .performed: break
        case .forbidden: throw Refusal(403, "your invitation does not allow this")
        case .impossible(let refusal): throw Refusal(409, Message(refusal).text(localizer))
        case .overtaken(let name):
            throw Refusal(409, localizer(.recordAlreadySpeaking(name: .text(DisplayText(name).description))))
        case .refused(let reason): throw Refusal(409, reason)
        case .notRunning: throw Refusal(409, localizer(.webLiveNoneTitle))
        }
        guard exchange.request.headers[.accept]?.contains("text/html") == true else {
            return Response(status: .noContent)
        }
        return Response(status: .seeOther, headers: [.location: WebRoute.live(standup).url.description])
    }

    func variant(of exchange: Exchange) -> LiveVariant {
        LiveVariant(
            role: exchange.visitor?.role ?? .watch,
            language: languages.localizer(for: exchange.request).tag)
    }

    /// Lets a browser that does not read be noticed soon: the system would keep hours of states for it.
    private static func keepBuffersSmall(_ channel: any Channel) async throws {
        try await channel.setOption(.socketOption(.so_sndbuf), value: 16 << 10).get()
        try await channel.setOption(.writeBufferWaterMark, value: .init(low: 4 << 10, high: 16 << 10)).get()
    }
}

extension HTTPField.Name {
    /// The header by which nginx is told not to keep a response back.
    fileprivate static var accelBuffering: Self { Self("X-Accel-Buffering")! }
}

extension ByteBuffer {
    fileprivate init(_ item: LiveMailbox.Item) {
        switch item {
        case .state(let frame): self.init(string: frame.event)
        case .ping: self.init(string: "event: ping\ndata: {}\n\n")
        }
    }
}

extension Visitor {
    var guest: Participant { Participant(role: role, attendee: invitation.attendee, name: invitation.name) }
}
#endif
