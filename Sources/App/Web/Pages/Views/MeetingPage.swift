import Localization
import MeetingHistory
package import MeetingModel
import MeetingSocket
package import Presentation

/// A past meeting: its attendees, its recording, and the transcript.
///
/// It has no field for what only the lead's terminal shows: the private note, the path of the recording, drafts of
/// corrections and dialogs.
package struct MeetingPage: WebPage {
    /// An utterance.
    struct Line {
        /// The utterance's number.
        let id: Int64
        /// The speaker; empty if it is the same as in the line above.
        let name: String
        /// When it was said, such as "1:23".
        let time: String
        let text: String
        /// The start, in meeting time.
        let start: Duration
        /// The end, in meeting time.
        let end: Duration
        /// The starts of the words after the start of the utterance, in milliseconds; empty if they are not known.
        let words: [Int64]
    }

    /// The correction of an utterance that is open.
    struct Correction {
        /// The transcript.
        let version: Int
        let utterance: Int64
        /// The attendee who said it; nil for somebody on the other side of a call.
        let speaker: Attendee.ID?
    }

    package struct Neighbors: Hashable, Sendable {
        var earlier: Meeting.ID?
        var later: Meeting.ID?

        package init(earlier: Meeting.ID? = nil, later: Meeting.ID? = nil) {
            self.earlier = earlier
            self.later = later
        }
    }

    let standup: Standup.ID
    let meeting: Meeting.ID
    let title: String
    let theme: Theme
    /// The title and the date.
    let heading: String
    /// The length, and the state unless the meeting has ended as usual.
    let facts: [Fact]
    /// What few readers need: pauses, missing sound, how much is transcribed.
    let footnote: [Fact]
    /// The meetings of the standup before and after this one.
    let neighbors: Neighbors
    let columns: [String]
    let attendees: [MeetingScreen.AttendeeRow]
    let minutes: MinutesScreen?
    let transcriptTitle: String
    let version: String?
    let lines: [Line]
    /// What attendees have written, among the lines.
    let written: [WrittenRow]
    let empty: String?
    /// The attendees, as the speakers to choose from in a correction.
    let people: [(id: Attendee.ID, name: String)]
    let correction: Correction?
    let isCorrectable: Bool
    let isRunning: Bool
    /// The time to play from; nil for the start.
    let time: Duration?
    /// The length of the recording; nil while it grows.
    let length: String?
    /// The formats of the recording, the preferred first; none without a recording that the reader may hear.
    let sound: [RecordingFormat]
    let reader: PageReader

    /// `loaded` is the screen's meeting, for the times of the words; `sound` has the preferred format first.
    package init(
        _ screen: MeetingScreen, of loaded: LoadedMeeting, at place: MeetingPlace = MeetingPlace(),
        neighbors: Neighbors = Neighbors(), sound: [RecordingFormat], for reader: PageReader
    ) {
        let localizer = reader.localizer
        let meeting = loaded.meeting
        standup = meeting.standupID
        self.meeting = meeting.id
        title = screen.title
        theme = screen.theme
        isRunning = meeting.state == .live
        // The terminal says here that the meeting is running in another window.
        let state = isRunning ? Fact(screen.state?.label ?? "", localizer(.webMeetingRunning)) : screen.state
        heading = localizer(
            .webMeetingTitle(title: .text(screen.title), date: .text(localizer.dateAndTime(meeting.startedAt))))
        // The first is the date.
        facts = screen.facts.dropFirst() + (meeting.state == .finished ? [] : [state].compactMap(\.self))
        footnote = screen.details
        self.neighbors = neighbors
        columns = screen.columns
        attendees = screen.attendees
        minutes = screen.minutes
        transcriptTitle = screen.transcriptTitle
        version = screen.version
        lines = zip(screen.lines, loaded.transcript).map { Line($0, $1) }
        written = screen.written
        empty = screen.empty
        people = meeting.attendees.map { ($0.id, meeting.name(of: $0.id, localizer)) }
        isCorrectable = reader.may(.correct) && !isRunning && loaded.version != nil
        correction = isCorrectable ? Correction(loaded, place.correcting) : nil
        time = place.time
        length = isRunning ? nil : meeting.recording?.duration.clockText()
        self.sound = meeting.recording != nil && reader.may(.hearRecordings) ? sound : []
        self.reader = reader
    }

    /// A meeting as it was read from the history, with the theme of its standup.
    package init(
        _ loaded: LoadedMeeting, theme: Theme, at place: MeetingPlace = MeetingPlace(),
        neighbors: Neighbors = Neighbors(), sound: [RecordingFormat], for reader: PageReader
    ) {
        let screen = MeetingScreen(loaded, ShownTranscript(loaded), theme: theme, reader.localizer)
        self.init(screen, of: loaded, at: place, neighbors: neighbors, sound: sound, for: reader)
    }
}

extension MeetingPage.Line {
    fileprivate init(_ line: MeetingScreen.Line, _ kept: NumberedUtterance) {
        let utterance = kept.utterance
        id = kept.id
        name = line.name
        time = line.time
        text = line.text
        start = utterance.start
        end = utterance.end
        // The page finds the words by the spaces between them.
        let count = line.text.split(separator: " ").count
        words =
            utterance.words.count == count
            ? utterance.words.map { max(0, ($0.start - utterance.start).milliseconds) } : []
    }
}

extension MeetingPage.Correction {
    fileprivate init?(_ loaded: LoadedMeeting, _ number: Int64?) {
        guard let version = loaded.version, let kept = loaded.transcript.first(where: { $0.id == number })
        else { return nil }
        self.version = version
        utterance = kept.id
        if case .attendee(let attendee) = kept.utterance.speaker { speaker = attendee } else { speaker = nil }
    }
}
