import Glibc
import Synchronization

/// A server of our own on a port of this machine, that answers as a test wants.
///
/// Every connection has a thread, and serves one request. [any thread]
package final class SpeechServerDouble: Sendable {
    /// A request as it arrived.
    package struct Request: Sendable {
        /// The method, such as `POST`.
        package var method: String
        /// The path with what follows it.
        package var path: String
        /// The headers by their names in lower case.
        package var headers: [String: String]
        /// The body.
        package var body: [UInt8]
        /// The fields of a form, in order, each with its name.
        package var fields: [(name: String, value: String)] = []
        /// The file of a form, and what the form says of it.
        package var file: (name: String, contentType: String, bytes: [UInt8])?

        /// The values of a field.
        package func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

        /// The only value of a field.
        package func value(_ name: String) -> String? { values(name).count == 1 ? values(name).first : nil }
    }

    /// What becomes of a request.
    package enum Reply: Sendable {
        /// An answer.
        case answer(Int, String, type: String = "application/json", headers: [String] = [])
        /// An answer of bytes that may be no text, whose length may be told wrongly.
        case bytes(Int, [UInt8], length: Int? = nil, headers: [String] = [])
        /// A body that is shorter than its length says; then the connection is closed.
        case half(String)
        /// A body that never ends, as fast as it is taken.
        case endless
        /// Headers that never end, as fast as they are taken.
        case endlessHeaders
        /// `100 Continue` without end, as fast as it is taken.
        case endlessContinues
        /// A body that begins and does not go on.
        case stuck(String)
        /// Bytes of a body that tells a greater length and does not go on.
        case stuckBytes([UInt8], length: Int)
        /// A body of which a byte comes every 20 ms.
        case trickle([UInt8])
        /// The connection is closed without a word.
        case close
        /// Nothing, until the other side has lost patience.
        case nothing
    }

    /// The base that a client is given.
    package let base: String
    /// The port that it listens on.
    package let port: UInt16

    private let descriptor: CInt
    private let answer: @Sendable (Request, _ number: Int) -> Reply
    private let seen = Mutex<[Request]>([])

    /// A server that answers at once; requests are counted from 1.
    package init(_ answer: @escaping @Sendable (Request, _ number: Int) -> Reply) throws {
        self.answer = answer
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isListening else { throw Problem(reason: String(cString: strerror(errno))) }
        port = UInt16(bigEndian: address.sin_port)
        base = "http://127.0.0.1:\(port)/v1"
        Self.startThread { [self] in acceptConnections() }
    }

    /// What the server cannot do.
    package struct Problem: Error {
        package let reason: String
    }

    /// The requests so far.
    package var requests: [Request] { seen.withLock { $0 } }

    /// Stops listening: from now on nobody is there.
    package func stop() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    private func acceptConnections() {
        while true {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR { continue }
                close(descriptor)
                return
            }
            // Programs that tests start are not to hold it open.
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            Self.startThread { [self] in
                serve(connection)
                close(connection)
            }
        }
    }

    private static func startThread(_ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, box.toOpaque())
        pthread_detach(thread)
    }

    private final class Work: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    private func serve(_ connection: CInt) {
        guard let request = Self.read(connection) else { return }
        let number = seen.withLock { seen in
            seen.append(request)
            return seen.count
        }
        switch answer(request, number) {
        case .answer(let status, let body, let type, let headers):
            Self.send(Self.head(status, length: body.utf8.count, type: type, headers: headers) + body, to: connection)
        case .bytes(let status, let bytes, let length, let headers):
            Self.send(Self.head(status, length: length ?? bytes.count, headers: headers), to: connection)
            Self.send(bytes, to: connection)
        case .half(let body):
            Self.send(Self.head(200, length: body.utf8.count * 2) + body, to: connection)
        case .endless:
            let block = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)
            guard Self.send(Self.head(200, length: nil), to: connection) else { return }
            while Self.send(block, to: connection) {}
        case .endlessHeaders:
            guard Self.send("HTTP/1.1 200 Whatever\r\n", to: connection) else { return }
            while Self.send("X-Padding: \(String(repeating: "x", count: 1000))\r\n", to: connection) {}
        case .endlessContinues:
            while Self.send("HTTP/1.1 100 Continue\r\n\r\n", to: connection) {}
        case .stuck(let body):
            Self.send(Self.head(200, length: body.utf8.count * 2) + body, to: connection)
            Self.waitUntilClosed(connection)
        case .stuckBytes(let bytes, let length):
            Self.send(Self.head(200, length: length), to: connection)
            Self.send(bytes, to: connection)
            Self.waitUntilClosed(connection)
        case .trickle(let bytes):
            Self.send(Self.head(200, length: bytes.count), to: connection)
            for byte in bytes {
                var client = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                guard poll(&client, 1, 20) == 0, Self.send([byte], to: connection) else { break }
            }
        case .close: break
        case .nothing: Self.waitUntilClosed(connection)
        }
        shutdown(connection, CInt(SHUT_WR))
    }

    private static func head(_ status: Int, length: Int?, type: String = "application/json", headers: [String] = [])
        -> String
    {
        let length = length.map { ["Content-Length: \($0)"] } ?? []
        return (["HTTP/1.1 \(status) Whatever", "Content-Type: \(type)", "Connection: close"] + length + headers)
            .joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static func waitUntilClosed(_ connection: CInt) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    @discardableResult
    private static func send(_ text: String, to connection: CInt) -> Bool { send(Array(text.utf8), to: connection) }

    @discardableResult
    private static func send(_ bytes: [UInt8], to connection: CInt) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}

