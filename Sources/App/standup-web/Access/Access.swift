#if Web
import MeetingAccess
import MeetingHistory
import MeetingInvitations
import MeetingModel
import Synchronization
import WebGuard

/// Who may use the server: opens links, and recognises browsers by their cookies. [any thread; waits for the disk]
final class Access: Sendable {
    private let invitations: InvitationStore
    private let meetings: MeetingEnds
    private let attempts = Mutex(AttemptLimit())

    init(invitations: InvitationStore, history: WebHistory) {
        self.invitations = invitations
        meetings = MeetingEnds(history: history)
    }

    /// A browser that was let in.
    struct Opened: Sendable {
        let cookie: Secret
        let invitation: Invitation
    }

    /// Opens a link for a browser at an address.
    func open(_ text: String, from client: String) throws -> Opened {
        let now = ContinuousClock.now - Self.start
        if let wait = attempts.withLock({ $0.wait(of: client, at: now) }) {
            var refusal = Refusal(429, "too many wrong links; wait")
            refusal.retryAfter = Int((wait + .milliseconds(999)).components.seconds)
            throw refusal
        }
        let cookie = Secret()
        let cookieDigest = try cookie.digest
        let result: Result<Invitation, InvitationRefused>
        if let secret = Secret(text) {
            let digest = try secret.digest
            // Most wrong links need no lock.
            if try invitations.book().invitations.contains(where: { $0.secret == digest }) {
                result = try invitations.change { book in
                    try book.open(digest, cookie: cookieDigest, at: .now, meetingEnded: meetings.ended)
                }
            } else {
                result = .failure(InvitationRefused(reason: .unknown))
            }
        } else {
            result = .failure(InvitationRefused(reason: .unknown))
        }
        switch result {
        case .success(let invitation):
            attempts.withLock { $0.succeed(client) }
            return Opened(cookie: cookie, invitation: invitation)
        case .failure(let refused):
            if refused.reason == .unknown { attempts.withLock { $0.fail(client, at: now) } }
            throw refused
        }
    }

    /// The visitor whose browser has this cookie; nil if it has none, or the invitation has ended.
    func visitor(cookie text: String) throws -> Visitor? {
        guard let cookie = try Secret(text)?.digest else { return nil }
        return try invitations.book().invitation(of: cookie, at: .now, meetingEnded: meetings.ended)
            .map { Visitor(invitation: $0, cookie: cookie) }
    }

    /// Whether the invitation of a visitor still lasts.
    func lasts(_ visitor: Visitor) throws -> Bool {
        try invitations.book().invitation(of: visitor.cookie, at: .now, meetingEnded: meetings.ended) != nil
    }

    private static let start = ContinuousClock.now
}

/// Whether standups had meetings that ended, remembered for a second.
private final class MeetingEnds: Sendable {
    private struct Key: Hashable {
        let standup: Standup.ID
        let after: Timestamp
    }

    private let history: WebHistory
    private let known = Mutex<[Key: (ended: Bool, until: ContinuousClock.Instant)]>([:])

    init(history: WebHistory) {
        self.history = history
    }

    func ended(_ standup: Standup.ID, after instant: Timestamp) throws -> Bool {
        let key = Key(standup: standup, after: instant)
        let now = ContinuousClock.now
        if let (ended, until) = known.withLock({ $0[key] }), ended || now < until { return ended }
        let ended = try history.store.hasMeeting(of: standup, endedAfter: instant)
        known.withLock { known in
            if known.count >= 1000 { known.removeAll() }
            known[key] = (ended, now + .seconds(1))
        }
        return ended
    }
}
#endif
