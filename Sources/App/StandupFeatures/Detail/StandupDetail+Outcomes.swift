import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel

// What the page makes of what has happened.

extension StandupDetail {
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        var reply = Reply<Request>()
        switch outcome {
        case .standups(let standups, _, _):
            let current = standups.first { $0.id == standup.id }
            isGone = current == nil
            if let current { standup = current }
            clampSelection()
        case .saved(let saved) where saved.id == standup.id:
            standup = saved
            clampSelection()
        case .meetings(standup.id, let offset, let page, let count):
            meetings.take(page, at: offset, count: count)
            clampSelection()
            reply.effects += openUnopened() + loadMeetings()
            askUnasked()
        case .contributions(standup.id, let contributions):
            statistics = TimeStatistics(contributions)
        case .meeting(let id, nil):
            if case .meeting(let open) = destination, open.meeting == id {
                destination = nil
                incident = Incident(.warning, Message("address.no-meeting"))
            }
        case .meetingStarted(let id, let status, let now) where status.standup.id == standup.id:
            destination = .record(RunningMeeting(meeting: id, status: status, now: now))
        case .deleted(.meeting(let id)):
            if case .meeting(let open) = destination, open.meeting == id { destination = nil }
            reply.effects += reload()
        case .undone, .meetingEnded, .changedElsewhere:
            reply.effects += reload()
        default: break
        }
        let nested = passOn(outcome)
        reply.effects += nested.effects
        reply.request = nested.request
        if case .meetingEnded = outcome, case .record = destination { destination = nil }
        return leavingIfGone(reply)
    }

    /// A form stays, to be saved as new, and so does a meeting that runs or starts; anything else has nothing to stand on.
    func leavingIfGone(_ reply: Reply<Request>) -> Reply<Request> {
        guard isGone, reply.request == nil else { return reply }
        switch destination {
        case .edit, .record: return reply
        case .start(let start) where start.isStarting: return reply
        default: return Reply(reply.effects, request: .gone(title: standup.title))
        }
    }

    /// Opens the meeting that was asked for by its number, now that it has been read.
    private mutating func openUnopened() -> [Effect] {
        guard let (position, utterance, dialog) = unopened, let count = meetings.count else { return [] }
        if let meeting = meetings[position] {
            unopened = nil
            selected = .meeting(position)
            return openMeeting(meeting.id, utterance: utterance, dialog: dialog)
        }
        if position >= count {
            unopened = nil
            incident = Incident(.warning, Message("address.no-meeting"))
        }
        return []
    }

    /// Asks about the meeting that the opened place asks to delete, now that it has been read.
    private mutating func askUnasked() {
        guard let text = unaskedDeletion, meetings.count != nil else { return }
        unaskedDeletion = nil
        let named = meetings.position(of: Meeting.ID(rawValue: text))
        guard let position = named ?? Self.position(of: text), let meeting = meetings[position] else { return }
        selected = .meeting(position)
        question = .deleteMeeting(meeting, .deletion)
    }
}
