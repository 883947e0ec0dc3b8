import MeetingModel

extension MeetingTimer {
    /// Advances to an instant and performs a command.
    ///
    /// A `refused` event means that the command changed nothing; it gives the reason.
    @discardableResult
    public mutating func perform(_ command: Command, at instant: Duration) -> [Event] {
        proceed(to: instant)
        if let refusal = refusal(of: command) {
            emit(.refused(refusal))
        } else {
            carryOut(command)
            endSpentSlots()
        }
        return drainEvents()
    }

    /// Shuffles the queue.
    @discardableResult
    public mutating func shuffle(at instant: Duration, using generator: inout some RandomNumberGenerator) -> [Event] {
        perform(.reorder(advanced(to: instant).queue.shuffled(using: &generator)), at: instant)
    }

    /// The reason why a command cannot be performed now; nil if it can.
    private func refusal(of command: Command) -> Refusal? {
        if case .ended = phase { return .ended }
        switch command {
        case .end: return nil
        case .answer(let answer):
            guard case .asking(let question) = phase, question.answers.contains(answer) else { return .noSuchAnswer }
            return nil
        case .resume: return isPaused ? nil : .notPaused
        default: if case .asking = phase { return .questionOpen }
        }
        switch command {
        case .absent(let id): return refusalOfAbsent(id)
        case .present(let id):
            guard let index = indices[id] else { return .unknownAttendee }
            return accounts[index].place == .absent ? nil : .notAbsent
        case .reorder(let ids):
            let distinct = Set(ids)
            return distinct.count == ids.count && distinct.isSubset(of: queue) ? nil : .notWaiting
        case .change: return nil
        default: break
        }
        guard let current else { return .notStarted }
        return switch command {
        case .previous: speakerBefore == nil ? .nobodyBefore : nil
        case .later: waiting.isEmpty ? .nobodyElse : nil
        case .extend(let duration) where duration < .zero: timeLeft(of: current) <= .zero ? .noTimeLeft : nil
        case .extend(let duration): isTooLong(extendedBy: Self.clamped(duration)) ? .tooLong : nil
        case .pause: isPaused ? .alreadyPaused : nil
        case .next, .ask: nil
        // Decided above.
        case .absent, .present, .reorder, .change, .resume, .answer, .end: nil
        }
    }

    /// Whether an extension would make the meeting longer than a standup may be.
    private func isTooLong(extendedBy duration: Duration) -> Bool {
        // Shared time first comes from the queue; only the rest lengthens the meeting.
        let givers = settings.timeSharing == .shared ? waiting : []
        let available = givers.reduce(Duration.zero) { $0 + max(.zero, timeLeft(of: $1)) }
        return duration > available && plannedLength + (duration - available) > Standup.lengthRange.upperBound
    }

    private func refusalOfAbsent(_ id: Attendee.ID) -> Refusal? {
        guard let index = indices[id] else { return .unknownAttendee }
        return switch accounts[index].place {
        case .absent: .alreadyAbsent
        case .done: .alreadySpoke
        case .speaking: waiting.isEmpty ? .nobodyElse : nil
        case .waiting: current == nil && waiting.count == 1 ? .nobodyElse : nil
        }
    }

    private mutating func carryOut(_ command: Command) {
        switch command {
        case .next: if waiting.isEmpty { ask(.endAfterLast) } else { moveOn() }
        case .previous: goBack()
        case .later: postpone()
        case .absent(let id): if let index = indices[id] { leave(index) }
        case .present(let id): if let index = indices[id] { comeBack(index) }
        case .extend(let duration): extendTurn(by: Self.clamped(duration))
        case .reorder(let ids): reorder(ids.compactMap { indices[$0] })
        case .change(let settings): change(to: settings)
        case .pause(let reason): beginPause(reason)
        case .resume, .answer(.resume): endPause()
        case .ask: ask(.end)
        case .answer(.save): finish(.saved)
        case .answer(.discard): finish(.discarded)
        case .end(let reason): finish(reason)
        }
    }

    private mutating func ask(_ question: Question) {
        if phase == .running { beginPause(.question) }
        phase = .asking(question)
        emit(.asked(question))
    }

    /// The speaker to whom `previous` returns.
    private var speakerBefore: Int? {
        previousSpeakers.last { $0 != current && accounts[$0].place != .absent }
    }

    private mutating func goBack() {
        guard let target = speakerBefore, let position = previousSpeakers.lastIndex(of: target) else { return }
        previousSpeakers.removeSubrange(position...)
        let interrupted = endTurn()
        waiting.removeAll { $0 == target }
        waiting.insert(interrupted, at: 0)
        accounts[interrupted].place = .waiting
        accounts[target].place = .speaking
        // The order matters: time returned to the queue can compensate the overtime.
        undoSettlement(of: target)
        chargeOvertime(of: interrupted)
        emit(.ding)
        beginTurn(target, openEnded: true)
    }

    private mutating func postpone() {
        let index = endTurn()
        chargeOvertime(of: index)
        waiting.append(index)
        startNext(after: index, nowAt: .waiting)
    }

    /// Settles overtime, so that no waiting attendee has negative time.
    private mutating func chargeOvertime(of index: Int) {
        if timeLeft(of: index) < .zero { settle(index) }
    }

    private mutating func leave(_ index: Int) {
        guard index == current else {
            waiting.removeAll { $0 == index }
            accounts[index].place = .absent
            settle(index)
            return
        }
        _ = endTurn(leaves: true)
        settle(index)
        startNext(after: index, nowAt: .absent)
    }

    private mutating func comeBack(_ index: Int) {
        if let settlement = accounts[index].settlement {
            // Compensated overtime stays settled, so that no waiting attendee has negative time.
            if settlement.amount > .zero { undoSettlement(of: index) }
        } else {
            admit(index)
        }
        waiting.append(index)
        accounts[index].place = .waiting
        changed.insert(index)
    }

    /// Gives a slot to an attendee who was absent at the start.
    private mutating func admit(_ index: Int) {
        let left = waiting.reduce(Duration.zero) { $0 + timeLeft(of: $1) }
        if settings.timeSharing == .shared, left > .zero {
            let part = left.share(0, of: waiting.count + 1)
            _ = take(part, from: waiting)
            changeSlot(of: index, by: part)
        } else {
            changeSlot(of: index, by: firstSlot)
        }
    }

    private mutating func change(to new: MeetingSettings) {
        let wasWarned = standingWarning != nil
        let endsOvertime = isInOvertime && settings.atSlotEnd == .overtime && new.atSlotEnd == .advance
        settings = new
        if endsOvertime { isInOvertime = false }
        guard let current, !wasWarned, standingWarning != nil else { return }
        let left = timeLeft(of: current)
        if left > .zero { emit(.turnWarning(accounts[current].id, remaining: left)) }
    }

    private mutating func extendTurn(by duration: Duration) {
        guard let current else { return }
        if duration < .zero {
            let cut = shortenTurn(by: .zero - duration)
            if settings.timeSharing == .shared { give(cut, to: waiting) }
        } else {
            changeSlot(of: current, by: duration)
            if settings.timeSharing == .shared { _ = take(duration, from: waiting) }
        }
    }

    private mutating func reorder(_ first: [Int]) {
        let named = Set(first)
        let order = first + waiting.filter { !named.contains($0) }
        if order != waiting { waiting = order }
    }
}
