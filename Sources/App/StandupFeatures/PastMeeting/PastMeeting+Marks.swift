import Localization
import MeetingHistory
import MeetingModel
import Presentation

// Marked passages. They are stored at once, with the meeting, whatever transcript is displayed.

struct MarkHistory: Sendable {
    /// The marks at one time, and the number of corrections made before.
    struct State: Sendable {
        let marks: [PassageMark]
        let corrections: Int
    }

    /// The states to go back to, the latest last.
    var undone: [State] = []
    /// The states to return to, the latest last.
    var redone: [State] = []
}

extension PastMeeting {
    mutating func toggleMark() -> Reply {
        guard let loaded, !isLiveOrSilent() else { return Reply() }
        if selected == nil { utterance = spoken?.line ?? 0 }
        guard let said = selected?.utterance else { return Reply() }
        var marks = loaded.meeting.marks
        if said.isMarked(by: marks) {
            marks.removeAll { said.isMarked(by: [$0]) }
        } else {
            marks.append(PassageMark(start: said.start, end: said.end))
            marks.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        }
        markHistory.undone.append(MarkHistory.State(marks: loaded.meeting.marks, corrections: correctionCount))
        markHistory.redone = []
        return setMarks(marks)
    }

    /// Selects the first utterance of the next marked passage, after the last one that of the first.
    mutating func selectNextMark() {
        guard let loaded else { return }
        let marks = loaded.meeting.marks
        let marked = loaded.transcript.indices.filter { loaded.transcript[$0].utterance.isMarked(by: marks) }
        guard let next = marked.first(where: { $0 > utterance ?? -1 }) ?? marked.first else {
            noticeMessage = NoticeMessage(.information, .meetingNoMarks)
            return
        }
        utterance = next
    }

    /// Undoes the last change of the marks if no correction came after it; nil if one did, or there is none.
    mutating func undoMark() -> Reply? {
        guard let loaded, let state = markHistory.undone.last, state.corrections >= correctionCount else { return nil }
        markHistory.undone.removeLast()
        markHistory.redone.append(MarkHistory.State(marks: loaded.meeting.marks, corrections: correctionCount))
        noticeMessage = .undone(Self.change(from: state.marks, to: loaded.meeting.marks))
        return setMarks(state.marks)
    }

    /// Redoes the change of the marks that was undone last if no correction was undone after it.
    mutating func redoMark() -> Reply? {
        guard let loaded, let state = markHistory.redone.last, state.corrections == correctionCount else { return nil }
        markHistory.redone.removeLast()
        markHistory.undone.append(MarkHistory.State(marks: loaded.meeting.marks, corrections: correctionCount))
        noticeMessage = .redone(Self.change(from: loaded.meeting.marks, to: state.marks))
        return setMarks(state.marks)
    }

    private static func change(from before: [PassageMark], to after: [PassageMark]) -> Message {
        after.count > before.count ? .undoPassageMarked : .undoPassageUnmarked
    }

    private var correctionCount: Int { unsaved.pending?.steps.count ?? 0 }

    private mutating func setMarks(_ marks: [PassageMark]) -> Reply {
        loaded?.meeting.marks = marks
        showCorrections()
        let id = meeting
        let keeping = call { backend in
            Result { () throws(HistoryError) in try backend.store.record([.marks(marks)], in: id) }
        } then: { page, result in
            guard case .failure(let error) = result else { return Reply() }
            page.noticeMessage = NoticeMessage(.error, Message(error))
            return Reply([page.read(page.version)])
        }
        return Reply([keeping])
    }
}
