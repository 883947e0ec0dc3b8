extension Schema {
    /// The transcripts that meetings are still to get from speech servers, a part of the third version.
    ///
    /// `key` is what the words depend on, `recognizer` the name of the transcript to be, `transcript` its number once
    /// there is anything in it, and `up_to` the meeting time in nanoseconds before which everything has come.
    static let queuedTranscripts = """
        CREATE TABLE queued_transcript (
            meeting INTEGER PRIMARY KEY REFERENCES meeting ON DELETE CASCADE,
            recognizer TEXT NOT NULL,
            key TEXT NOT NULL,
            up_to INTEGER NOT NULL,
            transcript INTEGER
        ) STRICT;
        """
}
