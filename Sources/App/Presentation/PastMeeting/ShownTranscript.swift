package import Localization
package import MeetingHistory
package import MeetingModel

/// A transcript prepared for display.
///
/// It is built once per load: a long meeting has thousands of lines, and key presses change only the selection.
package struct ShownTranscript: Sendable {
    /// The speaking time of each attendee.
    package private(set) var speech: [Attendee.ID: Duration] = [:]
    private var lines: [MeetingScreen.Line] = []
    /// The lines of speakers who are not attendees; their label depends on the language.
    private var strangers: [Int] = []
    /// The side of each interjection that starts a run, by line.
    private var sides: [Int: AudioChannel] = [:]
    /// The lines that start a run by somebody who was recognized by voice.
    private var voices: [Int] = []

    package init() {}

    /// Builds a transcript; a line has a name only if it differs from the previous line's.
    ///
    /// Changed utterances are marked.
    package init(_ loaded: LoadedMeeting, changed: Set<NumberedUtterance.ID> = []) {
        let meeting = loaded.meeting
        let names = Dictionary(
            meeting.attendees.filter { !meeting.isSomeone($0.id) }
                .map { ($0.id, DisplayText($0.name).description) }, uniquingKeysWith: { $1 })
        var last: Utterance?
        for (index, kept) in loaded.transcript.enumerated() {
            let utterance = kept.utterance
            var name: String? = ""
            let isSame = last.map(utterance.isSpokenLike) ?? false
            switch utterance.speaker {
            case .attendee(let attendee):
                speech[attendee, default: .zero] += utterance.end - utterance.start
                if !isSame { name = names[attendee] }
                if name == nil { strangers.append(index) }
                if !isSame, utterance.isByVoice { voices.append(index) }
            case .side(let channel):
                if !isSame { sides[index] = channel }
            }
            lines.append(
                MeetingScreen.Line(
                    name: name ?? "", time: utterance.start.clockText(.position),
                    text: DisplayText(utterance.text).description, isChanged: changed.contains(kept.id),
                    isMarked: utterance.isMarked(by: loaded.meeting.marks)))
            last = utterance
        }
    }

    package func lines(_ localizer: Localizer) -> [MeetingScreen.Line] {
        guard !strangers.isEmpty || !sides.isEmpty || !voices.isEmpty else { return lines }
        var lines = lines
        for (index, channel) in sides {
            lines[index].name = localizer(channel == .room ? .recordFromRoom : .recordFromCall)
        }
        for index in strangers { lines[index].name = localizer(.commonSomeone) }
        for index in voices { lines[index].name = localizer(.recordByVoice(name: .text(lines[index].name))) }
        return lines
    }
}
