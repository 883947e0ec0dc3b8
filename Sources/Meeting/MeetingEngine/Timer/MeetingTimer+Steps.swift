package import MeetingModel

extension MeetingTimer {
    /// Something that was done to a countdown from outside; all that were done, in order, make it again.
    ///
    /// Instants count from the start, on the axis that stands still while the machine is suspended or the program is not
    /// there. What happens by itself, such as the end of a slot, is no step: it follows.
    package enum Step: Hashable, Sendable, Codable {
        /// The meeting started.
        case started(attendees: [Attendee.ID], absent: Set<Attendee.ID>, length: Duration, settings: MeetingSettings)
        /// A command was carried out.
        case performed(Command, at: Duration)
        /// The machine had been suspended.
        case suspended(Duration, at: Duration)
        /// The program had died, and the meeting went on after so much time.
        case resumed(after: Duration, at: Duration)
    }

    /// A countdown to which all this was done, with its start at instant 0, as it is at a meeting time or later.
    ///
    /// It is the very value that the steps were taken from, advanced to that time.
    ///
    /// - Returns: Nil for steps that cannot have been those of a meeting.
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
