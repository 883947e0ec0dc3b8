internal import Localization
internal import MeetingEngine
internal import MeetingHistory
internal import MeetingModel
import Presentation

// The open points of the speaker, from the standup's last meetings. A key marks the first one without a mark.

extension RunningMeeting {
    private var lastMarked: CarriedPoint? {
        let points = reported.speakersPoints
        let last = status.pointMarks.last { mark in points.contains { $0.id == mark.point } }
        return points.first { $0.id == last?.point }
    }

    /// The keys that pause and end the meeting have their room before those that mark points, which are named while there
    /// is something to mark.
    package var emphasis: KeyEmphasis {
        if isWatched { return KeyEmphasis() }
        let marks: [Command] = [.markDone, .markOpen, .markDropped]
        let isMarking = reported.nextPoint != nil
        let first: [Command] = (isMarking ? marks : []) + (lastMarked == nil ? [] : [.undo])
        return KeyEmphasis(
            first: [.nextSpeaker, .pause, .end] + first,
            hidden: isMarking ? [] : Set(marks), texts: timer.isPaused ? [.pause: .keyResume] : [:])
    }

    mutating func markPoint(_ state: MeetingModel.Point.State) -> Reply {
        guard let point = reported.nextPoint else {
            noticeMessage = NoticeMessage(.information, .pointsNoneToMark)
            return Reply()
        }
        let text =
            switch state {
            case .done: Message.pointsMarkedDone
            case .open: Message.pointsMarkedOpen
            case .dropped: Message.pointsMarkedDropped
            }
        return tell(point, state, text)
    }

    mutating func takeMarkBack() -> Reply {
        guard let point = lastMarked else {
            noticeMessage = NoticeMessage(.information, .pointsNothingToUndo)
            return Reply()
        }
        return tell(point, nil, Message.pointsUnmarked)
    }

    /// Marks a point on the screen at once, as the engine will.
    private mutating func tell(
        _ point: CarriedPoint, _ state: MeetingModel.Point.State?, _ text: (Substitution) -> Message
    ) -> Reply {
        status.mark(point.id, state)
        noticeMessage = NoticeMessage(.information, text(.text(point.point.text)))
        return Reply([.tell(.markPoint(point.id, state))])
    }
}
