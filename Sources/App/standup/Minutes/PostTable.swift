import MeetingHistory
import MeetingModel
import Minutes

/// What has become of minutes at one destination, after a user has asked to send them.
struct PostResult {
    let destination: PostDestination
    /// The posting; nil if another program is sending it.
    let post: MinutesPost?
    /// Whether nothing was sent because the destination got them before.
    let isOld: Bool

    /// What has become of them, in one line with the command as remedy.
    var line: String {
        guard let post else { return "another program is sending the minutes to \(DisplayText(destination.name))" }
        return isOld
            ? "\(post.line) at \(LocalTime(post.changedAt).minute); to send them again, add --again" : post.line
    }
}

extension MinutesPost {
    /// What has become of it, in one line with the command as remedy.
    var line: String {
        let command = SuggestedCommand("post", String(meeting.rawValue.prefix(8)), "--to", destination)
        let name = DisplayText(destination)
        let reason = DisplayText(reason)
        switch state {
        case .sent: return "minutes sent to \(name)"
        case .waiting where attempts == 0: return "minutes wait to be sent to \(name)"
        case .waiting:
            return "minutes not sent to \(name) yet (\(reason)); tried again after \(LocalTime(dueAt).minute)"
        case .sending: return "minutes are being sent to \(name)"
        case .refused:
            return "minutes refused by \(name) (\(reason)); correct that, and send them with: \(command)"
        case .unknown:
            return
                "it is unknown whether \(name) has the minutes (\(reason)); look there, and if they are missing: "
                + "\(command) --again"
        }
    }
}

/// A posting in `post --list --json`.
struct PostDocument: Encodable {
    private let meeting: String
    private let destination: String
    private let state: String
    private let attempts: Int
    private let changedAt: String
    @Nullable private var dueAt: String?
    @Nullable private var reason: String?

    init(_ post: MinutesPost) {
        meeting = post.meeting.rawValue
        destination = post.destination
        state = post.state.rawValue
        attempts = post.attempts
        changedAt = LocalTime(post.changedAt).iso8601
        dueAt = post.state == .waiting ? LocalTime(post.dueAt).iso8601 : nil
        reason = post.reason.isEmpty ? nil : post.reason
    }
}

/// Formats postings for `post --list`.
enum PostTable {
    static func table(_ posts: [MinutesPost]) -> Table {
        var table = Table(
            ["MEETING", "TO", "STATE", "TRIES", "SINCE", "REASON"],
            alignments: [
                .left, .left, .left, .right, .left, .left,
            ])
        for post in posts {
            table.append([
                String(post.meeting.rawValue.prefix(8)), post.destination, post.state.rawValue, String(post.attempts),
                LocalTime(post.changedAt).minute, post.reason,
            ])
        }
        return table
    }
}
