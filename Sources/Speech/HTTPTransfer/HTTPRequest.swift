/// A request to post a form, or to get something.
package struct HTTPRequest: Sendable {
    /// A field of a form.
    package struct Field: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its value.
        package var value: String

        /// A field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The form's file.
    package struct File: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its media type.
        package var contentType: String
        /// What it holds.
        package var bytes: [UInt8]

        /// A file.
        package init(name: String, contentType: String, bytes: [UInt8]) {
            self.name = name
            self.contentType = contentType
            self.bytes = bytes
        }
    }

    /// Where it goes.
    package var address: String
    /// Header lines, such as `Accept: text/html`.
    package var headers: [String]
    /// Whether it goes there directly, whatever proxies the environment names.
    package var isDirect: Bool
    /// How many redirects are followed; each may lead to http or https only, and never from https to http.
    package var redirects: Int
    /// What is posted; without a file it is a request to get something.
    package var fields: [Field] = []
    /// The file that is posted.
    package var file: File?

    /// A request.
    package init(address: String, headers: [String] = [], isDirect: Bool = false, redirects: Int = 0) {
        self.address = address
        self.headers = headers
        self.isDirect = isDirect
        self.redirects = redirects
    }
}

/// What a server answered, besides the body.
package struct HTTPHead: Hashable, Sendable {
    /// The status, such as 200.
    package var status: Int
    /// The headers, by their names in lower case.
    package var headers: [String: String]
}

/// What a server answered.
package struct HTTPAnswer: Hashable, Sendable {
    /// The status, such as 200.
    package var status: Int
    /// The body; empty if it was handed over piece by piece.
    package var body: [UInt8]
    /// How long the server asks to be left alone.
    package var retryAfter: Duration?
    /// Where it came from, after all redirects.
    package var address: String

    /// An answer.
    package init(status: Int, body: [UInt8], retryAfter: Duration?, address: String = "") {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.address = address
    }
}

/// How long to wait for a server.
package struct HTTPPatience: Hashable, Sendable {
    /// For the connection.
    package var connection: Duration
    /// While nothing moves in either direction, though there is something to move.
    package var stall: Duration
    /// How many bytes have to arrive in that time, or else it counts as nothing.
    package var leastProgress = 1
    /// For the answer to begin, once everything is sent: a server without a graphics card hears slower than people talk.
    package var answer: Duration
    /// For everything.
    package var total: Duration

    /// Without arguments what suits a server that takes its time.
    package init(
        connection: Duration = .seconds(10), stall: Duration = .seconds(30), answer: Duration = .seconds(1200),
        total: Duration = .seconds(2400)
    ) {
        self.connection = connection
        self.stall = stall
        self.answer = answer
        self.total = total
    }

    /// The patience for an answer about so many seconds of sound: a server may hear ten times as slow as people speak,
    /// load its model before, and have somebody else's sound to hear.
    package func limited(bySound seconds: Double) -> HTTPPatience {
        var limited = self
        limited.answer = min(answer, .seconds(60) + .seconds(10 * seconds))
        // What is left is for sending the sound and for reading the answer.
        limited.total = min(total, connection + limited.answer + .seconds(60) + .seconds(seconds))
        return limited
    }
}

/// Why there is no answer.
package enum HTTPError: Error, Hashable, Sendable {
    /// The connection failed or broke.
    case network(String)
    /// Somebody waited too long.
    case timeOut
    /// The answer is longer than the limit.
    case tooLarge
    /// Whoever took the body wanted no more of it.
    case refused
    /// Somebody gave up.
    case cancelled
}

/// Takes the next bytes of a body; false if no more are wanted.
package typealias HTTPReceiver = (_ head: HTTPHead, _ bytes: UnsafeRawBufferPointer) -> Bool

/// Sends one request and waits for the answer. [one thread at a time]
package protocol HTTPTransport: Sendable {
    /// Returns the answer, whatever its status; its body goes to the receiver if there is one.
    func send(
        _ request: HTTPRequest, patience: HTTPPatience, limit: Int, receiver: HTTPReceiver?
    ) throws(HTTPError) -> HTTPAnswer

    /// Breaks off what is being sent, and all that is sent afterwards. [any thread]
    func cancel()
}

extension HTTPTransport {
    /// Returns the answer, whatever its status.
    package func send(
        _ request: HTTPRequest, patience: HTTPPatience, limit: Int
    ) throws(HTTPError) -> HTTPAnswer {
        try send(request, patience: patience, limit: limit, receiver: nil)
    }
}
