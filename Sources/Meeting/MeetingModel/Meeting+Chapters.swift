extension Meeting {
    /// The length below which a turn is no chapter: it was skipped before anybody could speak.
    package static let shortestChapter = Duration.seconds(1)

    /// The turns that are chapters of the recording, in order; one that is open lasts as long as the meeting.
    package var chapters: [Turn] {
        turns.filter { ($0.end ?? duration) - $0.start >= Self.shortestChapter }
    }

    /// The pauses that people are told of: an open question stops the countdown too, but nobody took a break.
    package var breaks: [Pause] {
        pauses.filter { $0.reason != .question }
    }
}
