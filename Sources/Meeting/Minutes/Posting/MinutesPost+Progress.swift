package import MeetingHistory
package import MeetingModel

/// The states of a posting as values; `MinutesPoster` stores them.
extension MinutesPost {
    /// The first delay before another attempt; doubled for each further one.
    private static let firstDelay = Duration.seconds(2)
    /// The maximum delay, unless the server asks for a longer one.
    private static let longestDelay = Duration.seconds(3600)
    /// How long attempts are repeated after the posting was queued.
    private static let patience = Duration.seconds(7 * 86_400)

    /// The number of attempts before it is given up: a clock that is wrong once gives up nothing.
    private static let fewestAttempts = 12

    /// Whether it is to be sent by itself now.
    ///
    /// One that was last changed in the future, by a clock that was wrong, does not wait until then.
    package func isDue(at now: Timestamp) -> Bool { state == .waiting && (dueAt <= now || changedAt > now) }

    /// The posting once an attempt has begun.
    func beginning(points: Int, transaction: String? = nil, at now: Timestamp) -> MinutesPost {
        var post = self
        (post.state, post.attempts, post.changedAt) = (.sending, attempts + 1, now)
        post.points = points
        post.transaction = transaction ?? self.transaction
        post.reason = ""
        return post
    }

    /// The posting after its sender died during an attempt.
    ///
    /// It is not sent again by itself, unless the destination recognizes repeats.
    func interrupted(_ reason: String, recognizesRepeats: Bool, at now: Timestamp) -> MinutesPost {
        recognizesRepeats
            ? ending(with: .later(reason, after: nil), recognizesRepeats: true, at: now)
            : ending(with: .unknown(reason), recognizesRepeats: false, at: now)
    }

    func ending(with outcome: PostOutcome, recognizesRepeats: Bool, at now: Timestamp) -> MinutesPost {
        var post = self
        post.changedAt = now
        switch outcome {
        case .sent: (post.state, post.reason) = (.sent, "")
        case .refused(let reason): (post.state, post.reason) = (.refused, reason)
        case .unknown(let reason) where recognizesRepeats:
            return ending(with: .later(reason, after: nil), recognizesRepeats: true, at: now)
        case .unknown(let reason): (post.state, post.reason) = (.unknown, reason)
        case .later(let reason, _) where queuedAt + Self.patience < now && attempts >= Self.fewestAttempts:
            (post.state, post.reason) = (.refused, PostReason.givenUp.text(["reason": reason]))
        case .later(let reason, let wait):
            let delay = min(Self.firstDelay * (1 << min(max(attempts - 1, 0), 20)), Self.longestDelay)
            (post.state, post.reason) = (.waiting, reason)
            post.dueAt = now + max(delay, wait ?? .zero)
        }
        return post
    }
}
