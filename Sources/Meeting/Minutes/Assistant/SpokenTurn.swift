package import MeetingModel

/// What one attendee said during one turn.
package struct SpokenTurn: Hashable, Sendable {
    package let attendee: Attendee.ID
    /// The attendee's name at the meeting.
    package let name: String
    /// The utterances, in order of their start; at least one.
    package var utterances: [Utterance]

    /// The time at which the first utterance starts, in meeting time.
    package var start: Duration { utterances.map(\.start).min() ?? .zero }

    /// The turns of a meeting, each utterance in exactly one of them.
    ///
    /// What came from the other side of a call during somebody's turn belongs to nobody, and is left out.
    package static func turns(of meeting: Meeting) -> [SpokenTurn] {
        struct Key: Hashable {
            let turn: Int
            let attendee: Attendee.ID
        }
        var turns: [SpokenTurn] = []
        var places: [Key: Int] = [:]
        for utterance in meeting.transcript where !utterance.isInterjection {
            let turn = meeting.turns.lastIndex(startedBy: utterance.start) ?? -1
            let key = Key(turn: turn, attendee: utterance.attendee)
            if let place = places[key] {
                turns[place].utterances.append(utterance)
            } else {
                places[key] = turns.count
                turns.append(
                    SpokenTurn(
                        attendee: utterance.attendee, name: meeting.name(of: utterance.attendee),
                        utterances: [utterance]))
            }
        }
        return turns
    }
}
