import MeetingHistory
import MeetingModel
import StandupSpeech

@testable import Minutes

/// Templates of the user, and the answers of the servers that get minutes.
enum PostFuzzing {
    private static let message: PostMessage = {
        let points = ["<!channel> \"quoted\" \\", "@room & *x*\u{202e}"].enumerated().map { number, text in
            Point(
                id: Point.ID(rawValue: "\(number)"), attendee: .init(rawValue: "a"),
                kind: number == 0 ? .plan : .blocker, text: text,
                start: .seconds(number), end: .seconds(number + 1), maker: .rules)
        }
        let meeting = Meeting(
            id: .init(rawValue: "m"), standupID: .init(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished,
            attendees: [MeetingAttendee(id: .init(rawValue: "a"), name: "Ann", slot: .seconds(1))], points: points)
        return PostMessage(
            of: MeetingTranscript(of: meeting, startedAt: LocalTime(meeting.startedAt, secondsAheadOfUTC: 0)))
    }()

    /// The first byte chooses a status, or that the rest is a template.
    static func read(_ bytes: [UInt8]) throws {
        let statuses = [0, 0, 200, 200, 204, 302, 400, 403, 404, 429, 500, 504]
        let status = statuses[Int(bytes.first ?? 0) % statuses.count]
        let body = Array(bytes.dropFirst())
        if status == 0 {
            try readTemplate(String(decoding: body, as: UTF8.self))
        } else {
            try readAnswer(HTTPResponse(status: status, body: body, retryAfter: nil))
        }
    }

    /// A mistake has a place in the template; a message keeps to its limit and its format.
    private static func readTemplate(_ text: String) throws {
        let template: PostTemplate
        do {
            template = try PostTemplate(text)
        } catch {
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            try require(lines.indices.contains(error.line - 1), "line \(error.line) of \(lines.count)")
            try require((1...lines[error.line - 1].count + 1).contains(error.column), "column \(error.column)")
            return try requireLine("\(error)")
        }
        for service in PostService.allCases {
            do {
                let content = try PostContent(message, for: service, by: template, plain: template)
                try require(content.bytes.count <= service.limit, "\(content.bytes.count) bytes")
            } catch let error as PostContent.Problem {
                try requireLine("\(error)")
            }
        }
    }

    /// An outcome has one line without the address; only an answer of success is one.
    private static func readAnswer(_ response: HTTPResponse) throws {
        for service in PostService.allCases {
            switch PostAnswer.outcome(of: response, from: service) {
            case .sent: try require((200...299).contains(response.status), "status \(response.status) is sent")
            case .refused(let reason), .unknown(let reason), .later(let reason, _):
                try requireLine(reason)
                try require(!reason.contains("T0SECRETTOKEN"), "the address is shown: \(reason)")
            }
        }
    }
}
