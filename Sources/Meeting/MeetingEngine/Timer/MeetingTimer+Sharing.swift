import MeetingModel

extension MeetingTimer {
    /// Hands on what is left of an attendee's time, or has what they spoke past it made good.
    ///
    /// With shared time those who wait get or give it, and if nobody waits the one who speaks gets it.
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

    /// Takes back exactly what an attendee handed on last.
    ///
    /// Those who wait and got some of it give that back as far as they have it, what is missing comes from all who
    /// wait, then from the one who speaks, up to what they got. The rest changes the meeting's length.
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

    /// Gives whole shares of an amount to attendees.
    @discardableResult
    mutating func give(_ amount: Duration, to recipients: [Int]) -> [Grant] {
        grant(amount.divided(into: recipients.count), to: recipients)
    }

    /// Takes an amount from attendees in equal parts, from nobody more than they have left.
    mutating func take(_ amount: Duration, from givers: [Int]) -> [Grant] {
        // Whoever has least gives first, so that those with more can make up for it.
        let lefts = givers.map { max(.zero, timeLeft(of: $0)) }
        let poorestFirst = givers.indices.sorted { (lefts[$0], $0) < (lefts[$1], $1) }
        var missing = amount
        var parts = [Duration](repeating: .zero, count: givers.count)
        for (position, giver) in poorestFirst.enumerated() {
            // The first of the equal shares is the largest, so nothing is left over at the last giver.
            let part = min(missing.share(0, of: givers.count - position), lefts[giver])
            missing -= part
            parts[giver] = .zero - part
        }
        return grant(parts, to: givers)
    }

    /// Takes up to `amount` from the turn that runs, never more than is left of it, and returns how much it was.
    ///
    /// A warning that is passed over by this is given now.
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

    /// Gives time to the attendee at `index`, or takes it.
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
