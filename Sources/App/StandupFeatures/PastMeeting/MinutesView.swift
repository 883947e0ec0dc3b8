import MeetingHistory
package import MeetingModel

/// What is open and selected in the minutes of a past meeting, and the changes that can be undone.
package struct MinutesView: Sendable {
    /// The words of a point that the user is typing.
    struct Typing: Hashable, Sendable {
        /// The point as it was; a new one has no words.
        let point: MeetingModel.Point
        let isNew: Bool
        var field: TextField

        /// The change that the words make; nil if they change nothing.
        var edit: PointEdit? {
            let words = field.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !words.isEmpty else { return nil }
            let edited = point.edited(text: words)
            return edited == point ? nil : isNew ? .add(edited) : .replace(point, by: edited)
        }

        /// What is kept for the next start; nil if there is nothing to lose.
        var saved: TypedPoint? {
            edit == nil && field.text == point.text
                ? nil : TypedPoint(point: point, isNew: isNew, text: field.text)
        }
    }

    package enum KindAnswer: Hashable, Sendable {
        case kind(MeetingModel.Point.Kind)
        case cancel
    }

    /// Whether the minutes are open and get the keys.
    var isOpen = false
    var selected: MeetingModel.Point.ID?
    var typing: Typing?
    /// The changes to undo, the latest last; `HistoryWorker` has those made before the meeting was opened.
    var made: [PointEdit] = []
    /// The changes to redo, the latest last.
    var undone: [PointEdit] = []
    /// Whether the open export is of the minutes.
    var isExported = false
    /// The change that was not stored, until the points have been read again.
    var refused: PointEdit?

    /// Forgets a change that was not stored, or whose inverse was not, or that is undone in another way.
    mutating func forget(_ edit: PointEdit) {
        made.removeAll { $0 == edit || $0.inverse == edit }
        undone.removeAll { $0 == edit || $0.inverse == edit }
    }
}
