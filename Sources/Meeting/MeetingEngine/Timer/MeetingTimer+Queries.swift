public import MeetingModel

extension MeetingTimer {
    /// Whose turn it is; nil before the start and after the end.
    public var speaker: Attendee.ID? { current.map { accounts[$0].id } }

    /// Those who wait for their turn, the next one first.
    public var queue: [Attendee.ID] { waiting.map { accounts[$0].id } }

    /// Who speaks, who waits and who is absent, with their times as of the latest instant.
    public var lineup: Lineup {
        Lineup(speaker: current.map(place), queue: waiting.map(place), absent: absent)
    }

    private func place(_ index: Int) -> Lineup.Place {
        Lineup.Place(id: accounts[index].id, slot: accounts[index].slot, remaining: timeLeft(of: index))
    }

    /// Those who are through with it, in the order of the start.
    public var spoken: [Attendee.ID] { attendees(at: .done) }

    /// Those who are marked absent, in the order of the start.
    public var absent: [Attendee.ID] { attendees(at: .absent) }

    /// Whether the one who speaks is the last: `next` would ask whether to end the meeting.
    public var isLast: Bool { current != nil && waiting.isEmpty }

    /// How many are through: 0 for the first speaker, nil while nobody speaks.
    ///
    /// "Speaker 1 of 3" is an index of 0 and a count of 3.
    public var speakerIndex: Int? { current.map { _ in doneCount } }

    /// How many speak in this meeting, those who are absent not counted.
    public var speakerCount: Int { doneCount + waiting.count + (current == nil ? 0 : 1) }

    /// Whether the countdown stands still, in a pause or behind a question.
    public var isPaused: Bool {
        switch phase {
        case .paused, .asking: true
        case .notStarted, .running, .ended: false
        }
    }

    /// The turns up to now, in order and without a gap, the last one open while it runs.
    ///
    /// Turns of no length are left out.
    public var turns: [Turn] {
        guard let current else { return endedTurns }
        return endedTurns + [Turn(attendee: accounts[current].id, start: turnStart)]
    }

    /// All attendees' parts up to now, in the order of the start.
    public var parts: [Part] { accounts.indices.map(part) }

    /// An attendee's part up to now; nil for somebody who is not in this meeting.
    public func part(of attendee: Attendee.ID) -> Part? { indices[attendee].map(part) }

    /// What is left of the time of somebody who speaks or waits, as of the latest instant; zero for everybody else.
    ///
    /// It is negative for a speaker in overtime, and never for one who waits.
    public func timeLeft(of attendee: Attendee.ID) -> Duration {
        guard let index = indices[attendee] else { return .zero }
        return index == current || accounts[index].place == .waiting ? timeLeft(of: index) : .zero
    }

    /// The length for which the meeting is planned: what its attendees are to use, or have used.
    ///
    /// Overtime counts when its turn ends; `expectedLength(at:)` has it in already.
    public var plannedLength: Duration { accounts.reduce(.zero) { $0 + $1.allotment } }

    /// Meeting time at an instant: since the start, pauses not counted, no further than the meeting goes by itself.
    public func meetingTime(at instant: Duration) -> Duration { advanced(to: instant).elapsed }

    /// Meeting time at an instant, as a screen shows it.
    public func elapsed(at instant: Duration) -> Duration { meetingTime(at: instant) }

    /// What is left of the turn that runs at an instant; zero in overtime.
    public func turnRemaining(at instant: Duration) -> Duration {
        let then = advanced(to: instant)
        return then.current.map { max(.zero, then.timeLeft(of: $0)) } ?? .zero
    }

    /// How long the one who speaks at an instant has spoken past the slot; zero before its end.
    public func turnOvertime(at instant: Duration) -> Duration {
        let then = advanced(to: instant)
        guard let current = then.current, then.isInOvertime || then.timeLeft(of: current) < .zero else { return .zero }
        return then.part(current).overtime
    }

    /// The warning under which the turn stands at an instant, as the time left at which it was given; nil for none.
    public func warning(at instant: Duration) -> Duration? {
        advanced(to: instant).standingWarning
    }

    /// The warning under which the turn stands now.
    var standingWarning: Duration? {
        guard let current else { return nil }
        let left = timeLeft(of: current)
        return warnings.last { left <= $0 && $0 < turnPeak }
    }

    /// What is left of the meeting at an instant if nobody intervenes but to end overtime.
    public func meetingRemaining(at instant: Duration) -> Duration {
        let then = advanced(to: instant)
        if case .ended = then.phase { return .zero }
        let turn = then.current.map(then.timeLeft) ?? .zero
        let others = then.waiting.reduce(Duration.zero) { $0 + then.timeLeft(of: $1) }
        switch settings.timeSharing {
        case .fixed: return max(.zero, turn) + others
        case .shared: return max(.zero, turn + others)
        }
    }

    /// How long the meeting will have lasted, as seen at an instant.
    public func expectedLength(at instant: Duration) -> Duration {
        meetingTime(at: instant) + meetingRemaining(at: instant)
    }

    /// The instant at which the meeting will end, as seen at another; nil unless the meeting is on.
    ///
    /// In a pause it moves on with time.
    public func expectedEnd(at instant: Duration) -> Duration? {
        let then = advanced(to: instant)
        guard then.current != nil, let latest = then.latest else { return nil }
        return latest + then.meetingRemaining(at: latest)
    }

    /// How much of the expected length has passed at an instant, from 0 to 1.
    public func progress(at instant: Duration) -> Double {
        let then = advanced(to: instant)
        if case .ended = then.phase { return 1 }
        let length = then.elapsed + then.meetingRemaining(at: instant)
        return length > .zero ? then.elapsed / length : 0
    }

    func part(_ index: Int) -> Part {
        let account = accounts[index]
        let used = timeUsed(by: index)
        let state: MeetingAttendee.State =
            switch account.place {
            case .speaking, .done: .spoke
            case .waiting: account.hasSpoken ? .spoke : .waiting
            case .absent: account.hasSpoken ? .spoke : .absent
            }
        let overtime = max(.zero, used - account.slot)
        return Part(id: account.id, slot: account.slot, used: used, overtime: overtime, state: state)
    }

    private var doneCount: Int { accounts.count { $0.place == .done } }

    private func attendees(at place: Account.Place) -> [Attendee.ID] {
        accounts.filter { $0.place == place }.map(\.id)
    }
}
