package import MeetingSocket

/// Who sees the same state: those of one role and language.
package struct LiveVariant: Hashable, Sendable {
    package let role: Role
    /// The language's tag.
    package let language: String

    package init(role: Role, language: String) {
        self.role = role
        self.language = language
    }
}

/// A state as the stream sends it.
package struct LiveFrame: Hashable, Sendable {
    /// The number of the state; a later one has a larger number.
    package let number: Int
    /// The state as JSON on one line.
    package let json: String
    /// The event of the stream, made once for all its readers.
    package let event: String

    init(number: Int, json: String) {
        self.number = number
        self.json = json
        event = "id: \(number)\nevent: state\ndata: \(json)\n\n"
    }
}

extension LiveState {
    /// The state without what changes all the time and pages compute themselves.
    ///
    /// States that are equal without it need not be sent.
    var withoutTime: LiveState {
        guard case .meeting(var meeting) = self else { return self }
        meeting.now = 0
        // It moves by the difference of two clocks; a page shows it to the minute.
        meeting.endsAt = meeting.endsAt.map { $0 / 1000 + ($0 % 1000 >= 500 ? 1 : 0) }
        for index in meeting.speakers.indices {
            meeting.speakers[index].progress = 0
            // In overtime, everybody's share changes all the time.
            meeting.speakers[index].share = (meeting.speakers[index].share * 100).rounded()
        }
        return .meeting(meeting)
    }

    /// The state without the transcript, which changes several times a second while somebody speaks.
    var withoutWords: LiveState {
        guard case .meeting(var meeting) = self else { return self }
        meeting.lines = []
        return .meeting(meeting)
    }
}
