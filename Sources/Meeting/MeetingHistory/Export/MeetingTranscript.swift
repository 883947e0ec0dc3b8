public import MeetingModel

/// A transcript to export: a whole meeting's, or one attendee's part.
///
/// No format contains the private note.
public struct MeetingTranscript {
    /// The meeting.
    public let meeting: Meeting
    /// The attendee whose part it is; nil for all.
    public let speaker: Attendee.ID?
    /// The start of the meeting, in the reader's time zone.
    package let startedAt: LocalTime

    package init(of meeting: Meeting, speaker: Attendee.ID? = nil, startedAt: LocalTime) {
        self.meeting = meeting
        self.speaker = speaker
        self.startedAt = startedAt
    }

    /// Creates the transcript of a meeting, or of one attendee's part, with times in the zone of `TZ` or the system.
    public init(of meeting: Meeting, speaker: Attendee.ID? = nil) {
        self.init(of: meeting, speaker: speaker, startedAt: LocalTime(meeting.startedAt))
    }

    /// The whole file, with the line endings of the format.
    public func text(as format: TranscriptFormat) throws -> String {
        switch format {
        case .txt: plainText
        case .md: markdown
        case .srt: subRip
        case .vtt: webVTT
        case .json: try JSONText.text(of: MeetingDocument(self)) + "\n"
        case .csv: csv
        }
    }
}

extension Meeting {
    /// A line that says that those on a call were recorded; nil without a call.
    package var recordedSides: String? {
        recording?.channels == 2 ? "Recorded: the room and the call" : nil
    }
}

extension MeetingTranscript {
    /// The utterances, in order of their start.
    var utterances: [Utterance] {
        guard let speaker else { return meeting.transcript }
        return meeting.transcript.filter { $0.speaker == .attendee(speaker) }
    }

    /// The points, in order of their start.
    var points: [Point] {
        meeting.points.filter { speaker == nil || $0.attendee == speaker }
    }

    /// What attendees wrote, in their order.
    var updates: [WrittenUpdate] {
        meeting.updates.filter { speaker == nil || $0.attendee == speaker }
    }

    /// The title as one line.
    var title: String { DisplayText(meeting.title).description }

    /// The name of who said an utterance, as one line; in brackets if it is a side of the call.
    func name(of utterance: Utterance) -> String {
        DisplayText(meeting.speakerLabel(of: utterance)).description
    }

    /// The names of the attendees who spoke.
    var participants: [String] {
        meeting.attendees.filter { $0.state == .spoke }.map { DisplayText($0.name).description }
    }

    /// The runs of consecutive utterances by one speaker; the name says if the speaker was recognized by voice.
    var segments: [(name: String, utterances: [Utterance])] {
        var segments: [(name: String, utterances: [Utterance])] = []
        for utterance in utterances {
            if segments.last?.utterances.last.map(utterance.isSpokenLike) != true {
                segments.append((name(of: utterance) + (utterance.isByVoice ? " (by voice)" : ""), []))
            }
            segments[segments.count - 1].utterances.append(utterance)
        }
        return segments
    }
}
