package import MeetingModel

/// A meeting as `export --format json` gives it; docs/schema/meeting-export-1.json says what each key means.
///
/// It is `meeting --json` without what concerns this machine and this user only: the recording's path and the note.
struct MeetingExportDocument: Encodable {
    /// Which schema it follows; it changes when a key goes or gets another meaning, not when one is added.
    var version = 1
    var id: String
    var standup: MeetingPart.Standup
    var state: String
    var startedAt: String
    var duration: Double
    var language: String
    var attendees: [MeetingPart.Attendee]
    var turns: [MeetingPart.Turn]
    var pauses: [MeetingPart.Pause]
    var gaps: [MeetingPart.Gap]
    var transcript: [MeetingPart.Utterance]

    /// The document of a transcript: turns and utterances are those of its speaker, if it is one's.
    init(_ transcript: MeetingTranscript) {
        let meeting = transcript.meeting.displayed
        id = meeting.id.rawValue
        standup = MeetingPart.Standup(id: meeting.standupID.rawValue, title: meeting.title)
        state = meeting.state.rawValue
        startedAt = transcript.startedAt.iso8601
        duration = meeting.duration.seconds
        language = meeting.language
        attendees = meeting.attendees.map { MeetingPart.Attendee($0, speech: meeting.speech(of: $0.id)) }
        turns = meeting.turns.filter { transcript.speaker == nil || $0.attendee == transcript.speaker }
            .map { MeetingPart.Turn($0, name: meeting.name(of: $0.attendee)) }
        pauses = meeting.pauses.map(MeetingPart.Pause.init)
        gaps = meeting.gaps.map(MeetingPart.Gap.init)
        self.transcript = meeting.transcript
            .filter { transcript.speaker == nil || $0.attendee == transcript.speaker }
            .map { MeetingPart.Utterance($0, name: meeting.name(of: $0.attendee)) }
    }
}

extension Meeting {
    /// How long an attendee was heard to speak.
    package func speech(of attendee: Attendee.ID) -> Duration {
        transcript.reduce(.zero) { $1.attendee == attendee ? $0 + ($1.end - $1.start) : $0 }
    }

    /// The meeting with texts that hold no control characters.
    fileprivate var displayed: Meeting {
        func clean(_ text: String) -> String { DisplayText(text).description }
        return Meeting(
            id: id, standupID: standupID, title: clean(title), startedAt: startedAt, state: state, duration: duration,
            language: clean(language),
            attendees: attendees.map { attendee in
                MeetingAttendee(
                    id: attendee.id, name: clean(attendee.name), slot: attendee.slot, used: attendee.used,
                    overtime: attendee.overtime, state: attendee.state)
            },
            turns: turns, pauses: pauses, gaps: gaps,
            transcript: transcript.map { utterance in
                Utterance(
                    attendee: utterance.attendee, start: utterance.start, end: utterance.end,
                    text: clean(utterance.text), recognizer: clean(utterance.recognizer),
                    words: utterance.words.map {
                        Word(
                            text: clean($0.text), start: $0.start, end: $0.end, confidence: $0.confidence,
                            heard: $0.heard.map(clean))
                    })
            })
    }
}
