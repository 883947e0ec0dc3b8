package import MeetingModel

/// The formats in which a transcript can be handed on.
package enum TranscriptFormat: String, CaseIterable, Hashable, Sendable {
    /// Plain text by speaker, with times.
    case txt
    /// Markdown: a heading, a table of attendees, a section for each stretch of one speaker.
    case md
    /// SubRip subtitles.
    case srt
    /// WebVTT subtitles, with a voice for each speaker.
    case vtt
    /// The meeting as one JSON document, with the times of every word.
    case json
    /// A table by RFC 4180, one row for each utterance.
    case csv
}

/// A transcript that is to be handed on: a meeting's, or one attendee's part of it.
///
/// The private note is in none of the formats.
package struct MeetingTranscript {
    /// The meeting.
    package let meeting: Meeting
    /// Whose part; nil is everyone's.
    package let speaker: Attendee.ID?
    /// When the meeting started, on the clock of whoever reads it.
    package let startedAt: LocalTime

    /// A meeting's transcript, or one attendee's part of it.
    package init(of meeting: Meeting, speaker: Attendee.ID? = nil, startedAt: LocalTime) {
        self.meeting = meeting
        self.speaker = speaker
        self.startedAt = startedAt
    }

    /// The whole file; lines end as the format wants them.
    package func text(as format: TranscriptFormat) throws -> String {
        switch format {
        case .txt: plainText
        case .md: markdown
        case .srt: subRip
        case .vtt: webVTT
        case .json: try JSONText.text(of: MeetingExportDocument(self)) + "\n"
        case .csv: csv
        }
    }
}

extension MeetingTranscript {
    /// The utterances, in order of their start.
    var utterances: [Utterance] {
        meeting.transcript.filter { speaker == nil || $0.attendee == speaker }
    }

    /// The title in one line.
    var title: String { DisplayText(meeting.title).description }

    /// An attendee's name in one line.
    func name(of attendee: Attendee.ID) -> String {
        DisplayText(meeting.name(of: attendee)).description
    }

    /// The names of those who spoke.
    var participants: [String] {
        meeting.attendees.filter { $0.state == .spoke }.map { DisplayText($0.name).description }
    }

    /// Utterances that one speaker made one after the other.
    var stretches: [(name: String, utterances: [Utterance])] {
        var stretches: [(name: String, utterances: [Utterance])] = []
        var last: Attendee.ID?
        for utterance in utterances {
            if utterance.attendee != last { stretches.append((name(of: utterance.attendee), [])) }
            stretches[stretches.count - 1].utterances.append(utterance)
            last = utterance.attendee
        }
        return stretches
    }
}
