import Localization
import MeetingModel
import MeetingSocket

/// The updates that wait for a standup's next meeting, and the form that writes one.
struct UpdateSection: Sendable {
    let standup: Standup
    let updates: [WrittenUpdate]
    let saved: SavedChange?
    let reader: PageReader

    /// The form; nothing if the reader may write no update.
    var markup: [HTMLNode] {
        let localizer = reader.localizer
        let authors = reader.attendees(of: standup, with: .writeUpdate)
        guard !authors.isEmpty else { return [] }
        return [
            HTMLTag.section(.id("updates")) {
                HTMLTag.h2 { localizer(.webUpdateWrite) }
                if let status { HTMLTag.p(.class("saved"), .set(.role, "status")) { status } }
                form(authors)
            }
        ]
    }

    /// The form behind a heading that opens it, for the live page; nothing if the reader may write none.
    ///
    /// It is for browsers with a script: without one, the page loads itself again and again.
    @HTMLBuilder func folded(isOpen: Bool = false) -> [HTMLNode] {
        let authors = reader.attendees(of: standup, with: .writeUpdate)
        if !authors.isEmpty {
            HTMLTag.details.with(
                [.class("update"), .data("scripted", ""), .flag(.hidden)] + (isOpen ? [.flag(.open)] : [])
            ) {
                HTMLTag.summary { reader.localizer(.webUpdateWrite) }
                form(authors)
            }
        }
    }

    private var status: String? {
        switch saved {
        case .update: reader.localizer(.webUpdateSaved)
        case .updateDeletion: reader.localizer(.webUpdateDeleted)
        case .voice, .point, nil: nil
        }
    }

    /// What an attendee has written, as a row below theirs in a table; nothing if no update of theirs waits.
    @HTMLBuilder func row(ofAttendee index: Int, columns: Int) -> [HTMLNode] {
        if let update = updates.first(where: { $0.attendee == standup.attendees[index].id }) {
            HTMLTag.tr(.class("written")) {
                HTMLTag.td(.set(.colspan, "\(columns)")) {
                    for line in update.lines { HTMLTag.p(.set(.dir, "auto")) { line } }
                    if reader.attendees(of: standup, with: .writeUpdate).contains(where: { $0.id == update.attendee }) {
                        deletion(of: update)
                    }
                }
            }
        }
    }

    private func deletion(of update: WrittenUpdate) -> HTMLNode {
        let text = reader.localizer(.webUpdateDelete)
        let name = DisplayText(standup.name(of: update.attendee)).description
        return HTMLTag.form(.class("marks"), .set(.method, "post"), .link(.action, .update(standup.id))) {
            HTMLTag.input(.set(.type, "hidden"), .set(.name, "attendee"), .set(.value, update.attendee.rawValue))
            HTMLTag.button(
                .set(.type, "submit"), .set(.name, "delete"), .set(.value, "1"), .set(.label, "\(text): \(name)")
            ) { text }
        }
    }

    private func form(_ authors: [Attendee]) -> HTMLNode {
        let localizer = reader.localizer
        let own = reader.may(.controlMeeting) ? nil : updates.first { $0.attendee == reader.attendee }
        return HTMLTag.form(.class("correction"), .set(.method, "post"), .link(.action, .update(standup.id))) {
            if reader.may(.controlMeeting) {
                HTMLTag.label(.set(.inputID, "author")) { localizer(.webUpdateWho) }
                HTMLTag.select(.id("author"), .set(.name, "attendee")) {
                    for author in authors {
                        HTMLTag.option.with(
                            [.set(.value, author.id.rawValue)]
                                + (author.id == reader.attendee ? [.flag(.selected)] : [])
                        ) { DisplayText(author.name).description }
                    }
                }
            }
            HTMLTag.label(.set(.inputID, "update")) {
                localizer(reader.may(.controlMeeting) ? .webUpdateText : .webUpdateOwn)
            }
            HTMLTag.textarea(
                .id("update"), .set(.name, "text"), .set(.rows, "4"), .set(.dir, "auto"),
                .set(.maxlength, "\(WrittenUpdate.longestText)"), .set(.describedBy, "update-hint")
            ) { own?.text ?? "" }
            HTMLTag.p(.id("update-hint"), .class("muted")) {
                localizer(reader.may(.controlMeeting) ? .webUpdateHint : .webUpdateOwnHint)
            }
            HTMLTag.p(.class("links")) {
                HTMLTag.button(.set(.type, "submit")) { localizer(.webMeetingSave) }
            }
        }
    }
}
