#if Web
import Hummingbird
import NIOCore

/// A request's context, with its connection.
struct WebContext: InitializableFromSource {
    typealias Source = ApplicationRequestContextSource

    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
}
#endif
