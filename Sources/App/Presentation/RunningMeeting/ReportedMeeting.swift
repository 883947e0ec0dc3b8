package import MeetingEngine
package import MeetingHistory
package import MeetingModel
package import MeetingSocket

/// A running meeting as the engine last reported it.
package struct ReportedMeeting: Sendable {
    package let id: Meeting.ID
    /// The last status.
    package var status: MeetingStatus
    /// The instant for which the meeting is shown, on the monotonic clock.
    package var now: Duration
    /// The wall clock at that instant; nil before the first status.
    package var wallClock: Timestamp?
    /// What each attendee said in the standup's previous meeting.
    package var lastWords: [Attendee.ID: String] = [:]
    /// Who follows the meeting elsewhere.
    package var audience: [Participant] = []

    package init(_ id: Meeting.ID, _ status: MeetingStatus, at now: Duration, wallClock: Timestamp? = nil) {
        self.id = id
        self.status = status
        self.now = now
        self.wallClock = wallClock
    }

    /// The countdown at `now`.
    package var timer: MeetingTimer { status.timer.advanced(to: now) }

    /// Whether the countdown is over and the last data is being written.
    package var isEnding: Bool {
        if case .ended = status.timer.phase { return true }
        return status.isEnding
    }

    /// All attendees in speaking order: finished, speaking, waiting, absent.
    ///
    /// Those who have finished are ordered by the end of their last turn.
    package var speakingOrder: [Attendee.ID] {
        let timer = timer
        var lastTurn: [Attendee.ID: Duration] = [:]
        for turn in timer.turns { lastTurn[turn.attendee] = turn.end }
        let finished = timer.spoken.enumerated().sorted {
            (lastTurn[$0.element] ?? .zero, $0.offset) < (lastTurn[$1.element] ?? .zero, $1.offset)
        }
        return finished.map(\.element) + [timer.speaker].compactMap { $0 } + timer.queue + timer.absent
    }

    /// The open points of the current speaker, from earlier meetings.
    package var speakersPoints: [CarriedPoint] {
        isEnding ? [] : status.openPoints.filter { $0.point.attendee == timer.speaker }
    }

    /// The first of them that is not marked; nil if there is none.
    package var nextPoint: CarriedPoint? { speakersPoints.first { status.mark(of: $0.id) == nil } }

    func hasUpdate(_ attendee: Attendee.ID) -> Bool { status.updates.contains { $0.attendee == attendee } }
}
