extension Schema {
    /// The deletions whose words may still be in the files, the fifth version.
    ///
    /// A row is written with the deletion and removed once the log is empty. Its number is random: one that was seen is
    /// never that of a later deletion.
    static let pendingErasures = """
        CREATE TABLE pending_erasure (
            number INTEGER PRIMARY KEY
        ) STRICT;
        """
}
