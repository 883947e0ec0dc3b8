extension Meeting {
    /// The shortest turn that is a chapter: shorter turns were skipped before anybody could speak.
    static let shortestChapter = Duration.seconds(1)

    /// The turns that are chapters of the recording, in order; an open turn lasts until the end of the meeting.
    package var chapters: [Turn] {
        turns.filter { ($0.end ?? duration) - $0.start >= Self.shortestChapter }
    }

    /// The pauses to show: without questions, which stop the countdown but are not breaks.
    package var breaks: [Pause] {
        pauses.filter { $0.reason != .question }
    }
}
