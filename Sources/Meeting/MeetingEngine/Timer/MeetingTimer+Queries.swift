public import MeetingModel

extension MeetingTimer {
    /// The current speaker; nil before the start and after the end.
    public var speaker: Attendee.ID? { current.map { accounts[$0].id } }

    /// The current turn, for commands; nil before the start and after the end.
    public var currentTurn: TurnReference? {
        guard let speaker, let speakerIndex else { return nil }
        return TurnReference(attendee: speaker, index: speakerIndex)
    }

    /// Whether the speaker has changed within the last second: a command for the turn before may still be on its way.
    package var hasJustChanged: Bool {
        current != nil && !endedTurns.isEmpty && elapsed - turnStart < .seconds(1)
    }

    /// The queue, next speaker first.
    public var queue: [Attendee.ID] { waiting.map { accounts[$0].id } }

    /// The speaker, the queue and the absent attendees, with their times at the latest instant.
    public var lineup: Lineup {
        Lineup(speaker: current.map(place), queue: waiting.map(place), absent: absent)
    }

    private func place(_ index: Int) -> Lineup.Place {
        Lineup.Place(id: accounts[index].id, slot: accounts[index].slot, remaining: timeLeft(of: index))
    }

    /// The attendees who are finished, in the order of the start.
    public var spoken: [Attendee.ID] { attendees(at: .done) }

    /// The attendees marked absent, in the order of the start.
    public var absent: [Attendee.ID] { attendees(at: .absent) }

    /// Whether the speaker is the last; then `next` asks whether to end the meeting.
    public var isLast: Bool { current != nil && waiting.isEmpty }

    /// The number of attendees who are finished: 0 for the first speaker, nil without a speaker.
    ///
    /// "Speaker 1 of 3" is an index of 0 and a count of 3.
    public var speakerIndex: Int? { current.map { _ in doneCount } }

    /// The number of speakers in this meeting, without the absent attendees.
    public var speakerCount: Int { doneCount + waiting.count + (current == nil ? 0 : 1) }

    /// Whether the countdown is stopped by a pause or a question.
    public var isPaused: Bool {
        switch phase {
        case .paused, .asking: true
        case .notStarted, .running, .ended: false
        }
    }

    /// The turns so far, in order and without gaps; the current turn is open.
    ///
    /// Turns of zero length are omitted.
    public var turns: [Turn] {
        guard let current else { return endedTurns }
        return endedTurns + [Turn(attendee: accounts[current].id, start: turnStart)]
    }

    /// The parts of all attendees so far, in the order of the start.
    public var parts: [Part] { accounts.indices.map(part) }

    /// An attendee's part so far; nil if the attendee is not in this meeting.
    public func part(of attendee: Attendee.ID) -> Part? { indices[attendee].map(part) }

    /// The time left to the speaker or to an attendee in the queue, at the latest instant; zero for others.
    ///
    /// It is negative for a speaker in overtime, and never for an attendee in the queue.
    public func timeLeft(of attendee: Attendee.ID) -> Duration {
        guard let index = indices[attendee] else { return .zero }
        return index == current || accounts[index].place == .waiting ? timeLeft(of: index) : .zero
    }

    /// The planned length of the meeting: the time that its attendees will use or have used.
    ///
    /// Overtime is included once its turn has ended; `expectedLength(at:)` includes it at once.
    public var plannedLength: Duration { accounts.reduce(.zero) { $0 + $1.allotment } }

    /// Meeting time at an instant: since the start, not counting pauses.
    ///
    /// It stops at the point where the meeting ends without further commands.
    public func meetingTime(at instant: Duration) -> Duration { advanced(to: instant).elapsed }

    /// Meeting time at an instant, for display.
    public func elapsed(at instant: Duration) -> Duration { meetingTime(at: instant) }

    /// The time left in the turn at an instant; zero in overtime.
    public func turnRemaining(at instant: Duration) -> Duration {
        let then = advanced(to: instant)
        return then.current.map { max(.zero, then.timeLeft(of: $0)) } ?? .zero
    }

    /// The overtime of the turn at an instant; zero before the slot's end.
    public func turnOvertime(at instant: Duration) -> Duration {
        let then = advanced(to: instant)
        guard let current = then.current, then.isInOvertime || then.timeLeft(of: current) < .zero else { return .zero }
        return then.part(current).overtime
    }

    /// The warning in effect at an instant, as the time left when it was due; nil if there is none.
    public func warning(at instant: Duration) -> Duration? {
        advanced(to: instant).standingWarning
    }

    var standingWarning: Duration? {
        guard let current else { return nil }
        let left = timeLeft(of: current)
        return warnings.last { left <= $0 && $0 < turnPeak }
    }

    /// The time left in the meeting at an instant, if users only end overtime.
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

    /// The expected length of the meeting, as of an instant.
    public func expectedLength(at instant: Duration) -> Duration {
        meetingTime(at: instant) + meetingRemaining(at: instant)
    }

    /// The expected end of the meeting, as of another instant; nil unless the meeting is running.
    ///
    /// In a pause it moves forward with time.
    public func expectedEnd(at instant: Duration) -> Duration? {
        let then = advanced(to: instant)
        guard then.current != nil, let latest = then.latest else { return nil }
        return latest + then.meetingRemaining(at: latest)
    }

    /// The fraction of the expected length that has passed at an instant, from 0 to 1.
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
            case .speaking: .spoke
            case .waiting, .done: account.hasSpoken ? .spoke : .waiting
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
