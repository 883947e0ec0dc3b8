/// What the disk does not take at present, and since when.
struct Refusals {
    /// What is written in a meeting.
    enum Kind {
        case sound
        case history
    }

    private var present: Set<Kind> = []
    private var since = Duration.zero

    /// The disk refuses something from a meeting time on.
    mutating func begin(_ kind: Kind, at meetingTime: Duration) {
        if present.isEmpty { since = meetingTime }
        present.insert(kind)
    }

    /// The disk takes it again; gives since when it has not taken everything, if it takes everything now.
    mutating func end(_ kind: Kind) -> Duration? {
        guard present.remove(kind) != nil, present.isEmpty else { return nil }
        return since
    }
}
