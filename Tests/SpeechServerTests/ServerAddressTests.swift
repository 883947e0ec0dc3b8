@testable import StandupSpeech
import Testing

@Suite struct `The address of a speech server` {
    @Test(arguments: [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/audio/transcriptions", "https://api.openai.com/v1"),
        ("HTTPS://API.OpenAI.com/v1", "https://API.OpenAI.com/v1"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://127.0.0.1:8080/v1//", "http://127.0.0.1:8080/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ])
    func `is a base URL without a final slash`(text: String, base: String) throws {
        let address = try ServerAddress(text, service: .speech)
        #expect(address.text.lowercased() == base.lowercased())
        #expect(address.endpoint.lowercased() == base.lowercased() + "/audio/transcriptions")
    }

    @Test(arguments: [
        "localhost", "127.0.0.1", "127.9.8.7", "127.1", "0x7f000001", "[::1]", "LOCALHOST",
    ])
    func `may use http on this machine`(host: String) throws {
        let address = try ServerAddress("http://\(host):8080/v1", service: .speech)
        #expect(address.isLoopback)
        #expect(address.isPlain)
    }

    @Test(arguments: [
        "example.org", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", "[::2]", "127.0.0.1.",
        "1270.0.0.1",
    ])
    func `may not use http elsewhere, unless the host is allowed`(host: String) throws {
        #expect(throws: (any Error).self) { try ServerAddress("http://\(host)/v1", service: .speech) }
        #expect(throws: ServerAddressError(.plain(host: "whisper.lan"), .speech)) {
            try ServerAddress("http://whisper.lan/v1", service: .speech, plainHosts: ["lan"])
        }
        #expect(try ServerAddress("http://Whisper.lan/v1", service: .speech, plainHosts: ["whisper.lan"]).isPlain)
    }

    @Test(arguments: [
        "https://ann:secret@example.org/v1", "https://secret@example.org/v1", "https://ann:secret@",
        "https://ann:secret@exa mple.org/v1", "http://localhost:secret@example.org/",
    ])
    func `with a user or a password is refused, without showing the password`(text: String) {
        do {
            _ = try ServerAddress(text, service: .speech)
            Issue.record("accepted")
        } catch {
            #expect(!"\(error)".contains("secret"))
        }
    }

    @Test(arguments: [
        "", "whisper", "example.org/v1", "https://", "ftp://example.org/v1", "file:///etc/passwd",
        "https://example.org/v1?model=x", "https://example.org/v1#x", "https://exa\nmple.org",
    ])
    func `is refused if it is invalid`(text: String) {
        #expect(throws: ServerAddressError.self) { try ServerAddress(text, service: .speech) }
    }

    @Test func `has errors with a remedy in one line`() {
        #expect(
            "\(ServerAddressError(.plain(host: "whisper.lan"), .speech))"
                == "sound would go unencrypted to whisper.lan; use https, or allow it in the configuration: "
                + "allow-plain-http: whisper.lan")
    }
}
