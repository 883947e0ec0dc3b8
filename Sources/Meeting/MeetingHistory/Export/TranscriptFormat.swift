/// The export formats of a transcript.
public enum TranscriptFormat: String, CaseIterable, Hashable, Sendable {
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
