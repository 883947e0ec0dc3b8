#if Web
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Web

/// A connection: HTTP/1.1 behind a `ConnectionGuard`, which sees each request as it came in.
struct WebChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    let rules: ServerRules
    let limits: ConnectionLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // A peer that does not read, or is gone, ends after this time.
            let patience = ChannelOptions.tcpOption(NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT))
            try? channel.syncOptions?.setOption(patience, value: 30_000)
            var sizes = NIOHTTPDecoderLimitConfiguration()
            sizes.maxHeaderFieldSize = 8 << 10
            sizes.maxHeaderListSize = 16 << 10
            sizes.maxHeaderFieldCount = 64
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: true,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: sizes)
            try pipeline.addHandler(ConnectionGuard(rules: rules, limits: limits))
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: nil, logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
#endif
