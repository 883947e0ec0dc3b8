import Localization
import MeetingHistory
import MeetingModel
import Presentation

/// The updates on a standup's page that wait for the next meeting.
struct WaitingUpdates: Sendable {
    struct Typing: Sendable {
        let attendee: Attendee
        /// The update that the text replaces.
        let before: UpdateEdit.Version?
        /// The text, with `lineBreak` for each line break.
        var field: TextField

        /// What is kept for the next start.
        var saved: SavedUpdate { SavedUpdate(attendee: attendee.id, before: before, text: field.text) }

        /// Whether the text differs from the update that it replaces.
        var isChanged: Bool { field.text.replacing(WaitingUpdates.lineBreak, with: "\n") != before?.text ?? "" }

        init(_ attendee: Attendee, before: UpdateEdit.Version?, text: String) {
            self.attendee = attendee
            self.before = before
            field = TextField(
                text.replacing("\n", with: WaitingUpdates.lineBreak), limit: WrittenUpdate.longestText)
        }
    }

    /// What stands for a line break in the field, which has one line.
    static let lineBreak = "↵"

    /// The updates in the order of the attendees.
    var all: [WrittenUpdate] = []
    var typing: Typing?
    /// The attendee, by id or name, whose update to open once the updates have been read.
    var pending: String?
    /// The change that was not stored, until the updates have been read again.
    var refused: UpdateEdit?
    /// What was typed in an earlier start, until the updates have been read.
    var saved: SavedUpdate?
    /// What was typed, until it is stored.
    var storing: SavedUpdate?

    /// What to keep if the application ends now; nil if there is nothing to lose.
    var unsaved: SavedUpdate? { typing.flatMap { $0.isChanged ? $0.saved : nil } ?? storing ?? saved }
}

extension StandupDetail {
    /// Opens the update of the selected attendee or of the only one; else asks whose.
    mutating func writeUpdate() {
        if case .attendee(let index) = selected { return typeUpdate(of: standup.attendees[index]) }
        if let only = standup.attendees.first, standup.attendees.count == 1 { return typeUpdate(of: only) }
        askForAuthor()
    }

    mutating func askForAuthor() {
        if !standup.attendees.isEmpty { question = .updateAuthor(Dialog(standup.attendees)) }
    }

    mutating func typeUpdate(of attendee: Attendee, text: String? = nil) {
        let before = updates.all.first { $0.attendee == attendee.id }.map(UpdateEdit.Version.init)
        updates.typing = WaitingUpdates.Typing(attendee, before: before, text: text ?? before?.text ?? "")
    }

    /// Performs a command while an update is typed: Enter stores it, or deletes it if it is empty.
    ///
    /// As in a form, a question comes before what was typed is dropped.
    mutating func typeUpdate(_ command: Command) -> Reply {
        guard let typing = updates.typing else { return Reply() }
        switch command {
        case .back, .quit:
            if typing.isChanged {
                question = .discardUpdate(.discarding)
            } else if command == .quit {
                return Reply(request: .quit)
            } else {
                updates.typing = nil
            }
        case .activate, .save: return keepTyped(typing)
        case .insert(let text):
            let line = text.replacing("\n", with: WaitingUpdates.lineBreak)
            _ = updates.typing?.field.perform(.insert(line))
        default: _ = updates.typing?.field.perform(command)
        }
        return Reply()
    }

    private mutating func keepTyped(_ typing: WaitingUpdates.Typing) -> Reply {
        var text: String?
        do throws(WrittenUpdate.TextError) {
            text = try WrittenUpdate.cleaned(typing.field.text.replacing(WaitingUpdates.lineBreak, with: "\n"))
        } catch {
            if case .tooLong(let count) = error {
                noticeMessage = NoticeMessage(
                    .warning,
                    .updatesTooLong(count: .count(count), limit: .count(WrittenUpdate.longestText)))
                return Reply()
            }
        }
        if isGone, typing.isChanged {
            noticeMessage = .updateWithoutStandup
            return Reply()
        }
        updates.typing = nil
        guard text != typing.before?.text else { return Reply() }
        if text == nil {
            noticeMessage = NoticeMessage(
                .information, .updatesDeleted(name: .text(typing.attendee.name)))
        }
        let edit = UpdateEdit(
            attendee: typing.attendee, before: typing.before, after: text.map { UpdateEdit.Version(text: $0) })
        updates.storing = typing.saved
        let change = StoredChange.update(edit, of: standup.id)
        changes.add(.stored(change))
        return Reply([.store(change)])
    }

    mutating func didEdit(_ edit: UpdateEdit, _ result: Result<Bool, HistoryError>) -> [Effect] {
        if case .success(true) = result {
            updates.storing = nil
            return [loadUpdates()]
        }
        changes.remove(.stored(.update(edit, of: standup.id)))
        updates.refused = edit
        if destination == nil {
            noticeMessage =
                switch result {
                case .failure(let error): NoticeMessage(.error, Message(error))
                case .success: NoticeMessage(.warning, .updatesChanged)
                }
        }
        return [loadUpdates()]
    }

    /// Shows the updates that have been read; opens the field again with a text that was not stored.
    mutating func show(_ waiting: [WrittenUpdate]) {
        updates.all = waiting
        if let refused = updates.refused {
            (updates.refused, updates.storing) = (nil, nil)
            if updates.typing == nil, let text = refused.after?.text { typeUpdate(of: refused.attendee, text: text) }
        }
        if let saved = updates.saved, updates.typing == nil,
            let attendee = standup.attendees.first(where: { $0.id == saved.attendee })
        {
            (updates.saved, updates.pending) = (nil, nil)
            updates.typing = WaitingUpdates.Typing(attendee, before: saved.before, text: saved.text)
            if destination == nil { noticeMessage = .draftRestored }
        } else if let author = updates.pending {
            updates.pending = nil
            if let index = standup.attendees.firstIndex(named: author) { typeUpdate(of: standup.attendees[index]) }
        }
    }

    /// The rows of the updates, with the field in the row of its attendee.
    func updateRows(_ localizer: Localizer) -> [StandupScreen.UpdateRow] {
        let typing = updates.typing
        var authors = standup.attendees.filter { attendee in
            attendee.id == typing?.attendee.id || updates.all.contains { $0.attendee == attendee.id }
        }
        if let attendee = typing?.attendee, !authors.contains(where: { $0.id == attendee.id }) {
            authors.append(attendee)
        }
        return authors.map { author in
            let name = DisplayText(author.name).description
            return StandupScreen.UpdateRow(
                name: name, text: updates.all.first { $0.attendee == author.id }?.lines.first ?? "",
                field: typing.flatMap { typing in
                    guard typing.attendee.id == author.id else { return nil }
                    return FieldScreen(
                        label: localizer(.updatesOf(name: .text(author.name))), text: typing.field.text,
                        placeholder: localizer(.updatesPlaceholder), cursor: typing.field.cursor)
                })
        }
    }

    func authorDialog(_ dialog: Dialog<Attendee>, _ localizer: Localizer) -> DialogScreen {
        DialogScreen(
            title: localizer(.updatesWhose), choices: dialog.answers.map { DisplayText($0.name).description },
            selected: dialog.selected)
    }

    /// The dialog of the update for the address; nil if none is open.
    var updateDialog: PageDialog? {
        (updates.typing?.attendee.id.rawValue ?? updates.pending).map { .update($0) }
    }
}
