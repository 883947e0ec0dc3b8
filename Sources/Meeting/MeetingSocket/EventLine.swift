import Glibc
package import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound

/// An event as one line of JSON; times are seconds of meeting time, keys are sorted.
package struct EventLine {
    private let at: Duration
    private let content: (String, [String: Value])?

    package init(_ event: MeetingEvent) {
        at = event.at
        content = Self.content(of: event)
    }

    /// Creates the line for a slow reader with the number of dropped events and the meeting time of the first.
    package init(dropped count: Int, since: Duration, at: Duration) {
        self.at = at
        content = ("events.dropped", ["count": .number(Double(count)), "since": .seconds(since)])
    }

    package init(_ snapshot: MeetingSnapshot) {
        at = snapshot.at
        let attendees = snapshot.attendees.map {
            Document(values: ["id": .text($0.id.rawValue), "name": .text($0.name), "used": .seconds($0.used)])
        }
        let lineup = snapshot.lineupNow
        var fields = Self.fields(of: lineup)
        if let start = snapshot.start {
            fields["meeting"] = .text(start.meeting.rawValue)
            fields["standup"] = .text(start.standup.rawValue)
            fields["length"] = .seconds(start.length)
        }
        if let standup = snapshot.standup {
            fields["title"] = .text(standup.title)
            fields["theme"] = .text(standup.theme.rawValue)
            fields["language"] = .text(standup.language)
        }
        if let version = snapshot.version {
            fields["version"] = .text(version)
            fields["process"] = .number(Double(getpid()))
        }
        fields["attendees"] = .list(attendees)
        if lineup.speaker != nil { fields["index"] = .number(Double(snapshot.index)) }
        if let warning = snapshot.warning { fields["warning"] = .seconds(warning) }
        if let reason = snapshot.pause { fields["paused"] = .text(reason.rawValue) }
        if snapshot.isEnding { fields["ending"] = .flag(true) }
        fields["recording"] = .flag(snapshot.isRecorded)
        fields["microphoneLost"] = .flag(snapshot.isMicrophoneLost)
        content = ("meeting.snapshot", fields)
    }

    init(audience: [Participant], at: Duration) {
        self.at = at
        let present = audience.map { participant in
            Document(
                values: [
                    "role": .text(participant.role.rawValue), "name": participant.name.map { .text($0) },
                    "attendee": participant.attendee.map { .text($0.rawValue) },
                    "hand": participant.hand.map { .flag($0) },
                ].compactMapValues(\.self))
        }
        content = ("audience.changed", ["audience": .list(present)])
    }

    /// The line without its line break; nil for an event that is not part of the JSON output.
    package var text: String? {
        guard let (name, fields) = content else { return nil }
        var document = Document(values: fields)
        document.values["event"] = .text(name)
        document.values["at"] = .seconds(at)
        return try? JSONText.line(of: document)
    }

    private static func content(of event: MeetingEvent) -> (String, [String: Value])? {
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
        case .openPoints(let attendee, let points):
            (
                "points.open",
                [
                    "attendee": .text(attendee.rawValue),
                    "points": .list(
                        points.map {
                            Document(values: [
                                "id": .text($0.id.rawValue), "kind": .text($0.point.kind.rawValue),
                                "text": .text($0.point.text), "meeting": .text($0.meeting.rawValue),
                                "startedAt": .text(LocalTime($0.startedAt).iso8601),
                                "meetings": .number(Double($0.meetings)), "longBlock": .flag($0.isLongBlock),
                            ])
                        }),
                ]
            )
        case .pointMarked(let carried, let state):
            (
                "point.marked",
                [
                    "attendee": .text(carried.point.attendee.rawValue), "id": .text(carried.id.rawValue),
                    "kind": .text(carried.point.kind.rawValue), "text": .text(carried.point.text),
                    "state": .text((state ?? .open).rawValue), "undone": .flag(state == nil),
                ]
            )
        case .updateShown(let update):
            (
                "update.shown",
                [
                    "attendee": .text(update.attendee.rawValue), "text": .text(update.text),
                    "writtenAt": .text(LocalTime(update.writtenAt).iso8601),
                ]
            )
        case .queueChanged(let lineup): ("queue.changed", fields(of: lineup))
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
        case .level(let level, let channel):
            ("level", ["peak": .number(rounded(level.peak)), "rms": .number(rounded(level.rms))] + channel)
        case .transcriptPartial(let attendee, let text, let channel):
            ("transcript.partial", ["attendee": .text(attendee.rawValue), "text": .text(text)] + channel)
        case .transcriptFinal(let utterance): ("transcript.final", fields(of: utterance))
        case .deviceLost(let device, let channel): ("device.lost", ["device": .text(device)] + channel)
        case .deviceRestored(let gap, let channel): ("device.restored", ["gap": .seconds(gap)] + channel)
        case .gap(let gap):
            (
                "gap",
                ["start": .seconds(gap.start), "end": .seconds(gap.end), "reason": .text(gap.reason.rawValue)]
                    + gap.channel
            )
        case .deviceChanged(let device, let channel): ("device.changed", ["device": .text(device)] + channel)
        case .deviceSilent(let device, let channel, let program):
            (
                "device.silent",
                [
                    "device": .text(device), "program": program.map { .text($0.name) },
                    "loudspeaker": program.map { .text($0.loudspeaker) }, "monitor": program.map { .text($0.monitor) },
                ].compactMapValues(\.self) + channel
            )
        case .diskRestored(let since): ("disk.restored", ["since": .seconds(since)])
        case .recognizerFailed(let error): ("recognizer.failed", ["message": .text(error.line)])
        case .error(.recognizer(let error)): ("recognizer.failed", ["message": .text(error.line)])
        case .error(let problem): ("error", ["message": .text(problem.line)])
        case .soundHeard(let heard):
            (
                "sound.heard",
                Dictionary(
                    uniqueKeysWithValues: AudioChannel.allCases.map { ($0.rawValue, .seconds(heard[$0] ?? .zero)) })
            )
        case .meetingEnded(let reason, let duration):
            ("meeting.ended", ["reason": .text(reason.rawValue), "duration": .seconds(duration)])
        }
    }

    private static func fields(of utterance: Utterance) -> [String: Value] {
        var fields: [String: Value] = [
            "attendee": .text(utterance.attendee.rawValue), "start": .seconds(utterance.start),
            "end": .seconds(utterance.end), "text": .text(utterance.text),
        ]
        if let channel = utterance.channel { fields["channel"] = .text(channel.rawValue) }
        if utterance.isInterjection { fields["interjection"] = .flag(true) }
        if utterance.isByVoice { fields["byVoice"] = .flag(true) }
        return fields
    }

    private static func fields(of lineup: MeetingTimer.Lineup) -> [String: Value] {
        var fields: [String: Value] = [
            "queue": .list(
                lineup.queue.map {
                    Document(values: [
                        "id": .text($0.id.rawValue), "slot": .seconds($0.slot), "remaining": .seconds($0.remaining),
                    ])
                }),
            "absent": .texts(lineup.absent.map(\.rawValue)),
        ]
        if let speaker = lineup.speaker {
            fields["attendee"] = .text(speaker.id.rawValue)
            fields["slot"] = .seconds(speaker.slot)
            fields["remaining"] = .seconds(speaker.remaining)
        }
        return fields
    }

    private static func rounded(_ decibels: Double) -> Double { (decibels * 10).rounded() / 10 }

    fileprivate struct Document: Encodable {
        var values: [String: Value]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }

    fileprivate enum Value: Encodable {
        case text(String)
        case texts([String])
        case flag(Bool)
        case number(Double)
        case seconds(Duration)
        case list([Document])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .texts(let texts): try container.encode(texts)
            case .flag(let flag): try container.encode(flag)
            case .number(let number): try container.encode(number)
            case .seconds(let duration): try container.encode(duration.seconds)
            case .list(let documents): try container.encode(documents)
            }
        }
    }
}

extension Dictionary where Key == String, Value == EventLine.Value {
    /// Adds the channel of a call; what has none is about the room.
    fileprivate static func + (fields: Self, channel: AudioChannel) -> Self {
        channel == .room ? fields : fields.merging(["channel": .text(channel.rawValue)]) { $1 }
    }
}
