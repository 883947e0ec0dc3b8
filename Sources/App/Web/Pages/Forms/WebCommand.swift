package import MeetingModel
package import MeetingSocket

/// A command from a button of the live page.
///
/// A form posts it to `WebRoute.command` as the fields `action` and, for some, `attendee`, which `absent` may have several
/// times, `seconds`, or `point` and `state`. One that changes the current turn also has `turn`, a
/// `MeetingTimer.TurnReference`.
package enum WebCommand: Hashable, Sendable {
    /// A command about the visitor's own turn, for the attendee as whom they were invited.
    case own(OwnTurn)
    /// Starts the next attendee's turn; on the last attendee, asks whether to end the meeting.
    case next
    case previous
    case pause
    case resume
    /// Lengthens the turn, or shortens it (negative), by at most an hour.
    case extend(Duration)
    /// Asks whether to end the meeting; the countdown is stopped until the answer.
    case end
    case answer(Answer)
    /// Shuffles those who wait.
    case shuffle
    /// Mutes the sound at every change of speaker, or unmutes it.
    case mute(Bool)
    /// Moves an attendee who waits to the end of the queue.
    case later(Attendee.ID)
    case absent([Attendee.ID])
    case present(Attendee.ID)
    /// Marks an open point: an attendee one of their own.
    case mark(Point.ID, Point.State)
    /// Says that the visitor wants to say something, or not any more.
    case hand(Bool)
    /// Lowers the hand of an attendee.
    case lower(Attendee.ID)

    package enum OwnTurn: String, CaseIterable, Hashable, Sendable {
        /// Ends it.
        case over
        /// Moves it to the end of the queue.
        case later
        /// Marks the visitor absent.
        case away
        /// Marks the visitor present.
        case back
    }

    /// An answer to the question whether to end the meeting.
    package enum Answer: String, CaseIterable, Hashable, Sendable {
        /// Ends and keeps the meeting.
        case save
        /// Ends the meeting and removes it completely.
        case discard
        case resume
    }

    package var right: Right {
        switch self {
        // The meeting itself refuses an attendee who marks the points of another one.
        case .own, .mark, .hand: .ownTurn
        default: .controlMeeting
        }
    }
}

extension WebCommand {
    private static let longestExtension = 3600

    package init?(_ fields: FormFields) {
        guard let action = fields["action"] else { return nil }
        let attendee = fields["attendee"].flatMap { $0.isEmpty ? nil : Attendee.ID(rawValue: $0) }
        switch (action, attendee) {
        case ("next", _): self = .next
        case ("previous", _): self = .previous
        case ("pause", _): self = .pause
        case ("resume", _): self = .resume
        case ("end", _): self = .end
        case ("shuffle", _): self = .shuffle
        case ("mute", _): self = .mute(true)
        case ("unmute", _): self = .mute(false)
        case ("later", let attendee?): self = .later(attendee)
        case ("absent", _?): self = .absent(fields.all("attendee").map { Attendee.ID(rawValue: $0) })
        case ("present", let attendee?): self = .present(attendee)
        case ("hand", _): self = .hand(true)
        case ("hand-down", _): self = .hand(false)
        case ("lower", let attendee?): self = .lower(attendee)
        case ("mark", _):
            guard let point = fields["point"], !point.isEmpty, point.utf8.count <= PointForm.longestID,
                let state = fields["state"].flatMap(Point.State.init)
            else { return nil }
            self = .mark(Point.ID(rawValue: point), state)
        case ("extend", _):
            guard let text = fields["seconds"], text.utf8.count <= 5, let seconds = Int(text), seconds != 0,
                seconds.magnitude <= Self.longestExtension
            else { return nil }
            self = .extend(.seconds(seconds))
        default:
            if let turn = OwnTurn.allCases.first(where: { "own-" + $0.rawValue == action }) {
                self = .own(turn)
            } else if let answer = Answer.allCases.first(where: { "answer-" + $0.rawValue == action }) {
                self = .answer(answer)
            } else {
                return nil
            }
        }
    }

    package var fields: [(name: String, value: String)] {
        switch self {
        case .own(let turn): [("action", "own-" + turn.rawValue)]
        case .next: [("action", "next")]
        case .previous: [("action", "previous")]
        case .pause: [("action", "pause")]
        case .resume: [("action", "resume")]
        case .extend(let duration): [("action", "extend"), ("seconds", "\(duration.components.seconds)")]
        case .end: [("action", "end")]
        case .answer(let answer): [("action", "answer-" + answer.rawValue)]
        case .shuffle: [("action", "shuffle")]
        case .mute(let isMuted): [("action", isMuted ? "mute" : "unmute")]
        case .later(let attendee): [("action", "later"), ("attendee", attendee.rawValue)]
        case .absent(let attendees): [("action", "absent")] + attendees.map { ("attendee", $0.rawValue) }
        case .present(let attendee): [("action", "present"), ("attendee", attendee.rawValue)]
        case .mark(let point, let state): [("action", "mark"), ("point", point.rawValue), ("state", state.rawValue)]
        case .hand(let isRaised): [("action", isRaised ? "hand" : "hand-down")]
        case .lower(let attendee): [("action", "lower"), ("attendee", attendee.rawValue)]
        }
    }
}
