/// An HTTP request: by default a POST if it has a form or another body, otherwise a GET.
package struct HTTPRequest: Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    package struct File: Hashable, Sendable {
        package var name: String
        package var contentType: String
        package var bytes: [UInt8]
    }

    /// The URL.
    package var address: String
    /// Header lines, such as `Accept: text/html`.
    package var headers: [String]
    /// Whether to ignore the environment's proxies.
    var ignoresProxies: Bool
    /// The maximum number of redirects; to http or https only, and never from https to http.
    var redirects: Int
    package var fields: [Field] = []
    /// The file of the form; a request without a file and without a body is a GET.
    package var file: File?
    /// The body of a request without a form; its media type is a header.
    package var body: [UInt8]?
    /// Overrides that method, such as with `PUT`.
    package var method: String?
    /// Whether a failure after the whole body was sent is `HTTPError.lost`.
    ///
    /// For requests that must not be performed twice: the server may have performed this one.
    package var reportsLostAnswers = false

    package init(address: String, headers: [String] = [], ignoresProxies: Bool = false, redirects: Int = 0) {
        self.address = address
        self.headers = headers
        self.ignoresProxies = ignoresProxies
        self.redirects = redirects
    }
}

package struct HTTPResponseHead: Hashable, Sendable {
    package var status: Int
    /// The headers by lower-case name.
    package var headers: [String: String]
}

package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    /// The body; empty if a receiver got it.
    package var body: [UInt8]
    package var retryAfter: Duration?
    /// The URL after all redirects.
    package var address: String

    package init(status: Int, body: [UInt8], retryAfter: Duration?, address: String = "") {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.address = address
    }
}

package struct HTTPTimeLimits: Hashable, Sendable {
    var connection: Duration
    /// For the transfer to progress while data remains.
    var stall: Duration
    /// The minimum bytes per `stall` that count as progress.
    package var minimumProgress = 1
    /// How long the response may take to start once the request was sent: without a graphics card, recognition is slower
    /// than speech.
    package var response: Duration
    var total: Duration

    /// Creates limits; the defaults suit a slow server.
    package init(
        connection: Duration = .seconds(10), stall: Duration = .seconds(30), response: Duration = .seconds(1200),
        total: Duration = .seconds(2400)
    ) {
        self.connection = connection
        self.stall = stall
        self.response = response
        self.total = total
    }

    /// The limits for a sound of this many seconds: the server may take ten times as long as the sound, load its model
    /// first, and have a queue.
    func limited(bySound seconds: Double) -> HTTPTimeLimits {
        var limited = self
        limited.response = min(response, .seconds(60) + .seconds(10 * seconds))
        // The rest is for sending the sound and receiving the response.
        limited.total = min(total, connection + limited.response + .seconds(60) + .seconds(seconds))
        return limited
    }
}

/// The reason for a missing response.
package enum HTTPError: Error, Hashable, Sendable {
    case network(String)
    case timeOut
    case tooLarge
    /// The whole request was sent, but no response arrived; only if the request asks for it.
    case lost(String)
    /// The receiver rejected the body.
    case refused
    case cancelled
}

/// Receives the next bytes of a body; false aborts the transfer.
package typealias HTTPReceiver = (_ head: HTTPResponseHead, _ bytes: UnsafeRawBufferPointer) -> Bool
