internal import Localization
internal import MeetingEngine
internal import MeetingHistory
internal import MeetingModel

// The open points of the speaker, from the standup's last meetings. A key marks the first one without a mark.

extension RunningMeeting {
    private var speakersPoints: [CarriedPoint] {
        isEnding ? [] : status.openPoints.filter { $0.point.attendee == timer.speaker }
    }

    /// The point that the next key marks; nil if all are marked.
    private var nextPoint: CarriedPoint? { speakersPoints.first { status.mark(of: $0.id) == nil } }

    private var lastMarked: CarriedPoint? {
        let points = speakersPoints
        let last = status.pointMarks.last { mark in points.contains { $0.id == mark.point } }
        return points.first { $0.id == last?.point }
    }

    /// The keys that pause and end the meeting have their room before those that mark points, which are named while there
    /// is something to mark.
    package var emphasis: KeyEmphasis {
        if isWatched { return KeyEmphasis() }
        let marks: [Command] = [.markDone, .markOpen, .markDropped]
        let isMarking = nextPoint != nil
        let first: [Command] = (isMarking ? marks : []) + (lastMarked == nil ? [] : [.undo])
        return KeyEmphasis(
            first: [.nextSpeaker, .pause, .end] + first,
            hidden: isMarking ? [] : Set(marks), texts: timer.isPaused ? [.pause: .keyResume] : [:])
    }

    mutating func markPoint(_ state: MeetingModel.Point.State) -> Reply {
        guard let point = nextPoint else {
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

    func openPoints(_ localizer: Localizer) -> [RecordScreen.OpenPoint] {
        let next = nextPoint?.id
        return speakersPoints.map { carried in
            let kind = localizer(carried.point.kind.message)
            let name =
                carried.isLongBlock
                ? localizer(.pointsForMeetings(kind: .text(kind), count: .count(carried.meetings))) : kind
            let mark = status.mark(of: carried.id)
            return RecordScreen.OpenPoint(
                id: carried.id, text: "\(name): \(DisplayText(carried.point.text))", mark: mark,
                markText: mark.map { localizer($0.markText) } ?? "", isNext: carried.id == next,
                isLongBlock: carried.isLongBlock)
        }
    }

    /// "1 of 3": the place of the point that the next key marks; of the last one if all are marked.
    func openPointsPlace(_ points: [RecordScreen.OpenPoint], _ localizer: Localizer) -> String {
        guard let last = points.indices.last else { return "" }
        return SpokenScreen.position(points.firstIndex(where: \.isNext) ?? last, of: points.count, localizer)
    }
}

extension MeetingModel.Point.State {
    /// The text of a mark in a running meeting.
    fileprivate var markText: Message {
        switch self {
        case .done: .pointsStateDone
        case .open: .pointsStillOpen
        case .dropped: .pointsStateDropped
        }
    }
}

extension MeetingModel.Point.Kind {
    var message: Message {
        switch self {
        case .done: .pointsDone
        case .plan: .pointsPlan
        case .blocker: .pointsBlocker
        case .decision: .pointsDecision
        case .question: .pointsQuestion
        case .other: .pointsRemark
        }
    }
}
