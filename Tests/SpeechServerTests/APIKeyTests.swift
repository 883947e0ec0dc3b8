import Glibc
@testable import StandupSpeech
import Testing
import TestSupport

@Suite final class `The key of a speech server` {
    private let folder: String

    init() throws { folder = try makeTemporaryFolder() }
    deinit { removeFolder(folder) }

    private func file(_ text: String, mode: mode_t = 0o600) throws -> String {
        let path = folder + "/key"
        try write(text, to: path)
        chmod(path, mode)
        return path
    }

    @Test func `is read from a file of one line`() throws {
        #expect(try APIKey(file: file("  sk-123456\n")).secret == "sk-123456")
    }

    @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o601] as [mode_t])
    func `is refused in a file that others can read`(mode: mode_t) throws {
        let path = try file("sk-123456\n", mode: mode)
        #expect(throws: APIKeyError.open(path: path)) { try APIKey(file: path) }
        #expect("\(APIKeyError.open(path: path))".hasSuffix("chmod 600 \(path)"))
    }

    @Test func `is refused if the file is missing`() throws {
        #expect(throws: APIKeyError.self) { try APIKey(file: folder + "/none") }
        #expect(throws: APIKeyError.self) { try APIKey(file: folder) }
        mkfifo(folder + "/pipe", 0o600)
        #expect(throws: APIKeyError.self) { try APIKey(file: folder + "/pipe") }
    }

    @Test(arguments: [
        "", " \n", "two words", "line\nline", "k\u{0}y", "schlüssel", String(repeating: "k", count: 5000),
    ])
    func `is nil if it is not valid in a header`(text: String) throws {
        #expect(APIKey(text) == nil)
        let path = try file(text)
        #expect(throws: APIKeyError.notAKey(path: path)) { try APIKey(file: path) }
    }

    @Test func `is hidden from descriptions, dump and reflection`() throws {
        let key = try #require(APIKey("sk-123456"))
        var shown = "\(key) \(String(reflecting: key)) \(String(describing: key))"
        dump(key, to: &shown)
        let server = SpeechServer(try ServerAddress("https://example.org/v1", service: .speech), key: key)
        dump(server, to: &shown)
        shown += "\(server) \(server.name)"
        #expect(!shown.contains("123456"))
    }
}
