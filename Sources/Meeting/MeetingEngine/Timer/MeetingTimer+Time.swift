import MeetingModel

extension MeetingTimer {
    /// The next instant at which something changes without a command: a warning or the slot's end.
    ///
    /// Nil while the countdown is stopped or nothing is due; never before the latest instant.
    public var nextDeadline: Duration? {
        guard let slotEnd = nextSlotEnd else { return nil }
        return nextWarning ?? slotEnd
    }

    /// The instant at which the current slot ends without a command; nil in overtime and in a pause.
    public var nextSlotEnd: Duration? {
        guard phase == .running, !isInOvertime, let current, let latest else { return nil }
        return latest + max(timeLeft(of: current), .zero)
    }

    /// The instant of the next ding without a command.
    ///
    /// Nil in overtime, in a pause, and if the meeting ends with the slot: there is no ding at the end.
    public var nextDing: Duration? {
        guard settings.atSlotEnd == .overtime || !waiting.isEmpty else { return nil }
        return nextSlotEnd
    }

    /// The instant of the turn's next warning without a command; nil if there is none.
    public var nextWarning: Duration? {
        guard let slotEnd = nextSlotEnd, let warning = upcomingWarning else { return nil }
        return slotEnd - warning
    }

    /// The turn's next warning, as the time left when it is due.
    private var upcomingWarning: Duration? {
        guard let current else { return nil }
        let left = timeLeft(of: current)
        return warnings.first { $0 < left }
    }

    /// The time left to an attendee; negative in overtime that is not settled yet.
    func timeLeft(of index: Int) -> Duration {
        accounts[index].allotment - timeUsed(by: index)
    }

    func timeUsed(by index: Int) -> Duration {
        accounts[index].used + (index == current ? elapsed - turnStart : .zero)
    }

    /// Advances to an instant, handling each deadline on the way.
    mutating func proceed(to instant: Duration) {
        let instant = max(instant.wholeNanoseconds, latest ?? instant.wholeNanoseconds)
        while let deadline = nextDeadline, deadline <= instant {
            pass(to: deadline)
            if deadline == nextSlotEnd {
                endSlot()
            } else if let current {
                emit(.turnWarning(accounts[current].id, remaining: timeLeft(of: current)))
            }
        }
        pass(to: instant)
    }

    /// Ends the slots that have no time left.
    mutating func endSpentSlots() {
        if let latest { proceed(to: latest) }
    }

    /// Advances time without events.
    private mutating func pass(to instant: Duration) {
        if phase == .running, let latest { elapsed += instant - latest }
        latest = instant
    }

    /// Ends the slot as the settings say.
    private mutating func endSlot() {
        if settings.atSlotEnd == .overtime {
            isInOvertime = true
            emit(.ding)
        } else if waiting.isEmpty {
            finish(.finished)
        } else {
            moveOn()
        }
        emitChanges()
    }
}
