/// A request to post a form, or to look whether somebody answers.
struct HTTPRequest: Sendable {
    /// A field of a form.
    struct Field: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// The form's file.
    struct File: Hashable, Sendable {
        var name: String
        var contentType: String
        var bytes: [UInt8]
    }

    /// Where it goes.
    var address: String
    /// The key, which goes there and nowhere else.
    var key: APIKey?
    /// Whether it goes there directly, whatever proxies the environment names.
    var isDirect: Bool
    /// What is posted; without a file it is a request to get something.
    var fields: [Field] = []
    /// The file that is posted.
    var file: File?
}

/// What a server answered.
struct HTTPAnswer: Hashable, Sendable {
    /// The status, such as 200.
    var status: Int
    /// What it sent.
    var body: [UInt8]
    /// How long it asks to be left alone.
    var retryAfter: Duration?
}

/// How long to wait for a server.
package struct HTTPPatience: Hashable, Sendable {
    /// For the connection.
    package var connection: Duration
    /// While nothing moves in either direction, though there is something to move.
    package var stall: Duration
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
    func limited(bySound seconds: Double) -> HTTPPatience {
        var limited = self
        limited.answer = min(answer, .seconds(60) + .seconds(10 * seconds))
        // What is left is for sending the sound and for reading the answer.
        limited.total = min(total, connection + limited.answer + .seconds(60) + .seconds(seconds))
        return limited
    }
}

/// Why there is no answer.
enum HTTPError: Error, Hashable, Sendable {
    /// The connection failed or broke.
    case network(String)
    /// Somebody waited too long.
    case timeOut
    /// The answer is longer than the limit.
    case tooLarge
    /// Somebody gave up.
    case cancelled
}

/// Sends one request and waits for the answer. [one thread at a time]
protocol HTTPTransport: Sendable {
    /// Returns the answer, whatever its status.
    func send(_ request: HTTPRequest, patience: HTTPPatience, limit: Int) throws(HTTPError) -> HTTPAnswer

    /// Breaks off what is being sent, and all that is sent afterwards. [any thread]
    func cancel()
}
