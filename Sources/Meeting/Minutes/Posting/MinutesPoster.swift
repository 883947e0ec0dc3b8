package import MeetingHistory
package import MeetingModel

/// Queues the minutes of meetings for their destinations, and sends what is due. [any thread]
///
/// The queue is in the history. A lock and a claim in the history keep two programs from sending the same minutes. A
/// posting whose program died while sending is not sent again by itself, unless its destination recognizes repeats.
package struct MinutesPoster: Sendable {
    package typealias Store = PostStore & PointStore & MeetingJournal

    package struct Attempt: Sendable {
        /// The meeting, with its points.
        package let meeting: Meeting
        package let destination: PostDestination
        /// Identifies the message.
        package let transaction: String
    }

    private let store: any Store
    private let folder: DataFolder
    private let destinations: @Sendable (Meeting) -> [PostDestination]
    private let send: @Sendable (Attempt) -> PostOutcome

    /// How old a meeting may be to be queued by itself.
    private static let age = Duration.seconds(7 * 86_400)

    package init(
        in store: any Store, folder: DataFolder, destinations: @escaping @Sendable (Meeting) -> [PostDestination],
        send: @escaping @Sendable (Attempt) -> PostOutcome
    ) {
        self.store = store
        self.folder = folder
        self.destinations = destinations
        self.send = send
    }

    /// Queues the minutes of a meeting that has just become complete, for each destination that has no posting of it.
    package func queue(_ id: Meeting.ID, at now: Timestamp) throws {
        guard let meeting = try store.meeting(id), meeting.startedAt + Self.age >= now else { return }
        for destination in destinations(meeting) {
            _ = try store.save(Self.new(of: id, to: destination, at: now), replacing: nil)
        }
    }

    /// Sends what is due, of the meetings whose minutes are ready.
    ///
    /// - Returns: The postings that were attempted, as they are now.
    package func sendDue(
        at now: @Sendable () -> Timestamp, where isReady: (Meeting.ID) throws -> Bool
    ) throws -> [MinutesPost] {
        var attempted: [MinutesPost] = []
        let open = try store.posts(of: nil).filter { $0.isDue(at: now()) || $0.state == .sending }
        var seen: Set<Meeting.ID> = []
        for id in open.map(\.meeting) where seen.insert(id).inserted {
            guard try isReady(id), let meeting = try store.meeting(id) else { continue }
            let names = Set(open.filter { $0.meeting == id }.map(\.destination))
            for destination in destinations(meeting) where names.contains(destination.name) {
                let post = try attempt(id, to: destination, isManual: false, now: now) { post in
                    post.isDue(at: now()) ? post.transaction : nil
                }
                if let post { attempted.append(post) }
            }
        }
        return attempted
    }

    /// Sends the minutes of a meeting to a destination now.
    ///
    /// What was sent, or may have been, is sent only with `again`. Minutes that were sent get a new transaction id, so
    /// that Matrix shows them twice; those whose answer was lost keep theirs, so that it shows them once.
    ///
    /// - Returns: The posting as it is now; nil if another process is sending it.
    package func post(
        _ meeting: Meeting, to destination: PostDestination, again: Bool, now: @Sendable () -> Timestamp
    ) throws -> MinutesPost? {
        _ = try store.save(Self.new(of: meeting.id, to: destination, at: now()), replacing: nil)
        return try attempt(meeting.id, to: destination, isManual: true, now: now) { post in
            switch post.state {
            case .waiting, .refused: post.transaction
            case .unknown where again && destination.service.recognizesRepeats: post.transaction
            case .unknown, .sent: again ? Self.newTransaction() : nil
            case .sending: nil
            }
        }
    }

    /// Makes one attempt under the meeting's lock, if the posting is to be sent with a transaction id.
    private func attempt(
        _ id: Meeting.ID, to destination: PostDestination, isManual: Bool, now: @Sendable () -> Timestamp,
        transaction: (MinutesPost) -> String?
    ) throws -> MinutesPost? {
        guard let lock = try LiveLock.acquire("post-\(id)", in: folder) else { return nil }
        defer { lock.release() }
        func stored() throws -> MinutesPost? {
            try store.posts(of: id).first { $0.destination == destination.name }
        }
        let repeats = destination.service.recognizesRepeats
        // Nobody else holds the lock, so its sender has died.
        if let post = try stored(), post.state == .sending {
            let reason = PostReason.programEnded.text()
            _ = try store.save(post.interrupted(reason, recognizesRepeats: repeats, at: now()), replacing: post)
        }
        guard let post = try stored(), let transaction = transaction(post) else { return try stored() }
        let points = try store.currentPoints(of: id)?.number ?? 0
        var claimed = post.beginning(points: points, transaction: transaction, at: now())
        // Attempts go on by themselves for a week after the user's.
        if isManual { claimed.queuedAt = claimed.changedAt }
        guard try store.save(claimed, replacing: post) else { return nil }
        let meeting: Meeting?
        do {
            // Its points may have changed since the caller read it.
            meeting = try store.meeting(id)
        } catch {
            _ = try store.save(post, replacing: claimed)
            throw error
        }
        // Deleted, with its postings.
        guard let meeting else { return nil }
        let outcome = send(Attempt(meeting: meeting, destination: destination, transaction: transaction))
        let ended = claimed.ending(with: outcome, recognizesRepeats: repeats, at: now())
        _ = try store.save(ended, replacing: claimed)
        return ended
    }

    private static func new(of meeting: Meeting.ID, to destination: PostDestination, at now: Timestamp) -> MinutesPost {
        MinutesPost(meeting: meeting, destination: destination.name, queuedAt: now, transaction: newTransaction())
    }

    private static func newTransaction() -> String {
        var generator = SystemRandomNumberGenerator()
        return Meeting.ID(using: &generator).rawValue
    }
}
