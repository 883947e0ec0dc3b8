import MeetingModel

/// The transcription of one channel of a running meeting. [engine queue]
struct ChannelTranscription {
    /// The workers, which read the recording behind its writer.
    var workers: TranscriptionWorkers
    /// The partial results that are shown until the final ones arrive.
    var pending: PendingWords
    /// What the recognizers learned in earlier meetings; nil if that is not kept.
    let learned: MeetingSession.LearnedStates?
    /// The frame before which all words are final.
    var confirmed: Int64
    var isFinished = false
    var hasFailed = false
}
