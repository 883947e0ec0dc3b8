internal import FoundationEssentials
internal import Glibc
package import MeetingHistory
import MeetingModel
internal import Sound

/// The address of the running web server, in a small file of the data folder that exists only while it runs.
package struct WebServerFile: Hashable, Sendable, Codable {
    /// The URL under which browsers reach it, without a slash at its end.
    package let url: String

    package init(url: String) {
        self.url = url
    }

    /// The name of the lock that the running server holds.
    package static let lockName = "web"

    /// The file of the server that runs on a data folder; nil if none does.
    package static func running(in folder: DataFolder) -> WebServerFile? {
        guard LiveLock.isHeld(lockName, in: folder) else { return nil }
        let descriptor = open(folder.webServerPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return try? JSONDecoder().decode(WebServerFile.self, from: Data(bytes[..<count]))
    }

    package func write(in folder: DataFolder) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let bytes = [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
        try AtomicFile.write(bytes, to: folder.webServerPath, mode: 0o600)
    }

    package static func remove(from folder: DataFolder) {
        unlink(folder.webServerPath)
    }
}

/// The link of an invitation, with its secret in the fragment, which a browser sends to nobody.
package struct JoinLink: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// The link to the server with a URL, which has no slash at its end.
    package init(url: String, secret: Secret) {
        description = "\(url)/join#\(secret.text)"
    }
}

extension DataFolder {
    var webServerPath: String { livePath + "/" + Self.webServerName }
}
