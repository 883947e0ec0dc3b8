import MeetingHistory
import MeetingModel

/// The meetings and changes of the journals' suite.
enum SampleMeetings {
    private static let ids: [String] = {
        var generator = SeededGenerator(seed: 17)
        return (0..<8).map { _ in Meeting.ID(using: &generator).rawValue }
    }()

    private static let ann = Attendee.ID(rawValue: ids[0])
    private static let bob = Attendee.ID(rawValue: ids[1])
    private static let point = Point.ID(rawValue: ids[2])

    /// The id of a meeting that does not begin.
    static let missing = Meeting.ID(rawValue: ids[3])
    /// The id of a point that does not exist.
    static let missingPoint = Point.ID(rawValue: ids[4])
    /// A meeting at its start.
    static let empty = meeting(ids[5], title: "Daily “조은” Zoe\u{308} 👩‍👩‍👧\n'; --")
    /// Another meeting at its start, whose content is that of random changes.
    static let other = meeting(ids[6], title: "")

    /// The meeting `empty` with something in every place.
    static let full = {
        var meeting = empty
        meeting.points = [
            Point(
                id: point, attendee: ann, kind: .plan, text: "today the tests", start: .seconds(1), end: .seconds(2),
                maker: .rules, transcript: 1)
        ]
        meeting.updates = [
            WrittenUpdate(
                attendee: bob, text: "on leave", writtenAt: Timestamp(nanosecondsSince1970: 1_767_258_000_000_000_001))
        ]
        for change in changes { meeting.apply(change) }
        return meeting
    }()

    /// A change of each kind, of which some depend on earlier ones.
    static let changes: [MeetingChange] = [
        .turnStarted(ann, at: .zero),
        .attendee(
            MeetingAttendee(
                id: ann, name: "Ann", slot: .seconds(9), used: .seconds(8), overtime: .nanoseconds(1), state: .spoke)),
        .attendee(MeetingAttendee(id: Attendee.ID(rawValue: ids[7]), name: "Cid", slot: .seconds(1), isRemote: true)),
        .paused(at: .seconds(1), reason: .question),
        .resumed(after: .milliseconds(30_001)),
        .paused(at: .seconds(2), reason: .user),
        .turnEnded(at: .seconds(8)),
        .turnStarted(bob, at: .seconds(8)),
        .turnEnded(at: .seconds(8)),
        .turnStarted(bob, at: .seconds(8)),
        .gap(Gap(start: .seconds(3), end: .milliseconds(3400), reason: .device)),
        .gap(Gap(start: .seconds(5), end: .seconds(6), reason: .overload, channel: .call)),
        .recordingRemoved,
        .recording(Recording(fileName: "a.wav", sampleRate: 44_100)),
        .recordingRemoved,
        .recording(Recording(fileName: "a.wav", sampleRate: 44_100, frames: 1_058_400, channels: 2)),
        .utterance(utterance(at: .seconds(5))),
        .utterance(utterance(at: .seconds(1), by: bob, channel: .call, isInterjection: true)),
        .utterance(utterance(at: .seconds(5), by: bob, channel: .room)),
        .transcribed(upTo: .nanoseconds(20_000_000_001)),
        .note("ask Zoe\u{308}\nagain"),
        .note(" "),
        .note("ask Bob"),
        .marks([PassageMark(start: .seconds(1), end: .seconds(2)), PassageMark(start: .seconds(3), end: .seconds(4))]),
        .marks([PassageMark(start: .seconds(9), end: .seconds(10))]),
        .pointState(point, .done),
        .turns([Turn(attendee: bob, start: .zero, end: .seconds(2)), Turn(attendee: ann, start: .seconds(2))]),
        .countdownStep("a step"),
        .countdownSettled,
        .state(.interrupted, duration: .nanoseconds(24_000_000_001)),
        .state(.finished, duration: .nanoseconds(24_000_000_002)),
    ]

    /// A random change, with few values, so that many changes concern the same turn, pause or attendee.
    static func randomChange(using generator: inout SeededGenerator) -> MeetingChange {
        let offset = Duration.milliseconds(Int.random(in: 0...9, using: &generator))
        let number = Int.random(in: 0...3, using: &generator)
        let attendee = Attendee.ID(rawValue: ids[number])
        return switch Int.random(in: 0..<17, using: &generator) {
        case 0: .turnStarted(attendee, at: offset)
        case 1: .turnEnded(at: offset)
        case 2: .attendee(MeetingAttendee(id: attendee, name: "\(offset)", slot: offset, used: offset, state: .spoke))
        case 3: .paused(at: offset, reason: .suspend)
        case 4: .resumed(after: offset)
        case 5: .gap(Gap(start: offset, end: offset + .seconds(1), reason: .overload))
        case 6: .recording(Recording(fileName: "r", sampleRate: 48_000, frames: Int64(number)))
        case 7: .utterance(utterance(at: offset, by: attendee))
        case 8: .transcribed(upTo: offset)
        case 9: .note(offset == .zero ? "" : "\(offset) é")
        case 10: .turns([Turn(attendee: attendee, start: .zero, end: offset), Turn(attendee: ann, start: offset)])
        case 11: .countdownStep("\(offset)")
        case 12: .countdownSettled
        case 13: .pointState(missingPoint, .done)
        case 14: .marks((0..<number).map { PassageMark(start: .seconds($0), end: .seconds($0) + offset) })
        case 15: .recordingRemoved
        default: .state(.live, duration: offset)
        }
    }

    /// An utterance of two words.
    static func utterance(
        at start: Duration, by attendee: Attendee.ID? = nil, channel: AudioChannel? = nil, isInterjection: Bool = false
    ) -> Utterance {
        let middle = start + .nanoseconds(500_000_001)
        return Utterance(
            attendee: attendee ?? ann, start: start, end: start + .seconds(1), text: "use kubectl",
            recognizer: "scripted",
            words: [
                Word(text: "use", start: start, end: middle, confidence: 0.1 + 0.2),
                Word(text: "kubectl", start: middle, end: start + .seconds(1), confidence: 1, heard: "cube “control”"),
            ],
            channel: channel, isInterjection: isInterjection)
    }

    /// Writes a meeting with all changes, and a learned state, and returns the meeting.
    static func write(to journal: any MeetingJournal) throws -> Meeting {
        var meeting = empty
        try journal.begin(meeting)
        try journal.record(changes, in: meeting.id)
        try journal.saveRecognizerState([0.5], for: "mic")
        for change in changes { meeting.apply(change) }
        return meeting
    }

    private static func meeting(_ id: String, title: String) -> Meeting {
        Meeting(
            id: Meeting.ID(rawValue: id), standupID: Standup.ID(rawValue: ids[0]), title: title,
            startedAt: Timestamp(nanosecondsSince1970: 1_767_258_000_000_000_001), language: "en-GB",
            attendees: [
                MeetingAttendee(id: ann, name: "Ann", slot: .nanoseconds(333_333_333_333)),
                MeetingAttendee(id: bob, name: "李小龍", slot: .seconds(1), state: .absent, isRemote: true),
            ])
    }
}
