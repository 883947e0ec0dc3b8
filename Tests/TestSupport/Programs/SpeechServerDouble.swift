import Glibc
import MeetingModel
import Synchronization

/// A local HTTP server with scripted responses.
///
/// Each connection has a thread, and serves one request. [any thread]
package final class SpeechServerDouble: Sendable {
    /// A received request.
    package struct Request: Sendable {
        /// The method, such as `POST`.
        package var method: String
        /// The path with its query.
        package var path: String
        /// The headers by lower-case name.
        package var headers: [String: String]
        package var body: [UInt8]
        /// The form fields in order.
        package var fields: [(name: String, value: String)] = []
        /// The form's file, with its name and type.
        package var file: (name: String, contentType: String, bytes: [UInt8])?

        /// The values of a field.
        package func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

        /// The only value of a field.
        package func value(_ name: String) -> String? { values(name).count == 1 ? values(name).first : nil }
    }

    /// The behavior for a request.
    package enum Reply: Sendable {
        /// A response.
        case answer(Int, String, type: String = "application/json", headers: [String] = [])
        /// A response of bytes, possibly invalid UTF-8, with any Content-Length.
        case bytes(Int, [UInt8], length: Int? = nil, headers: [String] = [])
        /// A body shorter than its Content-Length, then the connection is closed.
        case half(String)
        /// An endless body, as fast as it is read.
        case endless
        /// Endless headers, as fast as they are read.
        case endlessHeaders
        /// Endless `100 Continue`, as fast as they are read.
        case endlessContinues
        /// A body that starts and stalls.
        case stuck(String)
        /// Bytes of a body with a larger Content-Length, then a stall.
        case stuckBytes([UInt8], length: Int)
        /// A body of one byte every 20 ms.
        case trickle([UInt8])
        /// Closes the connection without a response.
        case close
        /// No response until the client gives up.
        case nothing
    }

    /// The base URL.
    package let base: String
    package let port: UInt16

    private let descriptor: CInt
    private let answer: @Sendable (Request, _ number: Int) -> Reply
    private let seen = Mutex<[Request]>([])

    /// Starts a server that responds at once; requests are numbered from 1.
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
        guard isListening else { throw Problem(reason: systemMessage(errno)) }
        port = UInt16(bigEndian: address.sin_port)
        base = "http://127.0.0.1:\(port)/v1"
        Self.startThread { [self] in acceptConnections() }
    }

    /// A failure of the server's setup.
    package struct Problem: Error {
        package let reason: String
    }

    /// The requests so far.
    package var requests: [Request] { seen.withLock { $0 } }

    /// Stops listening: later connections are refused.
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
            // Programs started by tests must not inherit it.
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
    /// Parses a multipart form from the body.
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
