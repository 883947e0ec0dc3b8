import FoundationEssentials
import MeetingEngine
import MeetingExport
import MeetingModel

/// An event as one line of JSON; times are seconds of meeting time, keys are sorted.
struct EventLine {
    private let event: MeetingEvent

    /// The line of an event.
    init(_ event: MeetingEvent) {
        self.event = event
    }

    /// One line without its end, nil for an event that is not told to programs.
    var text: String? {
        guard let (name, fields) = content else { return nil }
        var document = Document(values: fields)
        document.values["event"] = .text(name)
        document.values["at"] = .seconds(event.at)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(document)).map {
            JSONText.escapingUnsafe(String(decoding: $0, as: UTF8.self))
        }
    }

    private var content: (String, [String: Value])? {
        switch event.kind {
        case .meetingStarted(let meeting, let standup, let length, let attendees):
            (
                "meeting.started",
                [
                    "meeting": .text(meeting.rawValue), "standup": .text(standup.rawValue), "length": .seconds(length),
                    "attendees": .list(
                        attendees.map {
                            Document(values: [
                                "id": .text($0.id.rawValue), "name": .text($0.name), "slot": .seconds($0.slot),
                            ])
                        }),
                ]
            )
        case .turnStarted(let attendee, let name, let index, let slot):
            (
                "turn.started",
                [
                    "attendee": .text(attendee.rawValue), "name": .text(name), "index": .number(Double(index)),
                    "slot": .seconds(slot),
                ]
            )
        case .turnWarning(let attendee, let remaining):
            ("turn.warning", ["attendee": .text(attendee.rawValue), "remaining": .seconds(remaining)])
        case .turnEnded(let attendee, let used, let overtime):
            (
                "turn.ended",
                ["attendee": .text(attendee.rawValue), "used": .seconds(used), "overtime": .seconds(overtime)]
            )
        case .meetingResumed(let gap): ("meeting.resumed", ["gap": .seconds(gap)])
        case .ding: ("ding", [:])
        case .paused(let reason): ("paused", ["reason": .text(reason.rawValue)])
        case .resumed(let duration): ("resumed", ["paused": .seconds(duration)])
        case .asked: nil
        case .level(let level):
            ("level", ["peak": .number(rounded(level.peak)), "rms": .number(rounded(level.rms))])
        case .transcriptPartial(let attendee, let text):
            ("transcript.partial", ["attendee": .text(attendee.rawValue), "text": .text(text)])
        case .transcriptFinal(let utterance):
            (
                "transcript.final",
                [
                    "attendee": .text(utterance.attendee.rawValue), "start": .seconds(utterance.start),
                    "end": .seconds(utterance.end), "text": .text(utterance.text),
                ]
            )
        case .deviceLost(let device): ("device.lost", ["device": .text(device)])
        case .deviceRestored(let gap): ("device.restored", ["gap": .seconds(gap)])
        case .deviceChanged(let device): ("device.changed", ["device": .text(device)])
        case .deviceSilent(let device): ("device.silent", ["device": .text(device)])
        case .diskRestored(let since): ("disk.restored", ["since": .seconds(since)])
        case .recognizerFailed(let error): ("recognizer.failed", ["message": .text("\(error)")])
        case .error(.recognizer(let error)): ("recognizer.failed", ["message": .text("\(error)")])
        case .error(let problem): ("error", ["message": .text("\(problem)")])
        case .meetingEnded(let reason, let duration):
            ("meeting.ended", ["reason": .text(reason.rawValue), "duration": .seconds(duration)])
        }
    }

    private func rounded(_ decibels: Double) -> Double { (decibels * 10).rounded() / 10 }

    private struct Document: Encodable {
        var values: [String: Value]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }

    private enum Value: Encodable {
        case text(String)
        case number(Double)
        case seconds(Duration)
        case list([Document])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .seconds(let duration): try container.encode(duration.seconds)
            case .list(let documents): try container.encode(documents)
            }
        }
    }
}
