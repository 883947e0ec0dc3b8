import MeetingModel
import MeetingSocket
import Testing

@testable import Web

struct `The book of invitations` {
    private let standup = Standup.ID(rawValue: "daily")
    private let start = Timestamp(nanosecondsSince1970: 1_000_000_000_000)

    private func invitation(
        _ id: String = "1", secret: String = "link", until: Duration? = .seconds(3600)
    ) -> Invitation {
        Invitation(
            id: Invitation.ID(rawValue: id), secret: SecretDigest(rawValue: secret), standup: standup, name: "Ann",
            role: .speak, createdAt: start, until: until.map { start + $0 })
    }

    private func never(_: Standup.ID, _: Timestamp) -> Timestamp? { nil }

    private func open(
        _ book: inout InvitationBook, _ secret: String = "link", cookie: String = "cookie", after: Duration = .zero,
        ended: ((Standup.ID, Timestamp) -> Timestamp?)? = nil
    ) -> InvitationBook.Refusal? {
        let result = book.open(
            SecretDigest(rawValue: secret), cookie: SecretDigest(rawValue: cookie), at: start + after,
            meetingEnd: ended ?? never)
        if case .failure(let refused) = result { return refused.reason } else { return nil }
    }

    private func owner(
        of cookie: String, in book: InvitationBook, after: Duration = .zero,
        ended: InvitationBook.MeetingEnd? = nil
    ) throws -> String? {
        try book.invitation(
            of: SecretDigest(rawValue: cookie), at: start + after, meetingEnd: ended ?? never)?.id.rawValue
    }

    @Test func `A link opens in several browsers until it ends`() throws {
        var book = InvitationBook()
        try book.add(invitation())
        #expect(open(&book, cookie: "a") == nil)
        #expect(open(&book, cookie: "b", after: .seconds(3599)) == nil)
        #expect(open(&book, cookie: "c", after: .seconds(3600)) == .ended)
        #expect(open(&book, "other", cookie: "d") == .unknown)
        #expect(try owner(of: "b", in: book, after: .seconds(3599)) == "1")
        #expect(try owner(of: "b", in: book, after: .seconds(3600)) == nil)
        #expect(try owner(of: "link", in: book) == nil)
        #expect(book.invitations.first?.opened == 2)
    }

    @Test func `The owner's link opens once, within an hour`() throws {
        var book = InvitationBook()
        try book.add(
            Invitation(owner: Invitation.ID(rawValue: "1"), secret: SecretDigest(rawValue: "a"), createdAt: start))
        try book.add(
            Invitation(owner: Invitation.ID(rawValue: "2"), secret: SecretDigest(rawValue: "b"), createdAt: start))
        #expect(open(&book, "a", cookie: "x") == nil)
        #expect(open(&book, "a", cookie: "y") == .used)
        #expect(open(&book, "b", cookie: "z", after: Invitation.ownerLinkLength) == .ended)
        #expect(try owner(of: "x", in: book, after: .seconds(29 * 86400)) == "1")
        #expect(try owner(of: "x", in: book, after: Invitation.ownerLength) == nil)
        book.removeEnded(at: start + Invitation.ownerLinkLength, meetingEnd: never)
        #expect(book.invitations.map(\.id.rawValue) == ["1"])
    }

    @Test func `An invitation without a date ends with the first meeting that ends after it was created`() throws {
        var book = InvitationBook()
        try book.add(invitation(until: nil))
        _ = open(&book)
        #expect(try owner(of: "cookie", in: book, after: .seconds(1_000_000)) == "1")
        var asked: [(Standup.ID, Timestamp)] = []
        func ended(_ standup: Standup.ID, _ instant: Timestamp) -> Timestamp? {
            asked.append((standup, instant))
            return start + .seconds(60)
        }
        #expect(open(&book, cookie: "late", after: .seconds(60), ended: ended) == .ended)
        let last = .seconds(60) + InvitationBook.farewell
        #expect(try owner(of: "cookie", in: book, after: last - .seconds(1), ended: ended) == "1", "a farewell")
        #expect(try owner(of: "cookie", in: book, after: last, ended: ended) == nil)
        #expect(asked.allSatisfy { $0 == (standup, start) })
    }

    @Test func `What is revoked signs its browsers out, and no others`() throws {
        var book = InvitationBook()
        try book.add(invitation("1", secret: "a"))
        try book.add(invitation("2", secret: "b"))
        _ = open(&book, "a", cookie: "x")
        _ = open(&book, "b", cookie: "y")
        let revoked = (0..<2).map { _ in book.revoke(Invitation.ID(rawValue: "1")) }
        #expect(revoked == [true, false])
        #expect(try owner(of: "x", in: book) == nil)
        #expect(try owner(of: "y", in: book) == "2")
        #expect(book.sessions.count == 1)
    }

    @Test func `The book has limits`() throws {
        var book = InvitationBook()
        for number in 0..<InvitationBook.limit { try book.add(invitation("\(number)", secret: "\(number)")) }
        #expect(throws: InvitationError.tooMany(limit: InvitationBook.limit)) { try book.add(invitation("more")) }
        for number in 0..<InvitationBook.browserLimit { #expect(open(&book, "0", cookie: "\(number)") == nil) }
        #expect(open(&book, "0", cookie: "more") == .full)
    }
}

struct `A secret` {
    @Test func `has 256 random bits as 43 characters of a URL`() throws {
        let secrets = (0..<1000).map { _ in Secret() }
        #expect(Set(secrets).count == 1000)
        for secret in secrets {
            #expect(Secret(secret.text) == secret)
            #expect(secret.text.utf8.count == 43)
        }
        for place in 0..<43 { #expect(Set(secrets.map { Array($0.text.utf8)[place] }).count > 8) }
    }

    @Test(arguments: [
        "", "a", String(repeating: "a", count: 42), String(repeating: "a", count: 44),
        String(repeating: "a", count: 42) + "=", String(repeating: "a", count: 42) + " ",
        String(repeating: "é", count: 43),
    ])
    func `is nothing else`(text: String) {
        #expect(Secret(text) == nil)
    }

    @Test func `is known by the digest of its text`() throws {
        // printf %s aaaa… | sha256sum
        let secret = try #require(Secret(String(repeating: "a", count: 43)))
        #expect(try secret.digest.rawValue == SHA256.digits(of: [UInt8](repeating: 0x61, count: 43)))
        #expect(
            try SHA256.digits(of: Array("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")])
    func `is written in base64url`(bytes: String, text: String) {
        #expect(Base64URL.text(of: Array(bytes.utf8)) == text)
        #expect(Base64URL.text(of: [0xfb, 0xff]) == "-_8")
    }
}
