/// A kind of destination for minutes.
package enum PostService: String, CaseIterable, Hashable, Sendable {
    /// An incoming webhook of Slack.
    case slack
    /// An incoming webhook of Mattermost.
    case mattermost
    /// Any address that takes JSON.
    case json
    /// A room of Matrix.
    case matrix
    /// A program on this machine, which gets a text on its standard input.
    case command

    var escaping: PostEscaping {
        switch self {
        case .slack: .mrkdwn
        case .mattermost: .markdown
        case .json: .json
        case .matrix: .html
        case .command: .plain
        }
    }

    /// The name of its template among the assets.
    package var templateName: String { "Posts/\(rawValue).template" }

    /// Whether a second attempt with the same transaction id is never shown twice.
    var recognizesRepeats: Bool { self == .matrix }

    /// The maximum size of the sent content, in bytes.
    ///
    /// Slack cuts longer texts, Mattermost splits them, and Matrix refuses events of more than 65,536 bytes. A program
    /// gets its text through a pipe, which holds 65,536 bytes.
    var limit: Int {
        switch self {
        case .slack: 38_000
        case .mattermost: 16_000
        case .json: 1 << 20
        case .matrix, .command: 60_000
        }
    }
}

/// Where the minutes of a standup go, as configured.
package struct PostDestination: Hashable, Sendable {
    /// The name, unique in its standup.
    package var name: String
    package var service: PostService
    /// The absolute path of the file with the address of a webhook.
    package var addressFile: String?
    /// The address of a Matrix server.
    package var server: String?
    /// The id of a Matrix room.
    package var room: String?
    /// The absolute path of the file with the access token or key.
    package var keyFile: String?
    /// The absolute path of a template; nil for the service's own.
    package var template: String?
    /// The program and its arguments.
    package var command: [String] = []

    package init(name: String, service: PostService) {
        self.name = name
        self.service = service
    }
}

/// What became of an attempt.
package enum PostOutcome: Hashable, Sendable {
    /// The destination accepted it.
    case sent
    /// The destination refused it; another attempt would fail too.
    case refused(String)
    /// It did not arrive; another attempt may succeed, after a delay if the server asks for one.
    case later(String, after: Duration?)
    /// It was sent, but no answer arrived.
    case unknown(String)
}
