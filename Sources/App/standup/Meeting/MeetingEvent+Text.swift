import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import Sound

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
        case .openPoints(let attendee, let points):
            "still open for \(standup.name(of: attendee)): "
                + points.map { point in
                    point.point.kind.rawValue + (point.isLongBlock ? " for \(point.meetings) meetings" : "")
                        + ": \(point.point.text)"
                }.joined(separator: "; ")
        case .pointMarked(let carried, let state):
            (state.map { $0 == .open ? "still open" : $0.rawValue } ?? "no longer marked")
                + " for \(standup.name(of: carried.point.attendee)): \(carried.point.text)"
        case .updateShown(let update):
            "\(standup.name(of: update.attendee)) has written: " + update.lines.joined(separator: " / ")
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
        // The line after the end tells what was heard.
        case .level, .transcriptPartial, .soundHeard: nil
        case .transcriptFinal(let utterance): "   \(Self.speaker(of: utterance, standup)): \(utterance.text)"
        case .deviceLost(let device, .room): "microphone lost: \(device)"
        case .deviceLost(let device, .call): "call lost: \(device)"
        case .deviceRestored(let gap, .room): "the microphone is back after \(gap.clockText())"
        case .deviceRestored(let gap, .call): "the call is back after \(gap.clockText())"
        case .gap(let gap):
            "no sound \(gap.channel == .call ? "of the call " : "")from \(gap.start.clockText(.position)) "
                + "to \(gap.end.clockText(.position)); the recording holds silence there"
        case .deviceChanged(let device, .room): "microphone changed to \(device)"
        case .deviceChanged(let device, .call): "the call is heard from \(device)"
        case .deviceSilent(_, _, let program?):
            "the call is silent: \(program.name) plays on \(program.loudspeaker); "
                + "hear that with: call \(program.monitor)"
        case .deviceSilent(let device, _, nil): "no sound from \(device); is it muted?"
        case .diskRestored(let since):
            "the disk works again; it began to fail at \(since.clockText(.position))"
        case .recognizerFailed(let error): error.line
        case .error(let problem): problem.line
        case .meetingEnded(.discarded, _): "the meeting has ended; nothing was kept"
        case .meetingEnded(.interrupted, _): "the meeting was interrupted"
        case .meetingEnded: "the meeting has ended"
        }
    }

    /// The attendee's name, or the side of the call from which somebody else spoke.
    private static func speaker(of utterance: Utterance, _ standup: Standup) -> String {
        guard utterance.isInterjection, let channel = utterance.channel else {
            return standup.name(of: utterance.attendee) + (utterance.isByVoice ? " (by voice)" : "")
        }
        return "(from the \(channel.rawValue))"
    }

    private static func words(_ lineup: MeetingTimer.Lineup, _ standup: Standup) -> String {
        let queue = lineup.queue.map { standup.name(of: $0.id) }
        let absent = lineup.absent.map { standup.name(of: $0) }
        return (queue.isEmpty ? "no more speakers" : "next: " + list(queue))
            + (absent.isEmpty ? "" : "; absent: " + list(absent))
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
