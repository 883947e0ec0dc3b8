import MeetingEngine
import MeetingModel
import Presentation

/// The clocks of a running meeting, as deadlines.
struct LiveClocks {
    /// The countdown at the instant.
    let timer: MeetingTimer
    /// Whether the turn is running past the end of its slot.
    let isOvertime: Bool
    /// Whether the turn's clock shows overtime: also in a pause.
    let showsOvertime: Bool
    /// When the turns of those who wait will start; empty while that cannot be said.
    let starts: [Attendee.ID: LiveClock]

    private let now: Duration
    private let isRunning: Bool
    private let isEnding: Bool

    /// The clocks of a meeting with this status, at an instant of its clock.
    init(_ status: MeetingStatus, at now: Duration) {
        let timer = status.timer.advanced(to: now)
        let hasEnded = if case .ended = timer.phase { true } else { false }
        isEnding = hasEnded || status.isEnding
        isRunning = timer.phase == .running && !isEnding
        isOvertime = isRunning && timer.nextSlotEnd == nil
        showsOvertime = isOvertime || !isEnding && timer.turnOvertime(at: now) > .zero
        self.timer = timer
        self.now = now
        var starts: [Attendee.ID: LiveClock] = [:]
        if isRunning, !isOvertime {
            var start = now + timer.turnRemaining(at: now)
            for attendee in timer.queue {
                starts[attendee] = .down(zeroAt: start.milliseconds)
                start += timer.timeLeft(of: attendee)
            }
        }
        self.starts = starts
    }

    /// The time left in the turn, the overtime, or, when the meeting is over, its length.
    var turn: LiveClock {
        if isEnding { return LiveClock(stoppedAt: timer.elapsed(at: now), .position) }
        let (left, over) = (timer.turnRemaining(at: now), timer.turnOvertime(at: now))
        if isOvertime { return .up(since: (now - over).milliseconds) }
        if isRunning { return .down(zeroAt: (now + left).milliseconds) }
        return over > .zero ? LiveClock(stoppedAt: over, .position) : LiveClock(stoppedAt: left, .remaining)
    }

    /// The time used and left in the turn, in milliseconds; 0 without a speaker.
    var wholeTurn: Int64 {
        guard let speaker = timer.speaker, let part = timer.part(of: speaker) else { return 0 }
        return (part.used + timer.turnRemaining(at: now)).milliseconds
    }

    var elapsed: LiveClock {
        let elapsed = timer.elapsed(at: now)
        return isRunning ? .up(since: (now - elapsed).milliseconds) : LiveClock(stoppedAt: elapsed, .position)
    }

    var remaining: LiveClock {
        let remaining = isEnding ? .zero : timer.meetingRemaining(at: now)
        return isRemainingFalling
            ? .down(zeroAt: (now + remaining).milliseconds) : LiveClock(stoppedAt: remaining, .remaining)
    }

    /// The expected end on the wall clock, in milliseconds since 1970; nil while it moves.
    func expectedEnd(_ wallClock: Timestamp) -> Int64? {
        guard isRemainingFalling else { return nil }
        return (wallClock + timer.meetingRemaining(at: now)).nanosecondsSince1970 / 1_000_000
    }

    /// Overtime uses no remaining time of the meeting unless those who wait pay for it.
    private var isRemainingFalling: Bool {
        guard isRunning else { return false }
        return !isOvertime
            || timer.settings.timeSharing == .shared && timer.meetingRemaining(at: now) > .zero
    }

    /// The time used by an attendee, or allotted to one who waits, rounded as on the terminal.
    func time(of attendee: Attendee.ID, _ state: RecordScreen.Speaker.State) -> LiveClock? {
        let used = timer.part(of: attendee)?.used ?? .zero
        switch state {
        case .spoke: return LiveClock(stoppedAt: used, .length)
        case .speaking:
            return isRunning ? .up(since: (now - used).milliseconds) : LiveClock(stoppedAt: used, .position)
        case .waiting: return LiveClock(stoppedAt: max(.zero, timer.timeLeft(of: attendee)), .remaining)
        case .absent, .skipped: return used > .zero ? LiveClock(stoppedAt: used, .length) : nil
        }
    }
}
