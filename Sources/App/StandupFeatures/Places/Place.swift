/// The current place in the application: a screen and the dialog in front of it.
package struct Place: Hashable, Sendable {
    /// The route from the list to a screen, including the screen's dialog.
    package enum Route: Hashable, Sendable {
        /// The list of standups, optionally filtered by a text and by an attendee's name.
        case list(filter: String? = nil, attendee: String? = nil, dialog: ListDialog? = nil)
        case searching(PlaceInSearch)
        /// The import of a file, from the list or for a standup: its folder, and the file once it has been chosen.
        case importing(standup: String? = nil, folder: String? = nil, file: String? = nil, dialog: ImportDialog? = nil)
        /// The device chooser, with the screen it was opened from.
        case devices(DevicesOrigin = .list, dialog: DevicesDialog? = nil)
        /// The form of a new standup.
        case add(focus: FormFocus? = nil, dialog: FormDialog? = nil)
        /// A standup's page, by the standup's id, title, or number in the list, with statistics of its last meetings, and
        /// the selected point.
        case standup(String, last: Int? = nil, dialog: PageDialog? = nil, point: String? = nil)
        /// The form of an existing standup.
        case edit(String, focus: FormFocus? = nil, dialog: FormDialog? = nil)
        /// The attendance list before a meeting.
        case start(String, dialog: StartDialog? = nil)
        /// The invitation to a standup's pages, without a link.
        case invitation(String, dialog: InvitationDialog? = nil)
        /// The running meeting of a standup.
        case record(String, dialog: RecordDialog? = nil)
        /// The running meeting of a standup, read only.
        case watch(String)
        /// A past meeting, by its id or by its number, 1 the newest, and what is open in it.
        case pastMeeting(String, meeting: String, PlaceInMeeting)
    }

    /// An application-wide question, possible in front of any screen.
    package enum Question: Hashable, Sendable {
        /// What to do with an interrupted meeting, by its id.
        case interrupted(String)
        /// What to do with an unreadable history.
        case unreadable
    }

    package var route: Route
    package var question: Question?
    var isHelpOpen: Bool
    /// Whether the progress of the background task is in front.
    var isTaskShown: Bool

    package init(_ route: Route, question: Question? = nil, isHelpOpen: Bool = false, isTaskShown: Bool = false) {
        self.route = route
        self.question = question
        self.isHelpOpen = isHelpOpen
        self.isTaskShown = isTaskShown
    }
}

extension Place.Route {
    /// The standup of the route; nil for routes without one.
    package var standup: String? {
        switch self {
        case .standup(let standup, _, _, _), .edit(let standup, _, _), .start(let standup, _), .record(let standup, _),
            .pastMeeting(let standup, _, _), .devices(.standup(let standup), _), .devices(.start(let standup), _),
            .invitation(let standup, _), .watch(let standup):
            standup
        case .importing(let standup, _, _, _): standup
        case .list, .searching, .add, .devices(.list, _): nil
        }
    }
}

extension Place {
    package static func list(filter: String? = nil, attendee: String? = nil, dialog: ListDialog? = nil) -> Place {
        Place(.list(filter: filter, attendee: attendee, dialog: dialog))
    }

    /// The device chooser, opened from the list.
    package static var devices: Place { Place(.devices()) }

    package static func add(focus: FormFocus? = nil, dialog: FormDialog? = nil) -> Place {
        Place(.add(focus: focus, dialog: dialog))
    }

    package static func standup(_ standup: String, last: Int? = nil, dialog: PageDialog? = nil) -> Place {
        Place(.standup(standup, last: last, dialog: dialog))
    }

    package static func edit(_ standup: String, focus: FormFocus? = nil, dialog: FormDialog? = nil) -> Place {
        Place(.edit(standup, focus: focus, dialog: dialog))
    }

    package static func start(_ standup: String, dialog: StartDialog? = nil) -> Place {
        Place(.start(standup, dialog: dialog))
    }

    package static func invitation(_ standup: String) -> Place { Place(.invitation(standup)) }

    package static func record(_ standup: String, dialog: RecordDialog? = nil) -> Place {
        Place(.record(standup, dialog: dialog))
    }

    package static func meeting(
        _ standup: String, meeting: String, utterance: Int? = nil, dialog: MeetingDialog? = nil,
        playback: PlaybackPlace? = nil, transcript: Int? = nil, find: String? = nil,
        compared: ComparedTranscripts? = nil
    ) -> Place {
        Place(
            .meeting(
                standup, meeting: meeting, utterance: utterance, dialog: dialog, playback: playback,
                transcript: transcript, find: find, compared: compared))
    }
}

/// The screen from which the device chooser was opened and to which it returns.
package enum DevicesOrigin: Hashable, Sendable {
    case list
    /// A standup's page.
    case standup(String)
    /// The attendance list before a meeting.
    case start(String)
}

/// A field of a standup's form.
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
    case team
    case voices
    /// The row of an attendee, from 0.
    case attendee(Int)
}
