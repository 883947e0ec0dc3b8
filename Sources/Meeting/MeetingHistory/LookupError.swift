internal import MeetingModel

/// Why it is not clear what a user means; `description` is one line that says what, which and what to do.
package enum LookupError: Error, Hashable, Sendable {
    /// No standup has this title or id; these titles are nearly the same.
    case noStandup(String, near: [String] = [])
    /// Several standups match; so they can be named.
    case severalStandups(String, [String])
    /// There are no meetings at all.
    case noMeetings
    /// No meeting is meant by this; perhaps one of these is.
    case noMeeting(String, near: [String] = [])
    /// The standup has only so many meetings.
    case tooFewMeetings(String, Int)
    /// Several meetings match; these.
    case severalMeetings(String, [String])
    /// No attendee has this name; there are these.
    case noAttendee(String, [String])
    /// Several attendees have this name; they can be told apart so.
    case severalAttendees(String, [String])
}

extension LookupError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .noStandup(let text, let near):
            "no such standup, \(DisplayText(quoting: text))" + advice(near, command: "standup list")
        case .severalStandups(let text, let choices):
            "several standups match, \(DisplayText(quoting: text)), type one of: \(list(choices))"
        case .noMeetings:
            "no meeting yet, latest, hold one with: standup start"
        case .noMeeting(let text, let near):
            "no such meeting, \(DisplayText(quoting: text))" + advice(near, command: "standup meetings")
        case .tooFewMeetings(let text, 0):
            "no such meeting, \(DisplayText(quoting: text)), that standup has had none, hold one with: standup start"
        case .tooFewMeetings(let text, let count):
            "no such meeting, \(DisplayText(quoting: text)), that standup has had \(count), list them with: "
                + "standup meetings"
        case .severalMeetings(let text, let ids):
            "several meetings match, \(DisplayText(quoting: text)) (\(list(ids))), type more of the id"
        case .noAttendee(let text, let names):
            names.isEmpty
                ? "no such attendee, \(DisplayText(quoting: text)), there are none"
                : "no such attendee, \(DisplayText(quoting: text)), choose one of: \(list(names))"
        case .severalAttendees(let text, let names):
            "several attendees match, \(DisplayText(quoting: text)), choose one of: \(list(names))"
        }
    }

    private func advice(_ near: [String], command: String) -> String {
        guard let question = Misspelling.question(near.map { DisplayText(quoting: $0).description }) else {
            return ", list them with: \(command)"
        }
        return "; \(question) List them with: \(command)"
    }

    private func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map { DisplayText(quoting: $0).description }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }
}
