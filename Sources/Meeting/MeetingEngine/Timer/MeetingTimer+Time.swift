import MeetingModel

extension MeetingTimer {
    /// The next instant at which something changes if nobody intervenes: a warning or the end of the slot.
    ///
    /// Nil while the countdown stands still or nothing is to come; never earlier than the latest instant seen.
    public var nextDeadline: Duration? {
        guard let slotEnd = nextSlotEnd else { return nil }
        return nextWarning ?? slotEnd
    }

    /// The instant at which the slot of the one who speaks ends if nobody intervenes; nil in overtime and in a pause.
    public var nextSlotEnd: Duration? {
        guard phase == .running, !isInOvertime, let current, let latest else { return nil }
        return latest + max(timeLeft(of: current), .zero)
    }

    /// The instant at which the ding sounds next if nobody intervenes.
    ///
    /// Nil in overtime, in a pause, and if the meeting ends with the slot, which it does without a ding.
    public var nextDing: Duration? {
        guard settings.atSlotEnd == .overtime || !waiting.isEmpty else { return nil }
        return nextSlotEnd
    }

    /// The instant of the turn's next warning if nobody intervenes; nil if none is to come in it.
    public var nextWarning: Duration? {
        guard let slotEnd = nextSlotEnd, let warning = upcomingWarning else { return nil }
        return slotEnd - warning
    }

    /// The next warning of this turn, as the time left at which it is due.
    private var upcomingWarning: Duration? {
        guard let current else { return nil }
        let left = timeLeft(of: current)
        return warnings.first { $0 < left }
    }

    /// What is left of an attendee's time, negative in overtime that was not charged to anyone yet.
    func timeLeft(of index: Int) -> Duration {
        accounts[index].allotment - timeUsed(by: index)
    }

    /// The length of an attendee's turns up to now.
    func timeUsed(by index: Int) -> Duration {
        accounts[index].used + (index == current ? elapsed - turnStart : .zero)
    }

    /// Comes to an instant by way of everything that falls due until then.
    mutating func see(_ instant: Duration) {
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

    /// Lets what is due now happen: the ends of slots in which nothing is left.
    mutating func passOverDue() {
        if let latest { see(latest) }
    }

    /// Lets time pass in which nothing happens.
    private mutating func pass(to instant: Duration) {
        if phase == .running, let latest { elapsed += instant - latest }
        latest = instant
    }

    /// Does what the settings want at the end of a slot.
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
