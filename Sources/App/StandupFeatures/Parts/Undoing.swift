import Localization
import MeetingHistory
import MeetingModel
import Presentation

// What is said after an undo and a redo.

extension NoticeMessage {
    /// What was undone, and how to redo it.
    static func undone(_ what: Message) -> NoticeMessage {
        NoticeMessage(.information, .undoUndone(what: .phrase(what)))
    }

    /// What was redone, and how to undo it.
    static func redone(_ what: Message) -> NoticeMessage {
        NoticeMessage(.information, .undoRedone(what: .phrase(what)))
    }
}

extension Message {
    /// The longest quotation of a point, in columns: beside it, a notice names a key.
    private static let longestQuotation = 40

    /// A change of a point, such as “the new point …”.
    init(_ edit: PointEdit) {
        func quoted(_ point: MeetingModel.Point) -> Substitution {
            .text(DisplayText(point.text).truncated(to: Self.longestQuotation).description)
        }
        switch edit {
        case .add(let point): self = .undoPointAdded(point: quoted(point))
        case .delete(let point): self = .undoPointDeleted(point: quoted(point))
        case .replace(_, let point) where edit.isOnlyState:
            self = .undoPointMarked(state: .phrase(point.state.message), point: quoted(point))
        case .replace(let point, _): self = .undoPointChanged(point: quoted(point))
        }
    }

    init(_ edit: UpdateEdit) {
        let name = Substitution.text(edit.attendee.name)
        self =
            if edit.after == nil {
                .undoUpdateDeleted(name: name)
            } else if edit.before == nil {
                .undoUpdateWritten(name: name)
            } else {
                .undoUpdateChanged(name: name)
            }
    }
}
