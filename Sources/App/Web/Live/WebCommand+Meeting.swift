package import MeetingEngine
import MeetingModel
package import MeetingSocket

extension WebCommand {
    /// The commands to a meeting with this status; nil if the guest is no attendee and the command is about their turn.
    package func commands(of guest: Participant, to status: MeetingStatus) -> [MeetingSession.Command]? {
        switch self {
        case .own(let turn):
            guard let attendee = guest.attendee else { return nil }
            return [.timer(turn.command(of: attendee))]
        case .next: return [.timer(.next)]
        case .previous: return [.timer(.previous)]
        case .pause: return [.timer(.pause(.user))]
        case .resume: return [.timer(.resume)]
        case .extend(let duration): return [.timer(.extend(duration))]
        case .end: return [.timer(.ask)]
        case .answer(let answer): return [.timer(.answer(answer.answer))]
        case .shuffle: return [.shuffle]
        case .mute(let isMuted): return [.mute(isMuted)]
        case .later(let attendee):
            // The rest of the queue comes before it.
            let others = status.timer.queue.filter { $0 != attendee }
            guard others.count < status.timer.queue.count else { return [.timer(.reorder([attendee]))] }
            return [.timer(.reorder(others))]
        case .absent(let attendees): return attendees.map { .timer(.absent($0)) }
        case .present(let attendee): return [.timer(.present(attendee))]
        case .mark(let point, let state): return [.markPoint(point, state)]
        // Only the pages know of hands.
        case .hand, .lower: return []
        }
    }

    /// Whose hand the command raises or lowers; nil if it is about no hand, and no attendee if the guest is none.
    func hand(of guest: Participant) -> (attendee: Attendee.ID?, isRaised: Bool)? {
        switch self {
        case .hand(let isRaised): (guest.attendee, isRaised)
        case .lower(let attendee): (attendee, false)
        default: nil
        }
    }
}

extension WebCommand.OwnTurn {
    fileprivate func command(of attendee: Attendee.ID) -> MeetingTimer.Command {
        switch self {
        case .over: .next
        case .later: .later
        case .away: .absent(attendee)
        case .back: .present(attendee)
        }
    }
}

extension WebCommand.Answer {
    fileprivate var answer: MeetingTimer.Answer {
        switch self {
        case .save: .save
        case .discard: .discard
        case .resume: .resume
        }
    }
}
