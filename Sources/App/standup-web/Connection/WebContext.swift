#if Web
import Hummingbird
import NIOCore

struct WebContext: InitializableFromSource {
    typealias Source = ApplicationRequestContextSource

    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }
}
#endif
