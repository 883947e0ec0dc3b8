import Foundation
package import MeetingModel

/// The unsaved corrections of all meetings, kept for the next start as one text.
package struct SavedCorrections: Hashable, Sendable {
    private var byMeeting: [String: PendingCorrections]

    /// Reads a text written by `text`; an unreadable text has no corrections.
    package init(text: String?) {
        byMeeting =
            text.flatMap { try? JSONDecoder().decode([String: PendingCorrections].self, from: Data($0.utf8)) } ?? [:]
    }

    package subscript(meeting: Meeting.ID) -> PendingCorrections? {
        get { byMeeting[meeting.rawValue] }
        set { byMeeting[meeting.rawValue] = newValue }
    }

    package var meetings: [Meeting.ID] { byMeeting.keys.sorted().map { Meeting.ID(rawValue: $0) } }

    /// The corrections as one text; empty without any.
    package var text: String {
        guard !byMeeting.isEmpty else { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(byMeeting)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
