import Localization
import MeetingHistory
import MeetingModel
import Presentation

// The minutes: the points of the meeting. Each change is stored at once.

extension PastMeeting {
    /// Opens the minutes at a row, or at the point that was selected last.
    mutating func openMinutes(at row: Int? = nil) {
        guard let meeting = loaded?.meeting, meeting.state != .live else { return refuseLive() }
        minutes.isOpen = true
        let points = meeting.pointsByKind
        if let row, points.indices.contains(row) { minutes.selected = points[row].id }
        selectPoint(pointRow ?? 0)
    }

    mutating func performInMinutes(_ command: Command) -> Reply {
        guard let loaded else { return command == .back ? leave(.close) : Reply() }
        switch command {
        case .back: return leave(.close)
        case .showMinutes: minutes.isOpen = false
        case .play, .activate: return playPoint()
        case .pause: return performPlayback(.pause) ?? Reply()
        case .left, .right, .slower, .faster, .seekTo, .changeChannel: return performPlayback(command) ?? Reply()
        case .edit: editPoint()
        case .add: addPoint()
        case .delete: return deletePoint()
        case .changeKind: askKind()
        case .moveUtterance: askPerson()
        case .markDone: return mark(.done)
        case .markOpen: return mark(.open)
        case .markDropped: return mark(.dropped)
        case .undo: return undoPointEdit()
        case .redo: return redoPointEdit()
        case .export: return openExport(ofMinutes: true)
        case .listPoints: return Reply([loadPointVersions()])
        case .postMinutes: return openPosting()
        case .copy: return copyMinutes()
        case .showDetails: showsDetails.toggle()
        case .makeMinutes: return makeMinutes(byAssistant: false)
        case .askAssistant: return makeMinutes(byAssistant: true)
        case .select(let index):
            let row = index - loaded.transcript.count
            guard row >= 0 else {
                minutes.isOpen = false
                utterance = index
                return Reply()
            }
            if row == pointRow { editPoint() } else { selectPoint(row) }
        default:
            if let row = Selection.moved(pointRow ?? 0, of: loaded.meeting.points.count, by: command) {
                selectPoint(row)
            }
        }
        return Reply()
    }

    mutating func copyMinutes() -> Reply {
        guard let meeting = loaded?.meeting, !meeting.points.isEmpty || !meeting.updates.isEmpty else {
            noticeMessage = NoticeMessage(.information, .pointsNone)
            return Reply()
        }
        return Reply([.copyMinutes(meeting)])
    }

    private mutating func refuseLive() {
        guard loaded != nil else { return }
        noticeMessage = NoticeMessage(.warning, .meetingRefusedLive)
    }

    // MARK: Selection

    var selectedPoint: MeetingModel.Point? {
        loaded?.meeting.points.first { $0.id == minutes.selected }
    }

    private var pointRow: Int? {
        loaded?.meeting.pointsByKind.firstIndex { $0.id == minutes.selected }
    }

    /// Selects a point, and the utterance in which it was said.
    private mutating func selectPoint(_ row: Int) {
        guard let points = loaded?.meeting.pointsByKind, !points.isEmpty else {
            minutes.selected = nil
            return
        }
        let point = points[max(0, min(row, points.count - 1))]
        minutes.selected = point.id
        utterance = listening.words.line(at: point.start) ?? utterance
        listening.isFollowing = false
    }

    private mutating func playPoint() -> Reply {
        guard let point = selectedPoint else { return Reply() }
        return play(at: point.start)
    }

    // MARK: Words

    private mutating func editPoint() {
        guard let point = selectedPoint else { return }
        minutes.typing = MinutesView.Typing(
            point: point, isNew: false, field: TextField(point.text, limit: PointEdit.longestText))
    }

    /// Opens the field of a new plan of the person of the selected point, else of the selected utterance.
    private mutating func addPoint() {
        guard let meeting = loaded?.meeting else { return }
        let said = selectedPoint == nil ? selected?.utterance : nil
        let person = selectedPoint?.attendee ?? said?.attendee ?? meeting.attendees.first?.id
        guard let person else { return }
        let start =
            selectedPoint?.start ?? said?.start ?? meeting.turns.first { $0.attendee == person }?.start ?? .zero
        var generator = SystemRandomNumberGenerator()
        let point = MeetingModel.Point(
            id: MeetingModel.Point.ID(using: &generator), attendee: person, kind: .plan, text: "", start: start,
            end: start, maker: .hand)
        minutes.typing = MinutesView.Typing(point: point, isNew: true, field: TextField(limit: PointEdit.longestText))
    }

    /// Whether the open field has words of a point that are not stored.
    var hasTypedPoint: Bool { minutes.typing?.saved != nil }

    /// Performs a command in the field of a point; as in a form, a question comes before what was typed is dropped.
    mutating func typePoint(_ command: Command) -> Reply {
        switch command {
        case .back, .quit:
            guard hasTypedPoint else { return closePoint() }
            question = .discardPoint(.discarding)
        case .activate, .save:
            guard minutes.typing?.edit != nil || minutes.typing?.isNew == true || hasPointWords else {
                noticeMessage = NoticeMessage(.information, .pointsEmpty)
                return Reply()
            }
            return keepTypedPoint()
        default:
            guard minutes.typing?.field.perform(command) == true else { return Reply() }
            return remember()
        }
        return Reply()
    }

    /// Closes the field, and forgets its words.
    mutating func closePoint() -> Reply {
        minutes.typing = nil
        return remember()
    }

    private var hasPointWords: Bool { minutes.typing?.field.text.contains { !$0.isWhitespace } == true }

