import Localization
import MeetingHistory
import MeetingModel

// What is said after an undo and a redo.

extension NoticeMessage {
    /// What was undone, and how to redo it.
    static func undone(_ what: Message) -> NoticeMessage {
        NoticeMessage(.information, Message("undo.undone", ["what": .phrase(what.key, what.substitutions)]))
    }

    /// What was redone, and how to undo it.
    static func redone(_ what: Message) -> NoticeMessage {
        NoticeMessage(.information, Message("undo.redone", ["what": .phrase(what.key, what.substitutions)]))
    }
}

extension Message {
    /// The longest quotation of a point, in columns: beside it, a notice names a key.
    private static let longestQuotation = 40

    /// A change of a point, such as “the new point …”.
    init(_ edit: PointEdit) {
        func quoted(_ point: MeetingModel.Point) -> [String: Substitution] {
            ["point": .text(DisplayText(point.text).truncated(to: Self.longestQuotation).description)]
        }
        switch edit {
        case .add(let point): self.init("undo.point-added", quoted(point))
        case .delete(let point): self.init("undo.point-deleted", quoted(point))
        case .replace(_, let point) where edit.isOnlyState:
            let state = Substitution.phrase(point.state.textKey, [:])
            self.init("undo.point-marked", quoted(point).merging(["state": state]) { $1 })
        case .replace(let point, _): self.init("undo.point-changed", quoted(point))
        }
    }

    init(_ edit: UpdateEdit) {
        let key: TextKey =
            if edit.after == nil {
                "undo.update-deleted"
            } else if edit.before == nil {
                "undo.update-written"
            } else {
                "undo.update-changed"
            }
        self.init(key, ["name": .text(edit.attendee.name)])
    }
}
