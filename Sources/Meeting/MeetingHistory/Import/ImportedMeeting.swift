package import MeetingModel

extension Meeting {
    /// The recognizer name of imported utterances.
    package static let importRecognizer = "import"

    /// The attendee for an unknown speaker: the same in all meetings of a standup.
    package static func someone(of standup: Standup.ID) -> Attendee {
        Attendee(id: Attendee.ID(rawValue: standup.rawValue), name: Attendee.someone)
    }

    /// Creates a meeting from a recording, with turns and transcript from a file.
    ///
    /// Each segment of a speaker becomes a turn, joined with that speaker's next segments. A turn ends where the next
    /// one begins, the last at the recording's end: sound between two segments belongs to somebody too. An interjection
    /// is part of the turn in which it was said. Without times there is one turn, of the unknown speaker. The file's
    /// words become the transcript. If it has none, the recording is transcribed later if `isToBeTranscribed`.
    ///
    /// `generator` makes the ids of new attendees. It throws if the times do not fit the recording.
    package init(
        importing id: ID, of standup: Standup, title: String, startedAt: Timestamp, recording: Recording,
        times: SpeakerTimes?, isToBeTranscribed: Bool, using generator: inout some RandomNumberGenerator
    ) throws(ImportError) {
        let length = recording.duration
        var roster = Roster(standup)
        var turns: [Turn] = []
        var transcript: [Utterance] = []
        let segments = times?.segments ?? []
        for (segment, next) in zip(segments, segments.laterStarts) {
            guard segment.start < length else {
                throw ImportError(
                    line: segment.line,
                    "\(segment.start.clockText(.position)) is past the end of the recording, which is \(length.clockText(.position)) long"
                )
            }
            let end = min(segment.end ?? next ?? length, length)
            let interjection = segment.interjection
            let attendee =
                interjection != nil
                ? turns.last?.attendee ?? roster.attendee(nil, using: &generator)
                : segment.attendee.map { roster.add($0) } ?? roster.attendee(segment.speaker, using: &generator)
            if turns.last?.attendee != attendee {
                if let last = turns.indices.last { turns[last].end = segment.start }
                turns.append(Turn(attendee: attendee, start: segment.start, end: length))
            }
            guard !segment.text.isEmpty else { continue }
            transcript.append(
                Utterance(
                    attendee: attendee, start: segment.start, end: end, text: segment.text,
                    recognizer: Self.importRecognizer, words: [], channel: interjection,
                    isInterjection: interjection != nil))
        }
        if times == nil {
            turns = [Turn(attendee: roster.attendee(nil, using: &generator), start: .zero, end: length)]
        }
        // A turn of zero length was interrupted as it started, so it does not count.
        turns.removeAll { $0.end == $0.start && length > .zero }
        self.init(
            id: id, standupID: standup.id, title: title, startedAt: startedAt, state: .finished, duration: length,
            language: standup.language, attendees: roster.parts(turns), turns: turns, recording: recording,
            transcript: transcript, transcribedUpTo: isToBeTranscribed && transcript.isEmpty ? .zero : nil)
    }
}

extension [SpeakerTimes.Segment] {
    /// For each segment, the start of the next one that starts later; nil if there is none.
    fileprivate var laterStarts: [Duration?] {
        var later: [Duration?] = []
        var (start, next): (Duration?, Duration?) = (nil, nil)
        for segment in reversed() {
            if let start, start > segment.start { next = start }
            start = segment.start
            later.append(next)
        }
        return later.reversed()
    }
}

/// The participants: a standup's attendees, and other named speakers.
private struct Roster {
    private let someone: Attendee
    private var attendees: [Attendee]
    /// The first attendee with each name, without regard to case.
    private var byName: [String: Attendee.ID]

    init(_ standup: Standup) {
        attendees = standup.attendees
        someone = Meeting.someone(of: standup.id)
        byName = Dictionary(attendees.map { (Self.key($0.name), $0.id) }) { first, _ in first }
    }

    private static func key(_ name: String) -> String { name.trimmedName.lowercased() }

    /// The attendee with a name, ignoring case; the unknown speaker if there is no name.
    mutating func attendee(_ name: String?, using generator: inout some RandomNumberGenerator) -> Attendee.ID {
        guard let name else {
            return add(someone)
        }
        return byName[Self.key(name)] ?? add(Attendee(id: Attendee.ID(using: &generator), name: name))
    }

    /// Adds an attendee, unless they are there already.
    mutating func add(_ attendee: Attendee) -> Attendee.ID {
        guard !attendees.contains(where: { $0.id == attendee.id }) else { return attendee.id }
        attendees.append(attendee)
        byName[Self.key(attendee.name)] = byName[Self.key(attendee.name)] ?? attendee.id
        return attendee.id
    }

    /// The part of each attendee; the time used also counts as the time given.
    func parts(_ turns: [Turn]) -> [MeetingAttendee] {
        var spoken: [Attendee.ID: Duration] = [:]
        for turn in turns { spoken[turn.attendee, default: .zero] += (turn.end ?? turn.start) - turn.start }
        return attendees.map { attendee in
            let used = spoken[attendee.id] ?? .zero
            return MeetingAttendee(
                id: attendee.id, name: attendee.name, slot: used, used: used,
                state: spoken[attendee.id] == nil ? .waiting : .spoke, isRemote: attendee.isRemote)
        }
    }
}
