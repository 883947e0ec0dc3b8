import MeetingHistory
import MeetingModel
import MeetingTiming

// The open points of earlier meetings.

extension MeetingSession {
    func emitOpenPoints(of attendee: Attendee.ID, at meetingTime: Duration) {
        let points = plan.openPoints.filter { $0.point.attendee == attendee }
        update { $0.openPoints = points }
        if !points.isEmpty { emit(.openPoints(attendee, points), at: meetingTime) }
    }

    /// Marks an open point of the present speaker, or takes its mark back; returns why that is not possible.
    func markPoint(_ id: Point.ID, _ state: Point.State?) -> MeetingProblem? {
        let text = DisplayText(quoting: id.rawValue)
        let found = status.openPoints.filter { carried in
            carried.point.attendee == timer.speaker
                && (carried.id == id || id.rawValue.count >= 4 && carried.id.rawValue.hasPrefix(id.rawValue))
        }
        guard let carried = found.first else {
            return .outside(
                "no open point of whoever speaks now matches '\(text)'; list them with: standup points --open")
        }
        guard found.count == 1 else {
            return .outside("'\(text)' begins the ids of \(found.count) points; type more of it")
        }
        // A point that is still open has the same state in the history, so that the next meeting shows it again.
        writer.record([.pointState(carried.id, state ?? .open)])
        update { $0.mark(carried.id, state) }
        emit(.pointMarked(carried, state), at: timer.elapsed(at: clock.now))
        return nil
    }
}
