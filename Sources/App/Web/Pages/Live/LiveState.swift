import FoundationEssentials
package import MeetingModel

/// What the live page of a standup shows, as JSON on one line: the data of the stream's event `state`.
///
/// The page is rendered from the same value. The server has to answer a request for the page and the stream alike: when
/// the kind, or the meeting, differs from the page's, the page loads itself again.
package enum LiveState: Hashable, Sendable {
    case meeting(LivePageMeeting)
    case none
    /// The meeting that was shown last has ended; nil if it was discarded.
    case ended(Meeting.ID?)
    /// The program that holds the meeting does not respond.
    case lost

    /// What tells a page that it has to load itself again: the kind, and the meeting.
    package var key: String {
        switch self {
        case .meeting(let meeting): "meeting:" + meeting.id
        case .none: "none"
        case .ended(let meeting): "ended:" + (meeting?.rawValue ?? "")
        case .lost: "lost"
        }
    }
}

extension LiveState: Encodable {
    private enum CodingKeys: String, CodingKey {
        case key
        case meeting
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        if case .meeting(let meeting) = self { try container.encode(meeting, forKey: .meeting) }
    }

    /// The state, and the text that says who has the page open.
    private struct Shown: Encodable {
        let state: LiveState
        let here: String

        enum CodingKeys: String, CodingKey {
            case here
        }

        func encode(to encoder: any Encoder) throws {
            try state.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(here, forKey: .here)
        }
    }

    /// The state as JSON, on one line, with the text that says who has the page open.
    package func json(here: String = "") -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only a number that is not finite cannot be encoded, and there is none.
        return (try? encoder.encode(Shown(state: self, here: here))).map { String(decoding: $0, as: UTF8.self) }
            ?? #"{"key":"lost"}"#
    }
}
