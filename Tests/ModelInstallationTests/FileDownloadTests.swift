import Glibc
import Synchronization
import Testing
import TestSupport

@testable import StandupSpeech
@testable import standup

/// Downloads from a local server with all kinds of behavior.
@Suite(.timeLimit(.minutes(10))) final class FileDownloadTests: Sendable {
    private let folder: String
    private let text = (0..<4000).map { "line \($0)\n" }.joined()
    private var content: [UInt8] { Array(text.utf8) }
    private var path: String { folder + "/file.part" }

    init() throws {
        folder = try makeTemporaryFolder()
    }

    deinit {
        removeFolder(folder)
    }

    private func expected() throws -> ExpectedFile {
        // sha256sum of the text above.
        let digits = "c31d5b63f6d8f6307e1d2225bc9e1a418ee2b1f803b16100c8da5f0be26f882d"
        return ExpectedFile(size: content.count, checksum: try #require(Checksum(.sha256, digits)))
    }

    private func download(
        from address: String, to path: String? = nil, timeLimits: HTTPTimeLimits = .downloads,
        progress: @escaping (Int) -> Void = { _ in }
    ) throws {
        try FileDownload(
            expected: expected(), path: path ?? self.path, transport: CurlTransport(), timeLimits: timeLimits,
            progress: progress
        )
        .run(from: address)
    }

    /// The error of the download, or nil.
    private func failure(of address: String, timeLimits: HTTPTimeLimits = .downloads) -> String? {
        do {
            try download(from: address, timeLimits: timeLimits)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// A server that supports Range.
    private func part(_ request: SpeechServerDouble.Request) -> SpeechServerDouble.Reply {
        guard let start = request.headers["range"]?.dropFirst("bytes=".count).dropLast() else {
            return .bytes(200, content)
        }
        let first = Int(start) ?? 0
        let range = "Content-Range: bytes \(first)-\(content.count - 1)/\(content.count)"
        return .bytes(206, Array(content[first...]), headers: [range])
    }

    @Test func `A file with the right size and checksum is downloaded`() throws {
        let server = try SpeechServerDouble { request, _ in self.part(request) }
        let steps = Mutex<[Int]>([])
        try download(from: server.base) { step in steps.withLock { $0.append(step) } }
        #expect(try bytes(of: path) == content)
        #expect(steps.withLock { $0.last == content.count && $0 == $0.sorted() })
        #expect(server.requests.map { $0.headers["range"] } == [nil])
        // The complete file is not downloaded again.
        try download(from: server.base)
        #expect(server.requests.count == 1)
    }

    @Test func `A download resumes where it stopped`() throws {
        try write(Array(content[..<1000]), to: path)
        let server = try SpeechServerDouble { request, _ in self.part(request) }
        try download(from: server.base)
        #expect(try bytes(of: path) == content)
        #expect(server.requests.map { $0.headers["range"] } == ["bytes=1000-"])
    }

    @Test func `A server that ignores Range sends the whole file`() throws {
        try write(Array(content[..<1000]), to: path)
        let server = try SpeechServerDouble { _, _ in .bytes(200, self.content) }
        try download(from: server.base)
        #expect(try bytes(of: path) == content)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [1000, 60_000])
    func `The partial download of another file is deleted`(count: Int) throws {
        try write([UInt8](repeating: 0, count: count), to: path)
        let server = try SpeechServerDouble { request, _ in self.part(request) }
        try download(from: server.base)
        #expect(try bytes(of: path) == content)
    }

    @Test func `A broken connection is resumed`() throws {
        let server = try SpeechServerDouble { request, number in
            number == 1 ? .bytes(200, Array(self.content[..<700]), length: self.content.count) : self.part(request)
        }
        try download(from: server.base)
        #expect(try bytes(of: path) == content)
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=700-"])
    }

    @Test func `Repeatedly broken connections fail, and the partial file is kept`() throws {
        let server = try SpeechServerDouble { _, number in
            let range = "Content-Range: bytes \(number - 1)-\(self.content.count - 1)/\(self.content.count)"
            return .bytes(
                number == 1 ? 200 : 206, [self.content[number - 1]], length: self.content.count - number + 1,
                headers: number == 1 ? [] : [range])
        }
        #expect(failure(of: server.base)?.contains("partial file") == true)
        #expect(server.requests.count == 6)
        #expect(try bytes(of: path) == Array(content[..<6]))
    }

    @Test func `A connection closed without a response fails at once`() throws {
        let server = try SpeechServerDouble { _, _ in .close }
        #expect(failure(of: server.base) != nil)
        #expect(server.requests.count == 1)
    }

    @Test func `A stalled download fails, and the partial file is kept`() throws {
        let server = try SpeechServerDouble { _, number in number == 1 ? .stuck(self.text) : .nothing }
        let timeLimits = HTTPTimeLimits(stall: .seconds(5), response: .seconds(5))
        // Its Content-Length is twice what it sends.
        #expect(failure(of: server.base, timeLimits: timeLimits)?.hasPrefix("it has") == true)
        let half = try SpeechServerDouble { _, number in
            number == 1 ? .stuck(String(self.text.prefix(self.text.utf8.count / 2))) : .nothing
        }
        #expect(failure(of: half.base, timeLimits: timeLimits) == "it stopped sending")
        #expect(try bytes(of: path) == Array(content[..<(content.count / 2)]))
        #expect(half.requests.count == 2)
    }

    @Test func `A download below the minimum rate fails`() throws {
        // One byte at a time arrives in time, but the file would take a quarter of an hour.
        var timeLimits = HTTPTimeLimits(stall: .milliseconds(500), response: .seconds(60))
        timeLimits.minimumProgress = 10_000
        let server = try SpeechServerDouble { _, number in number == 1 ? .trickle(self.content) : .answer(503, "") }
        #expect(failure(of: server.base, timeLimits: timeLimits) == "HTTP status 503")
        #expect(server.requests.count == 2)
        #expect(try bytes(of: path).count < 10_000)
    }

    @Test func `A wrong size is refused before writing`() throws {
        for length in [content.count - 1, content.count + 1, 1 << 40] {
            let server = try SpeechServerDouble { _, _ in .bytes(200, self.content, length: length) }
            #expect(failure(of: server.base) == "it has \(length) bytes instead of \(content.count)")
            #expect(try bytes(of: path) == [])
        }
    }

    @Test func `A body without a length fails when it is too long`() throws {
        let server = try SpeechServerDouble { _, _ in .endless }
        #expect(failure(of: server.base) == "it has more than \(content.count) bytes instead of \(content.count)")
        #expect(try bytes(of: path).count <= content.count)
    }

    @Test func `Other content of the same size is refused and deleted`() throws {
        let server = try SpeechServerDouble { _, _ in .bytes(200, self.content.reversed()) }
        #expect(failure(of: server.base) == "its checksum does not match the catalogue")
        #expect(!exists(path))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        "bytes 0-10/38890", "bytes 1001-38889/38890", "bytes 1000-38889/99999", "bytes */38890", "rubbish", "",
    ])
    func `A wrong Content-Range is refused`(range: String) throws {
        try write(Array(content[..<1000]), to: path)
        let server = try SpeechServerDouble { _, _ in
            .bytes(206, Array(self.content[1000...]), headers: ["Content-Range: \(range)"])
        }
        #expect(failure(of: server.base) != nil)
        #expect(try bytes(of: path) == Array(content[..<1000]))
    }

    @Test(arguments: [404, 403, 416, 429, 500, 204])
    func `An error status is reported`(status: Int) throws {
        let server = try SpeechServerDouble { _, _ in .bytes(status, []) }
        #expect(failure(of: server.base) == "HTTP status \(status)")
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/file", "gopher://127.0.0.1/", "scp://127.0.0.1/x"])
    func `A redirect to a scheme other than http and https is refused`(address: String) throws {
        let server = try SpeechServerDouble { _, _ in .answer(302, "", headers: ["Location: \(address)"]) }
        #expect(failure(of: server.base) != nil)
        #expect(try bytes(of: path) == [])
        #expect(server.requests.count == 1)
    }

    @Test func `Redirects are followed up to a limit`() throws {
        let target = try SpeechServerDouble { request, _ in self.part(request) }
        let server = try SpeechServerDouble { _, _ in .answer(302, "", headers: ["Location: \(target.base)"]) }
        try write(Array(content[..<1000]), to: path)
        try download(from: server.base)
        #expect(try bytes(of: path) == content)
        #expect(target.requests.map { $0.headers["range"] } == ["bytes=1000-"])
        let circle = try SpeechServerDouble { _, _ in .answer(302, "", headers: ["Location: /v1"]) }
        unlink(path)
        #expect(failure(of: circle.base) != nil)
        #expect(circle.requests.count == 11)
    }

    @Test func `A full disk is reported in one line`() throws {
        symlink("/dev/full", path)
        let server = try SpeechServerDouble { request, _ in self.part(request) }
        #expect(throws: InstallationError.file(path: path, error: ENOSPC)) { try self.download(from: server.base) }
        #expect(failure(of: server.base)?.hasPrefix("cannot write \(path), the disk is full;") == true)
    }
}
