import MeetingModel

/// A dialog with a name in addresses, such as `discard` or `delete:3`.
protocol AddressedDialog: Hashable, Sendable {
    /// The name, followed by a colon and an argument if the dialog needs one.
    var text: String { get }

    /// Parses a name; nil if the screen has no such dialog.
    init?(text: String)
}

extension AddressedDialog where Self: RawRepresentable, RawValue == String {
    var text: String { rawValue }

    init?(text: String) { self.init(rawValue: text) }
}

package enum ListDialog: AddressedDialog {
    case filter
    /// Whether to delete a standup.
    case delete(String)

    var text: String {
        switch self {
        case .filter: "filter"
        case .delete(let standup): "delete:" + standup
        }
    }

    init?(text: String) {
        if text == "filter" {
            self = .filter
        } else if let standup = text.argument(of: "delete") {
            self = .delete(standup)
        } else {
            return nil
        }
    }
}

/// A dialog of a standup's page.
package enum PageDialog: AddressedDialog {
    case delete
    /// The export of some of its meetings, by their ids; of all without any.
    case export([String])
    case deleteMeeting(String)
    /// Whether to remove an attendee, by id or name.
    case removeAttendee(String)
    /// The update of an attendee, by id or name; nil for the choice of the attendee.
    case update(String?)

    var text: String {
        switch self {
        case .delete: "delete"
        case .export(let meetings):
            meetings.isEmpty ? "export" : "export:" + meetings.map(PercentEncoding.encode).joined(separator: ",")
        case .deleteMeeting(let meeting): "delete-meeting:" + meeting
        case .removeAttendee(let attendee): "remove:" + attendee
        case .update(let attendee): attendee.map { "update:" + $0 } ?? "update"
        }
    }

    init?(text: String) {
        if text == "delete" {
            self = .delete
        } else if text == "export" {
            self = .export([])
        } else if let meetings = text.argument(of: "export") {
            let ids = meetings.split(separator: ",").map { PercentEncoding.decode($0) }
            guard !ids.isEmpty, !ids.contains(nil) else { return nil }
            self = .export(ids.compactMap(\.self))
        } else if let meeting = text.argument(of: "delete-meeting") {
            self = .deleteMeeting(meeting)
        } else if let attendee = text.argument(of: "remove") {
            self = .removeAttendee(attendee)
        } else if text == "update" {
            self = .update(nil)
        } else if let attendee = text.argument(of: "update") {
            self = .update(attendee)
        } else {
            return nil
        }
    }
}

package enum FormDialog: String, CaseIterable, AddressedDialog {
    case discard
    /// Another process has changed the standup.
    case changed
    /// Another process has deleted the standup.
    case deleted
}

/// A dialog before a meeting.
package enum StartDialog: String, CaseIterable, AddressedDialog {
    /// The microphone is missing.
    case microphone
    /// The recognizer is missing.
    case recognizer
    case noAttendees = "nobody"
    /// Another meeting of the standup is running.
    case alreadyRunning = "held"
}

package enum DevicesDialog: AddressedDialog {
    /// Whether to remove a speech model.
    case remove(String)

    var text: String {
        switch self {
        case .remove(let model): "remove:" + model
        }
    }

    init?(text: String) {
        guard let model = text.argument(of: "remove") else { return nil }
        self = .remove(model)
    }
}

/// A dialog of a running meeting.
package enum RecordDialog: String, CaseIterable, AddressedDialog {
    case end
    /// The recognizer has failed.
    case recognizer
    /// The chosen microphone is disconnected.
    case microphone
    case note
}

package enum SearchDialog: String, CaseIterable, AddressedDialog {
    case standup
    /// Whose words.
    case person
    case time
    /// The field for the first day.
    case since
    /// The field for the last day.
    case until
}

/// A dialog of a past meeting.
package enum MeetingDialog: String, CaseIterable, AddressedDialog {
    case delete
    /// The correction of the selected utterance.
    case correct
    /// Whether to remove the selected utterance.
    case remove
    /// Who said the selected utterance.
    case move
    case export
    /// The choices for transcribing again.
    case transcribe
    case compare
    /// The words to find, being typed.
    case find
    case replace
    /// Whose turns to hear.
    case speaker
    case loudspeaker
    /// What to do with corrections that cannot be saved.
    case unsaved
    /// The choices for sending the minutes.
    case post
    case pointVersions = "versions"
    case pointKind = "kind"
    case pointPerson = "person"
}

package enum InvitationDialog: String, CaseIterable, AddressedDialog {
    /// The invitations so far, to revoke one.
    case invitations
    /// When the link ends, being typed.
    case end
}

package enum ImportDialog: String, CaseIterable, AddressedDialog {
    /// The choice of the file that says who spoke when.
    case speakers
}

extension Place.Question: AddressedDialog {
    var text: String {
        switch self {
        case .interrupted(let meeting): "interrupted:" + meeting
        case .unreadable: "unreadable"
        }
    }

    init?(text: String) {
        if text == "unreadable" {
            self = .unreadable
        } else if let meeting = text.argument(of: "interrupted") {
            self = .interrupted(meeting)
        } else {
            return nil
        }
    }
}

extension String {
    /// The text after a name and a colon; nil if it is missing.
    fileprivate func argument(of name: String) -> String? {
        guard utf8.starts(with: (name + ":").utf8) else { return nil }
        let argument = String(decoding: utf8.dropFirst(name.utf8.count + 1), as: UTF8.self)
        return argument.isEmpty ? nil : argument
    }
}
