/// What the disk does not take at present, and since when.
struct Refusals {
    /// What is written in a meeting.
    enum Kind {
        case sound
        /// Its word that it has the sound.
        case confirmation
        case history
    }

    private var present: Set<Kind> = []
    private var since = Duration.zero

    /// The disk refuses something from a meeting time on; false if it has refused it before.
    @discardableResult
    mutating func begin(_ kind: Kind, at meetingTime: Duration) -> Bool {
        if present.isEmpty { since = meetingTime }
        return present.insert(kind).inserted
    }

    /// The disk takes it again; gives since when it has not taken everything, if it takes everything now.
    mutating func end(_ kind: Kind) -> Duration? {
        guard present.remove(kind) != nil, present.isEmpty else { return nil }
        return since
    }
}
