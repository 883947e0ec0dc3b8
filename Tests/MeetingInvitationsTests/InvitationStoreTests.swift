import Glibc
import MeetingHistory
import MeetingModel
import MeetingSocket
import Testing
import TestSupport

@testable import Web

struct `The file of the invitations` {
    private let folder: DataFolder

    init() throws {
        folder = DataFolder(path: try makeTemporaryFolder() + "/data")
        try folder.create()
    }

    private func invitation(_ number: Int) -> Invitation {
        Invitation(
            id: Invitation.ID(rawValue: "\(number)"), secret: SecretDigest(rawValue: "\(number)"),
            standup: Standup.ID(rawValue: "daily"), role: .watch, createdAt: .now, until: nil)
    }

    private func add(_ number: Int, to store: InvitationStore) throws {
        try store.change { (book) throws(InvitationError) in try book.add(invitation(number)) }
    }

    @Test func `is kept for its owner alone, and read by other stores`() throws {
        let store = InvitationStore(folder: folder)
        #expect(try store.book() == InvitationBook())
        try add(1, to: store)
        #expect(try InvitationStore(folder: folder).book().invitations == store.book().invitations)
        #expect(FileStatus(folder.invitationsPath)?.mode == 0o600)
        #expect(folder.foreignNames == [])
    }

    @Test func `has every change of many threads and stores`() async throws {
        let reader = InvitationStore(folder: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try add(number, to: InvitationStore(folder: folder)) }
                group.addTask { _ = try reader.book() }
            }
            try await group.waitForAll()
        }
        #expect(Set(try reader.book().invitations.map(\.id.rawValue)) == Set((0..<40).map(String.init)))
    }

    @Test func `is not written without a change`() throws {
        let store = InvitationStore(folder: folder)
        try store.change { (_) throws(InvitationError) in }
        #expect(!DataFolder.exists(folder.invitationsPath))
    }

    @Test func `is read again only if it was replaced`() throws {
        let store = InvitationStore(folder: folder)
        try add(1, to: store)
        #expect(try store.book().invitations.count == 1)
        try add(2, to: InvitationStore(folder: folder))
        #expect(try store.book().invitations.count == 2)
    }

    @Test func `is refused if it is damaged, newer or a link`() throws {
        let store = InvitationStore(folder: folder)
        for (text, expected) in [
            ("{", InvitationError.unreadable(path: folder.invitationsPath, reason: "it is damaged")),
            (#"{"version": 2}"#, .newer(path: folder.invitationsPath)),
        ] {
            try write(text, to: folder.invitationsPath)
            #expect(throws: expected) { try store.book() }
            #expect(throws: expected) { try add(1, to: store) }
            #expect(try read(folder.invitationsPath) == text)
        }
        unlink(folder.invitationsPath)
        symlink("/etc/passwd", folder.invitationsPath)
        #expect(throws: InvitationError.self) { try store.book() }
    }

    @Test func `of the server tells where it runs, only while it does`() throws {
        #expect(WebServerFile.running(in: folder) == nil)
        let lock = try #require(try LiveLock.acquire(WebServerFile.lockName, in: folder))
        #expect(WebServerFile.running(in: folder) == nil)
        try WebServerFile(url: "http://127.0.0.1:7810").write(in: folder)
        #expect(WebServerFile.running(in: folder)?.url == "http://127.0.0.1:7810")
        #expect(folder.foreignNames == [])
        lock.release()
        // As after a server that was killed.
        #expect(WebServerFile.running(in: folder) == nil)
    }
}

struct `A QR code` {
    @Test func `of a link is drawn in half blocks, with a margin`() throws {
        let code = try #require(QRCode("http://127.0.0.1:7810/join#" + String(repeating: "a", count: 43)))
        let lines = code.lines
        #expect(lines.count == (code.rows.count + 1) / 2)
        #expect(lines.allSatisfy { $0.count == code.rows.count })
        #expect(code.rows.prefix(2).allSatisfy { $0.allSatisfy { !$0 } })
        // The finder pattern at the top left.
        #expect(code.rows[2][2..<9].allSatisfy { $0 })
        #expect(code.rows[3][2..<9].map { $0 } == [true, false, false, false, false, false, true])
        #expect(lines[1].dropFirst(2).prefix(7) == "█▀▀▀▀▀█")
    }

    @Test func `has room for 2,953 bytes`() {
        #expect(QRCode(String(repeating: "a", count: 2953)) != nil)
        #expect(QRCode(String(repeating: "a", count: 2954)) == nil)
    }
}
