import Localization
import MeetingHistory
import MeetingModel

/// A transcript prepared for display.
///
/// It is built once per load: a long meeting has thousands of lines, and key presses change only the selection.
struct ShownTranscript: Sendable {
    /// The speaking time of each attendee.
    private(set) var speech: [Attendee.ID: Duration] = [:]
    private var lines: [MeetingScreen.Line] = []
    /// The lines of speakers who are not attendees; their label depends on the language.
    private var strangers: [Int] = []

    /// A transcript without words.
    init() {}

    /// Builds a transcript; a line has a name only if it differs from the previous line's.
    init(_ loaded: LoadedMeeting) {
        let names = Dictionary(
            loaded.meeting.attendees.map { ($0.id, DisplayText($0.name).description) }, uniquingKeysWith: { $1 })
        var last: Attendee.ID?
        for (index, kept) in loaded.transcript.enumerated() {
            let utterance = kept.utterance
            speech[utterance.attendee, default: .zero] += utterance.end - utterance.start
            let name = utterance.attendee == last ? "" : names[utterance.attendee]
            if name == nil { strangers.append(index) }
            lines.append(
                MeetingScreen.Line(
                    name: name ?? "", time: utterance.start.clockText(.position),
                    text: DisplayText(utterance.text).description))
            last = utterance.attendee
        }
    }

    /// The localised lines.
    func lines(_ localizer: Localizer) -> [MeetingScreen.Line] {
        guard !strangers.isEmpty else { return lines }
        var lines = lines
        for index in strangers { lines[index].name = localizer("common.someone") }
        return lines
    }
}
