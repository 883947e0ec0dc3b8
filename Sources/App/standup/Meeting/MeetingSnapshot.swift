import MeetingEngine
import MeetingModel

/// The state of a meeting, computed from its events only.
///
/// A reader needs nothing else to follow the next events.
struct MeetingSnapshot {
    /// Whether the meeting is recorded.
    let isRecorded: Bool
    /// The meeting time of the latest event.
    private(set) var at = Duration.zero
    /// The ids of the meeting and the standup, and the planned length; nil before the start.
    private(set) var start: (meeting: Meeting.ID, standup: Standup.ID, length: Duration)?
    /// All attendees with their used time in finished turns; their slots are those at the start.
    private(set) var attendees: [MeetingAttendee] = []
    /// The number of attendees before the current speaker.
    private(set) var index = 0
    /// Why the countdown is paused; nil while it runs.
    private(set) var pause: Pause.Reason?
    /// Whether the microphone is disconnected.
    private(set) var isMicrophoneLost = false
    private var lineup = MeetingTimer.Lineup(speaker: nil, queue: [], absent: [])
    private var lineupAt = Duration.zero

    /// The state before the first event.
    init(isRecorded: Bool) {
        self.isRecorded = isRecorded
    }

    /// The speaker and the queue with their remaining times at `at`.
    var lineupNow: MeetingTimer.Lineup {
        let speaker = lineup.speaker.map {
            MeetingTimer.Lineup.Place(id: $0.id, slot: $0.slot, remaining: $0.remaining - (at - lineupAt))
        }
        return MeetingTimer.Lineup(speaker: speaker, queue: lineup.queue, absent: lineup.absent)
    }

    /// Applies the next event.
    mutating func take(_ event: MeetingEvent) {
        at = max(at, event.at)
        switch event.kind {
        case .meetingStarted(let meeting, let standup, let length, let attendees):
            start = (meeting, standup, length)
            self.attendees = attendees
        case .turnStarted(let attendee, _, let index, let slot):
            self.index = index
            // The next event contains the remaining time of the slot, together with the queue.
            let place = lineup.queue.first { $0.id == attendee } ?? .init(id: attendee, slot: slot, remaining: slot)
            take(.init(speaker: place, queue: lineup.queue.filter { $0.id != attendee }, absent: lineup.absent))
        case .turnEnded(let attendee, let used, _):
            if let position = attendees.firstIndex(where: { $0.id == attendee }) { attendees[position].used += used }
            take(.init(speaker: nil, queue: lineup.queue, absent: lineup.absent))
        case .queueChanged(let lineup): take(lineup)
        case .paused(let reason): pause = reason
        case .resumed: pause = nil
        case .deviceLost(_, .room): isMicrophoneLost = true
        case .deviceRestored(_, .room), .deviceChanged(_, .room): isMicrophoneLost = false
        default: break
        }
    }

    private mutating func take(_ lineup: MeetingTimer.Lineup) {
        self.lineup = lineup
        lineupAt = at
    }
}
