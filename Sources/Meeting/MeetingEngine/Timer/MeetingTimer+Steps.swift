package import MeetingModel

extension MeetingTimer {
    /// An outside change to a countdown; all steps in order restore the countdown.
    ///
    /// Instants count from the start, on an axis that stops while the machine is suspended or the program is not
    /// running. Events that follow by themselves, such as the end of a slot, are not steps.
    package enum Step: Hashable, Sendable, Codable {
        case started(attendees: [Attendee.ID], absent: Set<Attendee.ID>, length: Duration, settings: MeetingSettings)
        case performed(Command, at: Duration)
        /// The machine was suspended.
        case suspended(Duration, at: Duration)
        /// The program died, and the meeting resumed after this long.
        case resumed(after: Duration, at: Duration)
    }

    /// Restores a countdown from its steps, with its start at instant 0, at `elapsed` or later.
    ///
    /// The result equals the original countdown, advanced to that time.
    ///
    /// - Returns: Nil if the steps cannot be those of a meeting.
    package init?(steps: some Sequence<Step>, elapsed meetingTime: Duration) {
        var timer: MeetingTimer?
        for step in steps {
            switch step {
            case .started(let attendees, let absent, let length, let settings):
                timer = try? MeetingTimer(attendees: attendees, absent: absent, length: length, settings: settings)
                timer?.start(at: .zero)
            case .performed(let command, let instant):
                timer?.perform(command, at: instant)
            case .suspended(let duration, let instant):
                timer?.noteSuspend(lasting: duration, at: instant)
            case .resumed(let gap, let instant):
                timer?.advance(to: instant)
                timer?.resume(after: gap, at: instant)
            }
        }
        guard var timer, let latest = timer.latest else { return nil }
        if timer.phase == .running { timer.advance(to: latest + max(.zero, meetingTime - timer.elapsed)) }
        self = timer
    }
}
