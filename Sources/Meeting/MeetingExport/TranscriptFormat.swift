package import MeetingModel

/// The export formats of a transcript.
package enum TranscriptFormat: String, CaseIterable, Hashable, Sendable {
    /// Plain text by speaker, with times.
    case txt
    /// Markdown: a heading, a table of attendees, a section for each run of utterances by one speaker.
    case md
    /// SubRip subtitles.
    case srt
    /// WebVTT subtitles, with a voice for each speaker.
    case vtt
    /// The meeting as one JSON document, with the times of each word.
    case json
    /// A table as in RFC 4180, one row per utterance.
    case csv
}

/// A transcript to export: a whole meeting's, or one attendee's part.
///
/// No format contains the private note.
package struct MeetingTranscript {
    /// The meeting.
    package let meeting: Meeting
    /// The attendee whose part it is; nil for all.
    package let speaker: Attendee.ID?
    /// The start of the meeting, in the reader's time zone.
    package let startedAt: LocalTime

    /// Creates the transcript of a meeting, or of one attendee's part.
    package init(of meeting: Meeting, speaker: Attendee.ID? = nil, startedAt: LocalTime) {
        self.meeting = meeting
        self.speaker = speaker
        self.startedAt = startedAt
    }

    /// The whole file, with the line endings of the format.
    package func text(as format: TranscriptFormat) throws -> String {
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

extension MeetingTranscript {
    /// The utterances, in order of their start.
    var utterances: [Utterance] {
        meeting.transcript.filter { speaker == nil || $0.attendee == speaker }
    }

    /// The title as one line.
    var title: String { DisplayText(meeting.title).description }

    /// An attendee's name as one line.
    func name(of attendee: Attendee.ID) -> String {
        DisplayText(meeting.name(of: attendee)).description
    }

    /// The names of the attendees who spoke.
    var participants: [String] {
        meeting.attendees.filter { $0.state == .spoke }.map { DisplayText($0.name).description }
    }

    /// The runs of consecutive utterances by one speaker.
    var segments: [(name: String, utterances: [Utterance])] {
        var segments: [(name: String, utterances: [Utterance])] = []
        var last: Attendee.ID?
        for utterance in utterances {
            if utterance.attendee != last { segments.append((name(of: utterance.attendee), [])) }
            segments[segments.count - 1].utterances.append(utterance)
            last = utterance.attendee
        }
        return segments
    }
}
