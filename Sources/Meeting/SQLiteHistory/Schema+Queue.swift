extension Schema {
    /// The transcripts that meetings are still to get from speech servers, a part of the third version.
    static let queuedTranscripts = """
        CREATE TABLE queued_transcript (
            meeting INTEGER PRIMARY KEY REFERENCES meeting ON DELETE CASCADE,
            draft TEXT NOT NULL
        ) STRICT;
        """
}
