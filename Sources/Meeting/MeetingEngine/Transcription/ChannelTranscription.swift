import MeetingModel

/// The transcription of one channel of a running meeting. [engine queue]
struct ChannelTranscription {
    /// The workers, which read the recording behind its writer.
    var workers: TranscriptionWorkers
    /// The partial results that are shown until the final ones arrive.
    var pending: PendingWords
    /// The frame before which all words are final.
    var confirmed: Int64
    /// Whether nothing more follows.
    var isFinished = false
    /// Whether its recognizer failed.
    var hasFailed = false
}