extension SpeechServerDouble {
    private static func read(_ connection: CInt) -> Request? {
        var bytes: [UInt8] = []
        let end: [UInt8] = [13, 10, 13, 10]
        while bytes.firstRange(of: end) == nil {
            guard receive(into: &bytes, from: connection) else { return nil }
        }
        guard let headEnd = bytes.firstRange(of: end) else { return nil }
        let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].drop { $0 == " " }.description
        }
        let length = headers["content-length"].flatMap(Int.init) ?? 0
        while bytes.count < headEnd.upperBound + length {
            guard receive(into: &bytes, from: connection) else { return nil }
        }
        var request = Request(
            method: words[0], path: words[1], headers: headers, body: Array(bytes[headEnd.upperBound...]))
        request.readForm()
        return request
    }

    private static func receive(into bytes: inout [UInt8], from connection: CInt) -> Bool {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(connection, &block, block.count, 0)
        guard count > 0 else { return false }
        bytes += block[..<count]
        return true
    }
}

extension SpeechServerDouble.Request {
    /// Takes a form of several parts from the body.
    fileprivate mutating func readForm() {
        guard let type = headers["content-type"], let mark = type.range(of: "boundary=") else { return }
        let boundary = Array(("--" + type[mark.upperBound...]).utf8)
        var rest = body[...]
        var parts: [ArraySlice<UInt8>] = []
        while let next = rest.firstRange(of: boundary) {
            parts.append(rest[..<next.lowerBound])
            rest = rest[next.upperBound...]
        }
        for part in parts.dropFirst() {
            guard let end = part.firstRange(of: [13, 10, 13, 10]) else { continue }
            let head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
            let value = Array(part[end.upperBound...].dropLast(2))
            let name = Self.quoted("name", in: head) ?? ""
            if let fileName = Self.quoted("filename", in: head) {
                let type = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-type:") } ?? ""
                file = (fileName, type.dropFirst("content-type:".count).drop { $0 == " " }.description, value)
            } else {
                fields.append((name, String(decoding: value, as: UTF8.self)))
            }
        }
    }

    private static func quoted(_ name: String, in head: String) -> String? {
        guard let start = head.range(of: " \(name)=\"") else { return nil }
        return String(head[start.upperBound...].prefix { $0 != "\"" })
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
