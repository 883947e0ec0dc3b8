package import MeetingModel

/// Why a name that a user typed has no single match; `description` is one line: what, which, what to do.
package enum LookupError: Error, Hashable, Sendable {
    /// No standup has this title or id; these titles are similar.
    case noStandup(String, near: [String] = [])
    /// Several standups match; these texts name them.
    case severalStandups(String, [String])
    case noMeetings
    /// No meeting matches; these are close.
    case noMeeting(String, near: [String] = [])
    /// The standup has only this many meetings.
    case tooFewMeetings(String, Int)
    /// These meetings match.
    case severalMeetings(String, [String])
    /// No attendee has this name; these are the names.
    case noAttendee(String, [String])
    /// Several attendees have this name; these texts name them.
    case severalAttendees(String, [String])
}

extension LookupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noStandup(let text, let near):
            "no standup matches '\(DisplayText(quoting: text))'" + advice(near, command: "standup list")
        case .severalStandups(let text, let choices):
            "several standups match '\(DisplayText(quoting: text))'; use one of: \(list(choices))"
        case .noMeetings:
            "no meetings yet; hold one with: standup start"
        case .noMeeting(let text, let near):
            "no meeting matches '\(DisplayText(quoting: text))'" + advice(near, command: "standup meetings")
        case .tooFewMeetings(let text, 0):
            "no meeting matches '\(DisplayText(quoting: text))', because the standup has none; hold one with: standup start"
        case .tooFewMeetings(let text, let count):
            "no meeting matches '\(DisplayText(quoting: text))', because the standup has only \(count); list them with: "
                + "standup meetings"
        case .severalMeetings(let text, let ids):
            "several meetings match '\(DisplayText(quoting: text))' (\(list(ids))); use more characters of the id"
        case .noAttendee(let text, let names):
            names.isEmpty
                ? "no attendee matches '\(DisplayText(quoting: text))'; there are none"
                : "no attendee matches '\(DisplayText(quoting: text))'; choose one of: \(list(names))"
        case .severalAttendees(let text, let names):
            "several attendees match '\(DisplayText(quoting: text))'; choose one of: \(list(names))"
        }
    }

    private func advice(_ near: [String], command: String) -> String {
        guard let question = Misspelling.question(near.map { DisplayText(quoting: $0).description }) else {
            return "; list them with: \(command)"
        }
        return "; \(question) List them with: \(command)"
    }

    private func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map { DisplayText(quoting: $0).description }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }
}

extension LookupError: ProgramError {
    package var exitCode: Failure.Code { .notFound }
}
