import MeetingModel

extension MeetingTimer {
    /// Records a suspension of the machine that ended at an instant.
    ///
    /// The monotonic axis and the countdown were stopped during it, so only the pause is recorded. A pause that was
    /// already open becomes longer.
    @discardableResult
    public mutating func noteSuspend(lasting duration: Duration, at instant: Duration) -> [Event] {
        proceed(to: instant)
        let duration = max(.zero, Self.clamped(duration))
        switch phase {
        case .notStarted, .ended:
            break
        case .paused, .asking:
            suspendedInPause += duration
        case .running:
            notePause(.suspend, lasting: duration)
        }
        return drainEvents()
    }

    /// Resumes after a crash, at an instant of a new axis, from the state at the latest instant.
    ///
    /// The gap becomes its own pause. A pause that was open continues after it; an open question is closed.
    @discardableResult
    public mutating func resume(after gap: Duration, at instant: Duration) -> [Event] {
        changeAxis(latestIs: instant.wholeNanoseconds)
        let gap = max(.zero, Self.clamped(gap))
        switch phase {
        case .notStarted, .ended: break
        case .running: notePause(.interruption, lasting: gap)
        case .asking:
            endPause()
            notePause(.interruption, lasting: gap)
        case .paused(let reason):
            endPause()
            notePause(.interruption, lasting: gap)
            beginPause(reason)
        }
        return drainEvents()
    }

    /// Moves to an axis on which the latest instant is this one.
    private mutating func changeAxis(latestIs instant: Duration) {
        if let latest { pauseStart += instant - latest }
        latest = instant
    }

    /// Records a pause that has already ended; the axis was stopped during it.
    private mutating func notePause(_ reason: Pause.Reason, lasting duration: Duration) {
        beginPause(reason)
        suspendedInPause = duration
        endPause()
    }
}
