import MeetingModel

extension MeetingTimer {
    /// Ends the turn, passes on its unused time and starts the next turn.
    mutating func moveOn() {
        let index = endTurn()
        settle(index)
        startNext(after: index, nowAt: .done)
    }

    /// Starts the next turn after that of an attendee, who is now at a place.
    mutating func startNext(after index: Int, nowAt place: Account.Place) {
        accounts[index].place = place
        previousSpeakers.append(index)
        emit(.ding)
        beginTurn(waiting.removeFirst())
    }

    /// Ends the meeting, with its open pause and turn.
    mutating func finish(_ reason: EndReason) {
        endPause()
        if current != nil {
            accounts[endTurn()].place = .done
        }
        phase = .ended(reason)
        emitChanges()
        emit(.meetingEnded(reason, duration: elapsed))
    }

    /// Starts the turn of an attendee already removed from the queue.
    ///
    /// If slots end by themselves, an attendee without time left gets a turn only if it is `openEnded`.
    mutating func beginTurn(_ index: Int, openEnded: Bool = false) {
        current = index
        isQueueChanged = true
        turnStart = elapsed
        accounts[index].place = .speaking
        accounts[index].settlement = nil
        let left = timeLeft(of: index)
        turnPeak = left
        isInOvertime = left <= .zero && (openEnded || settings.atSlotEnd == .overtime)
        let (id, slot) = (accounts[index].id, accounts[index].slot)
        emit(.turnStarted(id, index: speakerIndex ?? 0, slot: slot, remaining: left))
        changed.insert(index)
    }

    /// Ends the current turn and returns its attendee's index.
    ///
    /// Whoever `leaves` has spoken only if half of the slot is used: before that, they were called and not there.
    mutating func endTurn(leaves: Bool = false) -> Int {
        guard let index = current else { preconditionFailure("a turn ends only while one runs") }
        let length = elapsed - turnStart
        let earlierOvertime = max(.zero, accounts[index].used - accounts[index].slot)
        accounts[index].used += length
        let overtime = max(.zero, accounts[index].used - accounts[index].slot)
        if length > .zero {
            endedTurns.append(Turn(attendee: accounts[index].id, start: turnStart, end: elapsed))
        }
        let (used, slot) = (accounts[index].used, accounts[index].slot)
        let isEnough = leaves ? used > .zero && used >= slot / 2 : used >= MeetingAttendee.leastSpeech(inSlot: slot)
        if isEnough { accounts[index].hasSpoken = true }
        current = nil
        emit(.turnEnded(accounts[index].id, used: length, overtime: overtime - earlierOvertime))
        changed.insert(index)
        return index
    }

    mutating func beginPause(_ reason: Pause.Reason) {
        phase = .paused(reason)
        pauseStart = latest ?? .zero
        suspendedInPause = .zero
        pauses.append(Pause(at: elapsed, reason: reason))
        emit(.paused(reason))
    }

    /// Restarts the countdown if it was stopped.
    mutating func endPause() {
        switch phase {
        case .paused, .asking: break
        case .notStarted, .running, .ended: return
        }
        let duration = (latest ?? pauseStart) - pauseStart + suspendedInPause
        pauses[pauses.count - 1].duration = duration
        phase = .running
        emit(.resumed(after: duration))
    }
}
