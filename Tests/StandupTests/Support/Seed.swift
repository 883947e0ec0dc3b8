import MeetingModel
import Sound
import StandupHistory
import TestSupport

@testable import MeetingHistory

/// Meetings put into a data folder as the engine would.
struct Seed {
    let folder: DataFolder
    let store: SQLiteMeetingStore

    init(_ program: Program) throws {
        folder = DataFolder(path: program.data)
        try folder.create()
        store = try SQLiteMeetingStore(path: folder.databasePath)
    }

    /// 2026-02-03T09:30:00.125 in Berlin.
    static let start = Timestamp(nanosecondsSince1970: 1_770_107_400_125_000_000)

    static let ann = Attendee(id: .init(rawValue: "a0000000-0000-4000-8000-000000000001"), name: "Ann")
    static let ben = Attendee(id: .init(rawValue: "a0000000-0000-4000-8000-000000000002"), name: "Ben")
    static let cleo = Attendee(id: .init(rawValue: "a0000000-0000-4000-8000-000000000003"), name: "Cleo")

    static let daily = Standup(
        id: .init(rawValue: "50000000-0000-4000-8000-000000000001"), title: "Daily", length: .seconds(24),
        theme: .navy, attendees: [ann, ben, cleo])

    /// A meeting of 24 s: Ann spoke in two turns, Ben in one and in overtime, Cleo was away.
    static func meeting(
        _ number: Int, of standup: Standup = daily, state: Meeting.State = .finished, language: String = "en"
    ) -> Meeting {
        Meeting(
            id: .init(rawValue: "\(number)f2a0000-0000-4000-8000-00000000000\(number)"), standupID: standup.id,
            title: standup.title, startedAt: start + .seconds(86_400 * number), state: state, duration: .seconds(24),
            language: language,
            attendees: [
                MeetingAttendee(id: ann.id, name: "Ann", slot: .seconds(12), used: .seconds(12), state: .spoke),
                MeetingAttendee(
                    id: ben.id, name: "Ben", slot: .seconds(8), used: .seconds(12), overtime: .seconds(4), state: .spoke
                ),
                MeetingAttendee(id: cleo.id, name: "Cleo", slot: .zero, state: .absent),
            ],
            turns: [
                Turn(attendee: ann.id, start: .zero, end: .seconds(8)),
                Turn(attendee: ben.id, start: .seconds(8), end: .seconds(20)),
                Turn(attendee: ann.id, start: .seconds(20), end: .seconds(24)),
            ],
            pauses: [Pause(at: .seconds(12), duration: .seconds(30), reason: .user)],
            gaps: [Gap(start: .seconds(3), end: .milliseconds(3400), reason: .device)],
            transcript: [
                utterance(ann, .milliseconds(400), "the login page", .milliseconds(300)),
                utterance(ann, .seconds(5), "nothing blocks me", .milliseconds(200)),
                utterance(ben, .milliseconds(9_100), "search works", .milliseconds(500)),
            ],
            transcribedUpTo: .seconds(24))
    }

    private static func utterance(_ speaker: Attendee, _ start: Duration, _ text: String, _ step: Duration) -> Utterance
    {
        let words = text.split(separator: " ").enumerated().map { index, word in
            Word(text: String(word), start: start + step * index, end: start + step * (index + 1), confidence: 0.75)
        }
        return Utterance(
            attendee: speaker.id, start: start, end: words.last?.end ?? start, text: text, recognizer: "pocketsphinx",
            words: words)
    }

    /// Saves a meeting as a running program does; in its recording each turn has its own level.
    ///
    /// `call` is the level of a second channel, if there is one.
    func hold(_ meeting: Meeting, recorded: Bool = true, call: Float? = nil) throws {
        var beginning = meeting
        (beginning.state, beginning.duration, beginning.transcribedUpTo) = (.live, .zero, nil)
        (beginning.turns, beginning.pauses, beginning.gaps, beginning.transcript) = ([], [], [], [])
        try store.begin(beginning)
        var changes: [MeetingChange] = []
        for turn in meeting.turns {
            changes.append(.turnStarted(turn.attendee, at: turn.start))
            if let end = turn.end { changes.append(.turnEnded(at: end)) }
        }
        for pause in meeting.pauses {
            changes.append(.paused(at: pause.at, reason: pause.reason))
            if let duration = pause.duration { changes.append(.resumed(after: duration)) }
        }
        changes += meeting.gaps.map { .gap($0) } + meeting.transcript.map { .utterance($0) }
        if recorded { changes.append(.recording(try record(meeting, call: call))) }
        if let offset = meeting.transcribedUpTo { changes.append(.transcribed(upTo: offset)) }
        changes.append(.state(meeting.state, duration: meeting.duration))
        try store.record(changes, in: meeting.id)
    }

    static let sampleRate = 16_000

    private func record(_ meeting: Meeting, call: Float?) throws -> Recording {
        let name = DataFolder.recordingName(of: meeting.id)
        let writer = try WAVRecording(
            creating: folder.recordingPath(name), sampleRate: Self.sampleRate,
            channels: call == nil ? 1 : 2)
        for (index, turn) in meeting.turns.enumerated() {
            let frames = Int(((turn.end ?? meeting.duration) - turn.start).seconds) * Self.sampleRate
            let frame = [Float(index + 1) / 8] + (call.map { [$0] } ?? [])
            let samples = [[Float]](repeating: frame, count: frames).flatMap(\.self)
            try samples.withUnsafeBufferPointer { try writer.append($0) }
        }
        try writer.finish()
        return Recording(fileName: name, sampleRate: Self.sampleRate, frames: writer.frames, channels: writer.channels)
    }
}

extension Seed {
    /// The lock that the process of a live meeting holds.
    func lock(_ meeting: Meeting) throws -> LiveLock? {
        try LiveMeetingLock.acquire(meeting.id, in: folder)
    }
}

extension Meeting {
    /// The name of the recording that `Seed.hold` makes.
    var recordingName: String { DataFolder.recordingName(of: id) }
}
