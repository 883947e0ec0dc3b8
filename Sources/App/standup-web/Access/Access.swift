#if Web
import MeetingHistory
import MeetingModel
import MeetingSocket
import Synchronization
import Web

/// Who may use the server: opens links, and recognizes browsers by their cookies. [any thread; waits for the disk]
final class Access: Sendable {
    private let invitations: InvitationStore
    private let history: WebHistory
    private let meetings: MeetingEnds
    private let standups: KnownStandups
    private let attempts = Mutex(AttemptLimit())

    init(invitations: InvitationStore, history: WebHistory) {
        self.invitations = invitations
        self.history = history
        meetings = MeetingEnds(history: history)
        standups = KnownStandups(history: history)
    }

    /// A browser that was let in.
    struct Opened: Sendable {
        /// The new cookie; nil for a browser that has one of this invitation.
        let cookie: Secret?
        let visitor: Visitor
    }

    /// Opens a link for a browser with its cookies, at an address.
    ///
    /// Wrong links from an address do not keep out others with a right one: a secret cannot be guessed at any speed.
    func open(_ text: String, cookies: [String], from client: String) throws -> Opened {
        // Most wrong links need no lock.
        guard let secret = try Secret(text)?.digest,
            let known = try invitations.book().invitations.first(where: { $0.secret == secret })
        else { throw refusal(of: client) }
        if let visitor = try visitor(cookies: cookies), visitor.invitation.id == known.id {
            return Opened(cookie: nil, visitor: visitor)
        }
        let cookie = Secret()
        let cookieDigest = try cookie.digest
        let invitation = try invitations.change { book in
            // Not from what is remembered: a link ends with its meeting at once.
            try book.open(secret, cookie: cookieDigest, at: .now, meetingEnd: history.store.firstEnd)
        }.get()
        attempts.withLock { $0.succeed(client) }
        return Opened(cookie: cookie, visitor: Visitor(invitation: invitation, cookie: cookieDigest))
    }

    /// Counts a wrong link, and returns the answer to it.
    private func refusal(of client: String) -> any Error {
        let now = ContinuousClock.now - Self.start
        return attempts.withLock { attempts in
            guard let wait = attempts.wait(of: client, at: now) else {
                attempts.fail(client, at: now)
                return InvitationRefused(reason: .unknown)
            }
            var refusal = Refusal(429, "too many wrong links; wait")
            refusal.retryAfter = Int((wait + .milliseconds(999)).components.seconds)
            return refusal
        }
    }

    /// The visitor whose browser has these cookies, of several that are let in that of the last; nil if there is none, or
    /// the invitation has ended.
    func visitor(cookies: [String]) throws -> Visitor? {
        for text in cookies.reversed() {
            guard let cookie = try Secret(text)?.digest else { continue }
            let invitation = try invitations.book().invitation(of: cookie, at: .now, meetingEnd: meetings.end)
            if let invitation { return Visitor(invitation: invitation, cookie: cookie) }
        }
        return nil
    }

    /// Whether a visitor may still follow a standup: the invitation lasts, and nobody has deleted the standup.
    func lasts(_ visitor: Visitor, for standup: Standup.ID) throws -> Bool {
        guard standups.contains(standup) else { return false }
        return try invitations.book().invitation(of: visitor.cookie, at: .now, meetingEnd: meetings.end) != nil
    }

    private static let start = ContinuousClock.now
}

/// Which standups there are, remembered for a second.
private final class KnownStandups: Sendable {
    private let history: WebHistory
    private let known = Mutex<(ids: Set<Standup.ID>, until: ContinuousClock.Instant)?>(nil)

    init(history: WebHistory) {
        self.history = history
    }

    /// Whether there is a standup; true while the history cannot be read.
    func contains(_ standup: Standup.ID) -> Bool {
        let now = ContinuousClock.now
        if let (ids, until) = known.withLock({ $0 }), now < until { return ids.contains(standup) }
        guard let standups = try? history.store.standups() else { return true }
        let ids = Set(standups.map(\.id))
        known.withLock { $0 = (ids, now + .seconds(1)) }
        return ids.contains(standup)
    }
}

/// When meetings of standups ended, remembered; that none has, for a second.
private final class MeetingEnds: Sendable {
    private struct Key: Hashable {
        let standup: Standup.ID
        let after: Timestamp
    }

    private let history: WebHistory
    private let known = Mutex<[Key: (end: Timestamp?, until: ContinuousClock.Instant)]>([:])

    init(history: WebHistory) {
        self.history = history
    }

    func end(_ standup: Standup.ID, after instant: Timestamp) throws -> Timestamp? {
        let key = Key(standup: standup, after: instant)
        let now = ContinuousClock.now
        if let (end, until) = known.withLock({ $0[key] }), end != nil || now < until { return end }
        let end = try history.store.firstEnd(of: standup, after: instant)
        known.withLock { known in
            if known.count >= 1000 { known.removeAll() }
            known[key] = (end, now + .seconds(1))
        }
        return end
    }
}
#endif
