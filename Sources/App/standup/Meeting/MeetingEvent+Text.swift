import MeetingEngine
import MeetingModel

extension MeetingEvent {
    /// The event as a line with its meeting time, safe for a terminal; nil for levels and partial words.
    func text(of standup: Standup) -> String? {
        guard let words = words(standup) else { return nil }
        let time = at.clockText(.position)
        return String(repeating: " ", count: max(0, 6 - time.count)) + time + "  " + DisplayText(words).description
    }

    private func words(_ standup: Standup) -> String? {
        switch kind {
        case .meetingStarted(_, _, let length, let attendees):
            "\(standup.title) has started, \(length.clockText(.remaining)) for " + Self.list(attendees.map(\.name))
        case .meetingResumed(let gap): "\(standup.title) has resumed after an interruption of \(gap.clockText())"
        case .turnStarted(_, let name, _, let slot): "\(name) is speaking, \(slot.clockText(.remaining)) left"
        case .queueChanged(let lineup): Self.words(lineup, standup)
        case .turnWarning(let attendee, let remaining):
            "\(standup.name(of: attendee)) has \(remaining.clockText(.remaining)) left"
        case .turnEnded(let attendee, let used, let overtime):
            "\(standup.name(of: attendee)) took \(used.clockText())"
                + (overtime > .zero ? ", \(overtime.clockText()) overtime" : "")
        case .ding: "ding!"
        case .paused(.suspend): "the machine was suspended"
        case .paused: "paused"
        case .resumed(let pause): "resumed after \(pause.clockText())"
        case .asked: "end the meeting?"
        case .level, .transcriptPartial: nil
        case .transcriptFinal(let utterance): "   \(standup.name(of: utterance.attendee)): \(utterance.text)"
        case .deviceLost(let device): "microphone lost: \(device)"
        case .deviceRestored(let gap): "the microphone is back after \(gap.clockText())"
        case .gap(let gap):
            "no sound from \(gap.start.clockText(.position)) to \(gap.end.clockText(.position)); "
                + "the recording holds silence there"
        case .deviceChanged(let device): "microphone changed to \(device)"
        case .deviceSilent(let device): "no sound from \(device); is it muted?"
        case .diskRestored(let since):
            "the disk works again; it began to fail at \(since.clockText(.position))"
        case .recognizerFailed(let error): "\(error)"
        case .error(let problem): problem.line
        case .meetingEnded(.discarded, _): "the meeting has ended; nothing was kept"
        case .meetingEnded(.interrupted, _): "the meeting was interrupted"
        case .meetingEnded: "the meeting has ended"
        }
    }

    private static func words(_ lineup: MeetingTimer.Lineup, _ standup: Standup) -> String {
        let queue = lineup.queue.map { standup.name(of: $0.id) }
        let absent = lineup.absent.map { standup.name(of: $0) }
        return (queue.isEmpty ? "no more speakers" : "next: " + list(queue))
            + (absent.isEmpty ? "" : "; absent: " + list(absent))
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
