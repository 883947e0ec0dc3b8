import MeetingModel

extension MeetingTimer {
    /// Ends the turn, hands on what is left of it, and starts the next in the queue.
    mutating func moveOn() {
        let index = endTurn(asSpoken: true)
        settle(index)
        accounts[index].place = .done
        before.append(index)
        emit(.ding)
        beginTurn(waiting.removeFirst())
    }

    /// Ends the meeting, the pause and the turn in it included.
    mutating func finish(_ reason: EndReason) {
        endPause()
        if current != nil {
            accounts[endTurn(asSpoken: true)].place = .done
        }
        phase = .ended(reason)
        emitChanges()
        emit(.meetingEnded(reason, duration: elapsed))
    }

    /// Starts the turn of somebody who has been taken out of the queue.
    ///
    /// Where slots end by themselves, somebody with no time left goes on only if the turn is `openEnded`.
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

    /// Ends the turn that runs and returns whose it was.
    mutating func endTurn(asSpoken: Bool) -> Int {
        guard let index = current else { preconditionFailure("a turn ends only while one runs") }
        let length = elapsed - turnStart
        let earlierOvertime = max(.zero, accounts[index].used - accounts[index].slot)
        accounts[index].used += length
        let overtime = max(.zero, accounts[index].used - accounts[index].slot)
        if length > .zero {
            endedTurns.append(Turn(attendee: accounts[index].id, start: turnStart, end: elapsed))
        }
        if asSpoken, length > .zero { accounts[index].hasSpoken = true }
        current = nil
        emit(.turnEnded(accounts[index].id, used: length, overtime: overtime - earlierOvertime))
        changed.insert(index)
        return index
    }

    /// Lets the countdown stand still.
    mutating func beginPause(_ reason: Pause.Reason) {
        phase = .paused(reason)
        pausedSince = latest ?? .zero
        pausedBeyond = .zero
        pauses.append(Pause(at: elapsed, reason: reason))
        emit(.paused(reason))
    }

    /// Lets the countdown go on, if it stood still.
    mutating func endPause() {
        switch phase {
        case .paused, .asking: break
        case .notStarted, .running, .ended: return
        }
        let duration = (latest ?? pausedSince) - pausedSince + pausedBeyond
        pauses[pauses.count - 1].duration = duration
        phase = .running
        emit(.resumed(after: duration))
    }
}
