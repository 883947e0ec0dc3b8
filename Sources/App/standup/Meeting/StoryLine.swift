import MeetingEngine
import MeetingModel

/// An event as a line of text for those who watch without a terminal.
enum StoryLine {
    /// The line, safe for a terminal; nil for an event that is not worth one.
    static func text(_ event: MeetingEvent, of standup: Standup) -> String? {
        let text: String
        switch event.kind {
        case .turnStarted(_, let name, _, let slot): text = "\(name) is speaking, \(slot.clockText(.remaining)) to go"
        case .meetingResumed(let gap): text = "the meeting goes on, it had been cut off for \(gap.clockText())"
        case .ding: text = "ding!"
        case .paused: text = "paused"
        case .resumed(let pause): text = "resumed after \(pause.clockText())"
        case .transcriptFinal(let utterance):
            text = "   \(standup.name(of: utterance.attendee)): \(utterance.text)"
        case .meetingEnded: text = "the meeting has ended"
        case .error(let problem): text = "\(problem)"
        case .recognizerFailed(let error): text = "\(error)"
        case .deviceLost(let device): text = "microphone lost: \(device)"
        case .deviceRestored: text = "the microphone is back"
        case .deviceChanged(let device): text = "the microphone is now: \(device)"
        case .deviceSilent(let device): text = "the microphone hears nothing at all, \(device), is it muted?"
        case .diskRestored(let since):
            text = "the disk takes everything again, since \(since.clockText(.position)) it had not"
        default: return nil
        }
        let time = event.at.clockText(.position)
        return String(repeating: " ", count: max(0, 6 - time.count)) + time + "  " + DisplayText(text).description
    }
}
