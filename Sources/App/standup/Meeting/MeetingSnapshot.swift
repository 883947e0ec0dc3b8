import MeetingEngine
import MeetingModel

/// Where a meeting stands, made of its events alone: all that a reader needs to follow the events that come next.
struct MeetingSnapshot {
    /// Whether the sound is kept.
    let isRecorded: Bool
    /// The meeting time of the latest event.
    private(set) var at = Duration.zero
    /// The meeting's and the standup's id and the planned length; nil before the start.
    private(set) var start: (meeting: Meeting.ID, standup: Standup.ID, length: Duration)?
    /// Everybody, with the length of their turns that have ended; the slots are those of the start.
    private(set) var attendees: [MeetingAttendee] = []
    /// How many were through before the one who speaks.
    private(set) var index = 0
    /// Why the countdown stands still; nil while it runs.
    private(set) var pause: Pause.Reason?
    /// Whether the microphone is away.
    private(set) var isMicrophoneLost = false
    private var lineup = MeetingTimer.Lineup(speaker: nil, queue: [], absent: [])
    private var lineupAt = Duration.zero

    /// A meeting of which nothing has been told yet.
    init(isRecorded: Bool) {
        self.isRecorded = isRecorded
    }

    /// Who speaks and who waits, with what is left of their times at `at`.
    var lineupNow: MeetingTimer.Lineup {
        let speaker = lineup.speaker.map {
            MeetingTimer.Lineup.Place(id: $0.id, slot: $0.slot, remaining: $0.remaining - (at - lineupAt))
        }
        return MeetingTimer.Lineup(speaker: speaker, queue: lineup.queue, absent: lineup.absent)
    }

    /// Takes the next event.
    mutating func take(_ event: MeetingEvent) {
        at = max(at, event.at)
        switch event.kind {
        case .meetingStarted(let meeting, let standup, let length, let attendees):
            start = (meeting, standup, length)
            self.attendees = attendees
        case .turnStarted(let attendee, _, let index, let slot):
            self.index = index
            // What is left of the slot follows at once, with the queue.
            let place = lineup.queue.first { $0.id == attendee } ?? .init(id: attendee, slot: slot, remaining: slot)
            take(.init(speaker: place, queue: lineup.queue.filter { $0.id != attendee }, absent: lineup.absent))
        case .turnEnded(let attendee, let used, _):
            if let position = attendees.firstIndex(where: { $0.id == attendee }) { attendees[position].used += used }
            take(.init(speaker: nil, queue: lineup.queue, absent: lineup.absent))
        case .queueChanged(let lineup): take(lineup)
        case .paused(let reason): pause = reason
        case .resumed: pause = nil
        case .deviceLost: isMicrophoneLost = true
        case .deviceRestored, .deviceChanged: isMicrophoneLost = false
        default: break
        }
    }

    private mutating func take(_ lineup: MeetingTimer.Lineup) {
        self.lineup = lineup
        lineupAt = at
    }
}
