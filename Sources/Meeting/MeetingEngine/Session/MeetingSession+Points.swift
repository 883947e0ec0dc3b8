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

    /// Marks an open point, or takes its mark back; returns why that is not possible.
    ///
    /// An id that is cut names a point of the present speaker.
    func markPoint(_ id: Point.ID, _ state: Point.State?) -> MeetingProblem? {
        let text = DisplayText(quoting: id.rawValue)
        let exact = plan.openPoints.first { $0.id == id }
        let found =
            exact.map { [$0] }
            ?? status.openPoints.filter {
                $0.point.attendee == timer.speaker && id.rawValue.count >= 4
                    && $0.id.rawValue.hasPrefix(id.rawValue)
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
