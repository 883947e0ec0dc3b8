import FoundationEssentials
import Glibc
package import MeetingEngine
package import MeetingModel
import Sound

/// What a reader sends to a meeting.
///
/// docs/cli.md promises `id`, `command`, `turn`, `by`, `follow`, `attends` and `audience`. The rest is for programs of
/// the same version.
struct ReaderLine: Codable {
    /// What a reader gets from now on.
    enum Follow: String, Codable {
        /// The events, without levels.
        case events
        /// The events, with levels.
        case levels
        /// The status and the engine's events, for a screen.
        case status
        /// Answers only.
        case nothing
    }

    /// The number that the answer repeats.
    var id: Int?
    /// A command as text.
    var command: String?
    /// The turn for which that command is given.
    var turn: MeetingTimer.TurnReference?
    /// Who gives the command.
    var by: Participant?
    var follow: Follow?
    /// Whether somebody who leads the meeting looks at this reader.
    var attends: Bool?
    /// Who looks at this reader.
    var audience: [Participant]?
    /// A command of a screen.
    var perform: MeetingSession.Command?
    /// Whether to save and end the meeting within a second.
    var interrupt: Bool?

    /// Decodes a line; nil if it is not such an object.
    init?(_ bytes: [UInt8]) {
        guard let line = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = line
    }

    init(id: Int? = nil) {
        self.id = id
    }

    /// The JSON, without names of the audience if it would be too long, and then without the last of the audience.
    var bytesWithinLimit: [UInt8] {
        var line = self
        var bytes = lineBytes(line)
        if bytes.count > MeetingServer.longestLine {
            line.audience = audience?.map { Participant(role: $0.role, attendee: $0.attendee, hand: $0.hand) }
            bytes = lineBytes(line)
        }
        while bytes.count > MeetingServer.longestLine, let audience = line.audience, !audience.isEmpty {
            line.audience = Array(audience.prefix(audience.count * MeetingServer.longestLine / bytes.count))
            bytes = lineBytes(line)
        }
        return bytes
    }
}

struct AnswerLine: Codable {
    /// The number of the line; nil if it had none.
    var answer: Int?
    /// Whether it was done.
    var ok: Bool
    /// Why it was not done, in one line.
    var error: String?
}

/// The version in the first line to a screen, which another version may not be able to read.
struct VersionLine: Codable {
    var version: String?
}

/// The result of starting a meeting in another process.
package enum StartResult: Hashable, Sendable, Codable {
    case started(Meeting.ID)
    case failed(MeetingStartError)
    /// Another process holds the meeting.
    case taken(Meeting.ID)
    /// Another meeting of the standup is running.
    case held(process: Int32?, since: Timestamp)
}

extension StartResult {
    /// Sends the result over a socket on which nothing else was sent yet. [any thread]
    package static func send(_ result: StartResult, to socket: CInt) {
        let line = lineBytes(StatusLine(start: result)) + [UInt8(ascii: "\n")]
        // It fits into the buffer of a new socket.
        _ = line.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}

/// What a screen follows.
struct StatusLine: Codable {
    /// The version of the program that holds the meeting; only in the first line.
    var version: String?
    /// The result of the start; only from a process that was started for this meeting.
    var start: StartResult?
    /// The status at present; levels and the times heard may be older.
    var status: MeetingStatus?
    /// The microphone's level.
    var level: AudioLevel?
    var callLevel: AudioLevel?
    var happened: MeetingEvent?
    /// Who follows the meeting elsewhere.
    var audience: [Participant]?
    /// The answer to a line, as in `AnswerLine`.
    var answer: Int?
    var ok: Bool?
    var error: String?
}

/// The JSON of a line, without its line break.
func lineBytes(_ line: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(line)).map { [UInt8]($0) } ?? []
}
