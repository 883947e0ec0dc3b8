package import MeetingModel

extension Meeting {
    /// The name of the recogniser of what was not recognised here, but brought in.
    package static let broughtIn = "import"

    /// Whoever speaks where nobody knows who: the same for all meetings of a standup.
    package static func someone(of standup: Standup.ID) -> Attendee {
        Attendee(id: Attendee.ID(rawValue: standup.rawValue), name: "Someone")
    }

    /// A meeting made of a recording, with its turns and transcript as a file says them.
    ///
    /// Each stretch of a speaker is a turn, joined with those that follow it; it ends where the next one begins, the last
    /// where the recording does: what is heard between two stretches is somebody's too. Without times there is one turn,
    /// of someone. What is said becomes the transcript; where nothing is said, the recording is
    /// to be transcribed if `isToBeTranscribed`.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - standup: The standup it is a meeting of, with those who are known.
    ///   - title: Its title.
    ///   - startedAt: When it was.
    ///   - recording: The recording.
    ///   - times: Who spoke when.
    ///   - isToBeTranscribed: Whether a recogniser is to hear it.
    ///   - generator: What the ids of those who are not known come from.
    /// - Throws: Where the times do not fit the recording.
    package init(
        bringingIn id: ID, of standup: Standup, title: String, startedAt: Timestamp, recording: Recording,
        times: SpeakerTimes?, isToBeTranscribed: Bool, using generator: inout some RandomNumberGenerator
    ) throws(ImportError) {
        let length = recording.duration
        var roster = Roster(standup)
        var turns: [Turn] = []
        var transcript: [Utterance] = []
        for (index, stretch) in (times?.stretches ?? []).enumerated() {
            guard stretch.start < length else {
                throw ImportError(
                    line: stretch.line,
                    "\(stretch.start.clockText(.position)) is past the end of the recording, which is \(length.clockText(.position)) long"
                )
            }
            let next = times?.stretches.dropFirst(index + 1).first { $0.start > stretch.start }?.start
            let end = min(stretch.end ?? next ?? length, length)
            let attendee = roster.attendee(stretch.speaker, using: &generator)
            if turns.last?.attendee != attendee {
                if let last = turns.indices.last { turns[last].end = stretch.start }
                turns.append(Turn(attendee: attendee, start: stretch.start, end: length))
            }
            guard !stretch.text.isEmpty else { continue }
            transcript.append(
                Utterance(
                    attendee: attendee, start: stretch.start, end: end, text: stretch.text,
                    recognizer: Self.broughtIn, words: []))
        }
        if times == nil {
            turns = [Turn(attendee: roster.attendee(nil, using: &generator), start: .zero, end: length)]
        }
        // One who was interrupted at the moment of beginning had no turn.
        turns.removeAll { $0.end == $0.start && length > .zero }
        self.init(
            id: id, standupID: standup.id, title: title, startedAt: startedAt, state: .finished, duration: length,
            language: standup.language, attendees: roster.parts(turns), turns: turns, recording: recording,
            transcript: transcript, transcribedUpTo: isToBeTranscribed && transcript.isEmpty ? .zero : nil)
    }
}

/// Those who take part: the attendees of a standup, and whoever else is named.
private struct Roster {
    private let someone: Attendee
    private var attendees: [Attendee]

    init(_ standup: Standup) {
        attendees = standup.attendees
        someone = Meeting.someone(of: standup.id)
    }

    /// The attendee of a name, in any case; someone for none.
    mutating func attendee(_ name: String?, using generator: inout some RandomNumberGenerator) -> Attendee.ID {
        guard let name else {
            if !attendees.contains(someone) { attendees.append(someone) }
            return someone.id
        }
        let wanted = name.lowercased()
        if let known = attendees.first(where: { $0.name.trimmedName.lowercased() == wanted }) { return known.id }
        let attendee = Attendee(id: Attendee.ID(using: &generator), name: name)
        attendees.append(attendee)
        return attendee.id
    }

    /// Each one's part; the time that was used counts as the time that was given.
    func parts(_ turns: [Turn]) -> [MeetingAttendee] {
        attendees.map { attendee in
            let own = turns.filter { $0.attendee == attendee.id }
            let used = own.reduce(Duration.zero) { $0 + (($1.end ?? $1.start) - $1.start) }
            return MeetingAttendee(
                id: attendee.id, name: attendee.name, slot: used, used: used, state: own.isEmpty ? .waiting : .spoke)
        }
    }
}
