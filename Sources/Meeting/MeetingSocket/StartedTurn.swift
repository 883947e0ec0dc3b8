import MeetingEngine
import Synchronization

/// The latest turn that a command has started, and who gave the command. [engine queue]
///
/// Two who lead may press Next in the same moment, or one at the moment at which a slot ends. The second command was
/// meant for the turn before, and must not skip the new speaker.
final class StartedTurn: Sendable {
    private struct State {
        var before: MeetingTimer.TurnReference?
        var started: MeetingTimer.TurnReference?
        /// Who has started it; nil is a screen of the terminal.
        var starter: Participant?
    }

    private let state = Mutex(State())

    /// Whether a command of a participant is meant for the current turn, at the instant before it is performed.
    ///
    /// `next` is not if that turn has just begun, and somebody else or the end of a slot has started it. A screen of the
    /// terminal asks by itself, and attendees end only their own turn.
    func isMeant(_ command: MeetingSession.Command, by participant: Participant?, in timer: MeetingTimer) -> Bool {
        state.withLock { state in
            state.before = timer.currentTurn
            guard case .timer(.next, _) = command, let participant, participant.role.may(.controlMeeting),
                timer.hasJustChanged
            else { return true }
            return state.started == timer.currentTurn && state.starter == participant
        }
    }

    /// Notes who has started the turn that is current after a command.
    func note(_ turn: MeetingTimer.TurnReference?, by participant: Participant?) {
        state.withLock { state in
            guard turn != state.before else { return }
            (state.started, state.starter) = (turn, participant)
        }
    }
}