    /// Closes the field and stores its words.
    private mutating func keepTypedPoint() -> Reply {
        var reply = Reply()
        let edit = minutes.typing?.edit
        if let edit { reply = change(edit) }
        reply.append(closePoint())
        return reply
    }

    // MARK: Kind, person and state

    private mutating func askKind() {
        guard let point = selectedPoint else { return }
        let answers = MeetingModel.Point.Kind.allCases.map { MinutesView.KindAnswer.kind($0) } + [.cancel]
        question = .pointKind(point, Dialog(answers, selected: answers.firstIndex(of: .kind(point.kind)) ?? 0))
    }

    mutating func change(_ point: MeetingModel.Point, to answer: MinutesView.KindAnswer?) -> Reply {
        guard case .kind(let kind)? = answer, kind != point.kind else { return Reply() }
        return change(.replace(point, by: point.edited(kind: kind)))
    }

    private mutating func askPerson() {
        guard let point = selectedPoint, let attendees = loaded?.meeting.attendees else { return }
        let answers = attendees.map { MoveAnswer.attendee($0.id) } + [.cancel]
        let selected = answers.firstIndex(of: .attendee(point.attendee)) ?? answers.count - 1
        question = .pointPerson(point, Dialog(answers, selected: selected))
    }

    mutating func change(_ point: MeetingModel.Point, to answer: MoveAnswer?) -> Reply {
        guard case .attendee(let attendee)? = answer, attendee != point.attendee else { return Reply() }
        return change(.replace(point, by: point.edited(attendee: attendee)))
    }

    /// Gives the selected point a state; changes nothing if it already has it.
    private mutating func mark(_ state: MeetingModel.Point.State) -> Reply {
        guard let point = selectedPoint, point.state != state else { return Reply() }
        return change(.replace(point, by: point.marked(state)))
    }

    private mutating func deletePoint() -> Reply {
        guard let point = selectedPoint else { return Reply() }
        let row = pointRow ?? 0
        let reply = change(.delete(point))
        selectPoint(row)
        noticeMessage = NoticeMessage(.information, .pointsDeleted)
        return reply
    }

    // MARK: Changes

    /// Shows a change at once and stores it.
    private mutating func change(_ edit: PointEdit) -> Reply {
        guard apply(edit) else { return Reply() }
        minutes.made.append(edit)
        minutes.undone = []
        return Reply([.store(.point(edit, of: meeting))])
    }

    private mutating func undoPointEdit() -> Reply {
        guard let edit = minutes.made.popLast() else { return Reply([.undo(.points(meeting))]) }
        guard apply(edit.inverse) else { return Reply() }
        minutes.undone.append(edit)
        noticeMessage = .undone(Message(edit))
        return Reply([.store(.point(edit.inverse, of: meeting))])
    }

    private mutating func redoPointEdit() -> Reply {
        guard let edit = minutes.undone.popLast() else { return Reply([.redo(.points(meeting))]) }
        guard apply(edit) else { return Reply() }
        minutes.made.append(edit)
        noticeMessage = .redone(Message(edit))
        return Reply([.store(.point(edit, of: meeting))])
    }

    /// Applies a change to the points shown; if the point has changed meanwhile, shows a notice and reopens the field.
    private mutating func apply(_ edit: PointEdit) -> Bool {
        guard let loaded else { return false }
        guard let points = edit.applied(to: loaded.meeting.points) else {
            minutes.refused = edit
            reopenRefused()
            return false
        }
        self.loaded?.meeting.points = points
        if case .delete = edit { return true }
        minutes.selected = edit.point
        return true
    }

    mutating func didEdit(_ edit: PointEdit, _ result: Result<Bool, HistoryError>) -> Reply {
        if case .success(true) = result { return Reply([read(version)]) }
        minutes.forget(edit)
        minutes.refused = edit
        noticeMessage =
            switch result {
            case .failure(let error): NoticeMessage(.error, Message(error))
            case .success: NoticeMessage(.warning, .pointsChanged)
            }
        return Reply([read(version)])
    }

    /// Takes the points that have been read; opens the field again with words that were not stored.
    mutating func didReadPoints() {
        if loaded?.meeting.state == .live { minutes.isOpen = false }
        if minutes.isOpen, selectedPoint == nil { selectPoint(0) }
        if minutes.refused != nil { reopenRefused() }
    }

    private mutating func reopenRefused() {
        guard let edit = minutes.refused else { return }
        minutes.refused = nil
        if noticeMessage == nil { noticeMessage = NoticeMessage(.warning, .pointsChanged) }
        guard let words = edit.newWords, minutes.typing == nil else { return }
        let present = loaded?.meeting.points.first { $0.id == words.id }
        minutes.isOpen = true
        minutes.selected = present?.id ?? minutes.selected
        minutes.typing = MinutesView.Typing(
            point: present ?? words.edited(text: ""), isNew: present == nil,
            field: TextField(words.text, limit: PointEdit.longestText))
    }

    // MARK: Making them again

    private mutating func makeMinutes(byAssistant: Bool) -> Reply {
        guard unsaved.count == 0 else {
            noticeMessage = NoticeMessage(.information, .meetingSaveFirst)
            return Reply()
        }
        return Reply([.begin(.minutes(MinutesRequest(meeting: meeting, byAssistant: byAssistant)))])
    }
}

extension PointEdit {
    /// The point with words that somebody has typed; nil if it changes no words.
    fileprivate var newWords: MeetingModel.Point? {
        switch self {
        case .add(let point) where point.maker == .hand: point
        case .replace(let old, let new) where old.text != new.text: new
        case .add, .delete, .replace: nil
        }
    }
}
