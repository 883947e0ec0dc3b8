extension Schema {
    /// What was done to the countdowns of meetings that have not ended, the fourth version.
    static let countdownSteps = """
        CREATE TABLE countdown_step (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            step TEXT NOT NULL
        ) STRICT;
        CREATE INDEX countdown_step_by_meeting ON countdown_step (meeting);
        """
}
