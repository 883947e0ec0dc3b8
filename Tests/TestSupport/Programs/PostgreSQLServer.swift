import Glibc
import Synchronization

/// A private PostgreSQL server, through `tools/postgres`; it ends with this value, or with the tests. [any thread]
package final class PostgreSQLServer: Sendable {
    /// The folder of its sockets.
    package let folder: String
    /// Its port, of the socket and with `--tcp` of 127.0.0.1.
    package let port: String
    /// The certificate of the authority with `--tcp`; empty without.
    package let authority: String
    /// The port of PgBouncer's socket.
    package static let poolerPort = "6432"

    private let tool: pid_t
    /// The tool's standard input and output.
    private let socket: Mutex<CInt>

    /// Starts a server with options of `tools/postgres serve`.
    package init(_ options: String...) throws {
        let root = #filePath.dropLast("/Tests/TestSupport/Programs/PostgreSQLServer.swift".count)
        var ends: [CInt] = [0, 0]
        try mustSucceed(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
        tool = try spawn(
            installed("python3"), [root + "/tools/postgres", "serve", "--no-fsync"] + options,
            environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"],
            descriptors: [ends[1], ends[1], STDERR_FILENO])
        close(ends[1])
        var variables: [Substring: String] = [:]
        while let line = Self.line(from: ends[0]), line != "ready" {
            let parts = line.dropFirst("export ".count).split(separator: "=", maxSplits: 1)
            variables[parts[0]] = parts.count > 1 ? String(parts[1]) : ""
        }
        guard let folder = variables["STANDUP_POSTGRES"], let port = variables["STANDUP_POSTGRES_PORT"] else {
            close(ends[0])
            throw Problem(description: "tools/postgres ended with \(wait(for: tool))")
        }
        socket = Mutex(ends[0])
        self.folder = folder
        self.port = port
        authority = variables["STANDUP_POSTGRES_CA"] ?? ""
    }

    deinit {
        socket.withLock { _ = close($0) }
        _ = wait(for: tool)
    }

    /// A server that did not start.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The address of its socket, for a user and a database.
    package func address(user: String = "postgres", database: String = "postgres", isPooled: Bool = false) -> String {
        "host=\(folder) port=\(isPooled ? Self.poolerPort : port) user=\(user) dbname=\(database)"
    }

    /// The address over TCP, with more parameters.
    package func tcpAddress(host: String, user: String, _ more: String = "") -> String {
        "host=\(host) port=\(port) user=\(user) dbname=postgres \(more)"
    }

    /// Kills the server, as `kill -9` does.
    package func kill() { obey("kill") }

    /// Starts a killed server again.
    package func start() { obey("start") }

    private func obey(_ command: String) {
        socket.withLock { socket in
            let line = Array((command + "\n").utf8)
            _ = send(socket, line, line.count, CInt(MSG_NOSIGNAL))
            _ = Self.line(from: socket)
        }
    }

    private static func line(from socket: CInt) -> String? {
        var (bytes, byte): ([UInt8], UInt8) = ([], 0)
        while recv(socket, &byte, 1, 0) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
