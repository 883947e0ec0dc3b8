import Localization
import MeetingHistory
import MeetingModel

/// A transcript as it is shown, made once when it is read: a long meeting has thousands of lines, and from key to key
/// only the selection changes.
struct ShownTranscript: Sendable {
    /// How long each attendee was heard to speak.
    private(set) var speech: [Attendee.ID: Duration] = [:]
    private var lines: [MeetingScreen.Line] = []
    /// The lines of somebody who is not one of the meeting's attendees, who is called so in each language.
    private var strangers: [Int] = []

    /// A transcript without words.
    init() {}

    /// The transcript of a meeting; a name stands only where it is another than on the line before.
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

    /// The lines in the localizer's language.
    func lines(_ localizer: Localizer) -> [MeetingScreen.Line] {
        guard !strangers.isEmpty else { return lines }
        var lines = lines
        for index in strangers { lines[index].name = localizer("common.someone") }
        return lines
    }
}
