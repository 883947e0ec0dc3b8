import MeetingEngine

/// A whole meeting as a value: it never sleeps, and takes microseconds.
func countdown() throws -> [MeetingTimer.Event] {
    let (ann, ben) = (Attendee.ID(), Attendee.ID())
    var timer = try MeetingTimer(attendees: [ann, ben], length: .seconds(600))
    var events = timer.start(at: .zero)
    events += timer.perform(.next, at: .seconds(90))
    while let deadline = timer.nextDeadline {
        events += timer.advance(to: deadline)
    }
    return events
}
