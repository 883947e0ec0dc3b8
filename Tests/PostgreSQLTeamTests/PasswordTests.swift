import Dispatch
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Team

@Suite(.timeLimit(.minutes(10)))
struct `A password` {
    @Test func `is not sent to a program that only listens on a port of this machine`() throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        try write("*:*:*:*:hunter2-secret\n", to: folder + "/pgpass")
        try mustSucceed(chmod(folder + "/pgpass", 0o600))
        // 3 asks for it in clear, 5 for its MD5.
        for method in [UInt8(3), 5] {
            let rogue = try RogueServer(asking: method)
            let address = try PostgreSQLAddress(
                "host=127.0.0.1 port=\(rogue.port) user=anna dbname=team passfile=\(folder)/pgpass")
            let problem = error { () throws(PostgreSQLError) in try PostgreSQLConnection(to: address) }
            #expect(problem?.teamError(of: address.server) == .exposed(server: "127.0.0.1:\(rogue.port)/team"))
            let received = rogue.received
            #expect(!received.contains("hunter2"), "\(received)")
        }
    }

    @Test(arguments: ["host=127.0.0.1 dbname=team", "host=localhost dbname=team sslmode=disable", "host=::1"])
    func `is protected with every version of libpq`(text: String) throws {
        let address = try PostgreSQLAddress(text)
        let new = address.attempts(libpq: 170_000)
        #expect(new.count == 1 && new[0].parameters.last?.keyword == "require_auth")
        #expect(new[0].parameters.last?.value == "!password,!md5")
        let old = address.attempts(libpq: 150_000)
        #expect(old.last?.withholdsPassword == true)
        for attempt in old where !attempt.withholdsPassword {
            #expect(attempt.parameters.contains { $0.keyword == "channel_binding" && $0.value == "require" })
            #expect(attempt.parameters.contains { $0.keyword == "sslmode" && $0.value == "require" })
        }
    }

    @Test(arguments: [
        "postgres://db.example/team", "host=/run/postgresql", "host=127.0.0.1 sslmode=verify-full sslrootcert=/x",
    ])
    func `goes to a server that is verified, or a socket, as ever`(text: String) throws {
        for version: CInt in [150_000, 170_000] {
            let address = try PostgreSQLAddress(text)
            #expect(address.attempts(libpq: version) == [.init(parameters: address.parameters)])
        }
    }
}

/// A program on a port of 127.0.0.1 that asks everybody for a password, without TLS, and notes what it gets.
private final class RogueServer: Sendable {
    let port: UInt16
    private let descriptor: CInt
    private let log = Log()

    private final class Log: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    /// What clients sent.
    var received: String { String(decoding: log.bytes.withLock { $0 }, as: UTF8.self) }

    init(asking method: UInt8) throws {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) | listen(descriptor, 8) | getsockname(descriptor, address, &size)
            }
        }
        try mustSucceed(code)
        port = UInt16(bigEndian: address.sin_port)
        self.descriptor = descriptor
        DispatchQueue(label: "standup.tests.rogue").async { [log] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                var isFirst = true
                var buffer = [UInt8](repeating: 0, count: 4096)
                while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 {
                    log.bytes.withLock { [part = Array(buffer.prefix(count))] in $0 += part }
                    // A request for TLS has 8 bytes; the salt of MD5 has 4.
                    let answer: [UInt8] =
                        isFirst && count == 8
                        ? [UInt8(ascii: "N")]
                        : [UInt8(ascii: "R"), 0, 0, 0, method == 5 ? 12 : 8, 0, 0, 0, method]
                            + (method == 5 ? [1, 2, 3, 4] : [])
                    if !isFirst || count != 8, buffer[0] == UInt8(ascii: "p") { break }
                    isFirst = false
                    _ = send(connection, answer, answer.count, CInt(MSG_NOSIGNAL))
                }
                close(connection)
            }
        }
    }

    deinit {
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }
}
