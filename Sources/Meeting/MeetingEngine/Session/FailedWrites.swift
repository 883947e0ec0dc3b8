/// The kinds of write that fail now, and since when.
struct FailedWrites {
    enum Kind {
        case sound
        /// Syncing the sound to the disk.
        case sync
        case history
    }

    private var present: Set<Kind> = []
    private var since = Duration.zero

    /// Records a failed write from a meeting time on; false if it was already recorded.
    @discardableResult
    mutating func begin(_ kind: Kind, at meetingTime: Duration) -> Bool {
        if present.isEmpty { since = meetingTime }
        return present.insert(kind).inserted
    }

    /// Records that the disk accepts this kind again.
    ///
    /// If no failed writes are left, returns the meeting time of the first.
    mutating func end(_ kind: Kind) -> Duration? {
        guard present.remove(kind) != nil, present.isEmpty else { return nil }
        return since
    }
}
