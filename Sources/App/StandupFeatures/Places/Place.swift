/// Where one is in the application, as a value: a screen, and what is open in front of it.
package struct Place: Hashable, Sendable {
    /// A screen: one path from the list of standups down, with the dialog that is open on it.
    package enum Route: Hashable, Sendable {
        /// The list of standups, filtered by a text and by an attendee's name where they are given.
        case list(filter: String? = nil, attendee: String? = nil, dialog: ListDialog? = nil)
        /// The choice of devices, opened from some screen.
        case devices(DevicesOrigin = .list)
        /// The form of a new standup.
        case add(focus: FormFocus? = nil, dialog: FormDialog? = nil)
        /// A standup's page, by the standup's id, its title, or its number in the list.
        case standup(String, dialog: PageDialog? = nil)
        /// The form of an existing standup.
        case edit(String, focus: FormFocus? = nil, dialog: FormDialog? = nil)
        /// Who is here, before a meeting of a standup.
        case start(String, dialog: StartDialog? = nil)
        /// The running meeting of a standup.
        case record(String, dialog: RecordDialog? = nil)
        /// A past meeting of a standup, by its id or its number, 1 the newest; with the selected utterance, if any.
        case meeting(String, meeting: String, utterance: Int? = nil, dialog: MeetingDialog? = nil)
    }

    /// A question of the application, which can be open in front of any screen.
    package enum Question: Hashable, Sendable {
        /// What is to become of an interrupted meeting, by its id.
        case interrupted(String)
        /// What is to become of a history that cannot be read.
        case unreadable
    }

    /// The screen.
    package var route: Route
    /// The application's question in front of it.
    package var question: Question?
    /// Whether the help is open in front of everything.
    package var isHelpOpen: Bool

    /// A screen with nothing but its own dialog in front of it, unless more is given.
    package init(_ route: Route, question: Question? = nil, isHelpOpen: Bool = false) {
        self.route = route
        self.question = question
        self.isHelpOpen = isHelpOpen
    }
}

extension Place {
    /// The list of standups.
    package static func list(filter: String? = nil, attendee: String? = nil, dialog: ListDialog? = nil) -> Place {
        Place(.list(filter: filter, attendee: attendee, dialog: dialog))
    }

    /// The choice of devices, opened from the list.
    package static var devices: Place { Place(.devices()) }

    /// The form of a new standup.
    package static func add(focus: FormFocus? = nil, dialog: FormDialog? = nil) -> Place {
        Place(.add(focus: focus, dialog: dialog))
    }

    /// A standup's page.
    package static func standup(_ standup: String, dialog: PageDialog? = nil) -> Place {
        Place(.standup(standup, dialog: dialog))
    }

    /// The form of an existing standup.
    package static func edit(_ standup: String, focus: FormFocus? = nil, dialog: FormDialog? = nil) -> Place {
        Place(.edit(standup, focus: focus, dialog: dialog))
    }

    /// Who is here, before a meeting.
    package static func start(_ standup: String, dialog: StartDialog? = nil) -> Place {
        Place(.start(standup, dialog: dialog))
    }

    /// The running meeting of a standup.
    package static func record(_ standup: String, dialog: RecordDialog? = nil) -> Place {
        Place(.record(standup, dialog: dialog))
    }

    /// A past meeting of a standup.
    package static func meeting(
        _ standup: String, meeting: String, utterance: Int? = nil, dialog: MeetingDialog? = nil
    ) -> Place {
        Place(.meeting(standup, meeting: meeting, utterance: utterance, dialog: dialog))
    }
}

/// The screen from which the choice of devices was opened, and to which it returns.
package enum DevicesOrigin: Hashable, Sendable {
    case list
    /// A standup's page.
    case standup(String)
    /// Who is here, before a meeting of a standup.
    case start(String)
}

/// A field of the form of a standup.
package enum FormFocus: Hashable, Sendable, Codable {
    case title
    case length
    case theme
    case language
    case slotEnd
    case timeSharing
    case warnings
    case warningSounds
    case vocabulary
    /// The row of an attendee, counted from 0.
    case attendee(Int)
}
