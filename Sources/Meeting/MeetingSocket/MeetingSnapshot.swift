package import MeetingEngine
package import MeetingModel

/// The state of a meeting, computed from its events only.
///
/// A reader needs nothing else to follow the next events.
package struct MeetingSnapshot {
    /// The standup; nil if the reader has it.
    package let standup: Standup?
    /// The program's version; nil if the reader has it.
    package let version: String?
    let isRecorded: Bool
    /// The meeting time of the latest event.
    package private(set) var at = Duration.zero
    /// The ids of the meeting and the standup, and the planned length; nil before the start.
    package private(set) var start: (meeting: Meeting.ID, standup: Standup.ID, length: Duration)?
    /// All attendees with their used time in finished turns; their slots are those at the start.
    package private(set) var attendees: [MeetingAttendee] = []
    /// The number of attendees before the current speaker.
    package private(set) var index = 0
    /// The warning in effect, as the time that was left when it was due; nil if there is none.
    var warning: Duration?
    /// Whether the countdown is over, and the last words are being written.
    var isEnding = false
    /// Why the countdown is paused; nil while it runs.
    private(set) var pause: Pause.Reason?
    private(set) var isMicrophoneLost = false
    private var lineup = MeetingTimer.Lineup(speaker: nil, queue: [], absent: [])
    private var lineupAt = Duration.zero

    /// The state before the first event.
    package init(isRecorded: Bool, standup: Standup? = nil, version: String? = nil) {
        self.isRecorded = isRecorded
        self.standup = standup
        self.version = version
    }

    /// The same state at a later meeting time, until which nothing happens.
    func advanced(to meetingTime: Duration) -> Self {
        var copy = self
        copy.at = max(at, meetingTime)
        return copy
    }

    /// The speaker and the queue with their remaining times at `at`.
    var lineupNow: MeetingTimer.Lineup {
        let speaker = lineup.speaker.map {
            MeetingTimer.Lineup.Place(id: $0.id, slot: $0.slot, remaining: $0.remaining - (at - lineupAt))
        }
        return MeetingTimer.Lineup(speaker: speaker, queue: lineup.queue, absent: lineup.absent)
    }

    package mutating func take(_ event: MeetingEvent) {
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
