package import MeetingHistory
package import MeetingModel

/// What is undone and redone apart from everything else.
package enum UndoSubject: Hashable, Sendable {
    case transcripts(Meeting.ID)
    case points(Meeting.ID)
    /// The updates for a standup's next meeting.
    case updates(Standup.ID)
}

/// What the application has done and undone since it started, the latest last.
package struct UndoHistory: Sendable {
    package typealias Note = @Sendable (Entry) -> Void

    package enum Entry: Hashable, Sendable {
        case deletion(DeletedItem)
        case importing(ImportedItems)
        /// Corrections were saved as a transcript, instead of the one that was current before.
        case correcting(Meeting.ID, made: Int, before: Int)
        /// Another transcript was made current, instead of the one that was current before.
        case choosing(Meeting.ID, chosen: Int, before: Int)
        case changing(StoredChange)

        /// The transcript that was made or chosen, and the one before it; nil for anything else.
        var transcripts: (meeting: Meeting.ID, made: Int, before: Int)? {
            switch self {
            case .deletion, .importing, .changing: nil
            case .correcting(let meeting, let made, let before), .choosing(let meeting, let made, let before):
                (meeting, made, before)
            }
        }

        /// What it changes; nil for what cannot be redone.
        var subject: UndoSubject? {
            switch self {
            case .deletion, .importing: nil
            case .correcting(let meeting, _, _), .choosing(let meeting, _, _): .transcripts(meeting)
            case .changing(.point(_, let meeting)): .points(meeting)
            case .changing(.update(_, let standup)): .updates(standup)
            }
        }
    }

    private(set) var undoable: [Entry] = []
    private(set) var redoable: [Entry] = []

    /// Adds what was done, unless it changed nothing, or a page has undone or redone its last change with it; what was
    /// undone of the same subject before is no longer redone.
    mutating func note(_ done: Entry) {
        if let transcripts = done.transcripts, transcripts.made == transcripts.before { return }
        if case .importing(let items) = done, items.isEmpty { return }
        if case .changing(let change) = done {
            let undone = Entry.changing(change.inverse)
            if redoable.last(where: { $0.subject == done.subject }) == done {
                return didRedo(done, isRedone: true)
            } else if undoable.last(where: { $0.subject == done.subject }) == undone {
                return didUndo(undone, isUndone: true)
            }
        }
        redoable.removeAll { $0.subject == done.subject }
        undoable.append(done)
    }

    /// Moves what was undone to what can be redone; forgets it if it was not undone, or cannot be redone.
    mutating func didUndo(_ entry: Entry, isUndone: Bool) {
        guard let last = undoable.lastIndex(of: entry) else { return }
        undoable.remove(at: last)
        if isUndone, entry.subject != nil { redoable.append(entry) }
    }

    /// Moves what was redone to what can be undone; forgets it if it was not redone.
    mutating func didRedo(_ entry: Entry, isRedone: Bool) {
        guard let last = redoable.lastIndex(of: entry) else { return }
        redoable.remove(at: last)
        if isRedone { undoable.append(entry) }
    }

    /// Forgets what was undone in another way.
    mutating func forget(_ entry: Entry) { undoable.removeAll { $0 == entry } }
}
