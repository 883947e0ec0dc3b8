import MeetingModel

extension MeetingTimer {
    /// Passes on an attendee's unused time, or compensates their overtime.
    ///
    /// With shared time, the queue receives or gives the time; if the queue is empty, the speaker receives it.
    mutating func settle(_ index: Int) {
        let amount = timeLeft(of: index)
        var grants: [Grant] = []
        if settings.timeSharing == .shared {
            let others = waiting.filter { $0 != index }
            if amount < .zero {
                grants = take(.zero - amount, from: others)
            } else if others.isEmpty {
                grants = give(amount, to: current.map { [$0] } ?? [])
            } else {
                grants = give(amount, to: others)
            }
        }
        accounts[index].balance -= amount
        accounts[index].settlement = Settlement(amount: amount, grants: grants)
        changed.insert(index)
    }

    /// Undoes an attendee's latest settlement exactly.
    ///
    /// Attendees in the queue return the part of what they received that they still have. The rest comes from the whole
    /// queue, then from the speaker, up to what they received. Any remainder changes the meeting's length.
    mutating func undoSettlement(of index: Int) {
        guard let settlement = accounts[index].settlement else { return }
        accounts[index].settlement = nil
        accounts[index].balance += settlement.amount
        changed.insert(index)
        var missing = Duration.zero
        for grant in settlement.grants {
            guard accounts[grant.index].place == .waiting else {
                missing += grant.amount
                continue
            }
            let returned = min(grant.amount, max(.zero, timeLeft(of: grant.index)))
            changeSlot(of: grant.index, by: .zero - returned)
            missing += grant.amount - returned
        }
        if missing < .zero {
            give(.zero - missing, to: waiting)
        } else {
            for grant in take(missing, from: waiting) { missing += grant.amount }
            if let grant = settlement.grants.first(where: { $0.index == current }) {
                shortenTurn(by: min(missing, grant.amount))
            }
        }
    }

    @discardableResult
    mutating func give(_ amount: Duration, to recipients: [Int]) -> [Grant] {
        grant(amount.divided(into: recipients.count), to: recipients)
    }

    /// Takes an amount from attendees in equal parts, from none more than they have left.
    mutating func take(_ amount: Duration, from givers: [Int]) -> [Grant] {
        // Those with the least time give first, so that the others can make up for it.
        let lefts = givers.map { max(.zero, timeLeft(of: $0)) }
        let poorestFirst = givers.indices.sorted { (lefts[$0], $0) < (lefts[$1], $1) }
        var missing = amount
        var parts = [Duration](repeating: .zero, count: givers.count)
        for (position, giver) in poorestFirst.enumerated() {
            // The first of the equal shares is the largest, so the last giver leaves no remainder.
            let part = min(missing.share(0, of: givers.count - position), lefts[giver])
            missing -= part
            parts[giver] = .zero - part
        }
        return grant(parts, to: givers)
    }

    /// Takes up to `amount` from the current turn, at most the time left, and returns how much it took.
    ///
    /// If this skips a warning, the warning is emitted now.
    @discardableResult
    mutating func shortenTurn(by amount: Duration) -> Duration {
        guard let current else { return .zero }
        let left = timeLeft(of: current)
        let cut = max(.zero, min(amount, left))
        changeSlot(of: current, by: .zero - cut)
        let rest = left - cut
        if rest > .zero, warnings.contains(where: { rest <= $0 && $0 < left }) {
            emit(.turnWarning(accounts[current].id, remaining: rest))
        }
        return cut
    }

    mutating func changeSlot(of index: Int, by amount: Duration) {
        guard amount != .zero else { return }
        accounts[index].slot += amount
        changed.insert(index)
        isQueueChanged = true
        if index == current {
            let left = timeLeft(of: index)
            turnPeak = max(turnPeak, left)
            if left > .zero { isInOvertime = false }
        }
    }

    private mutating func grant(_ amounts: [Duration], to recipients: [Int]) -> [Grant] {
        var grants: [Grant] = []
        for (index, amount) in zip(recipients, amounts) where amount != .zero {
            changeSlot(of: index, by: amount)
            grants.append(Grant(index: index, amount: amount))
        }
        return grants
    }
}
