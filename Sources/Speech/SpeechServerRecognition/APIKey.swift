import Glibc

/// The key of a speech server: it is sent to that server, and shown to nobody.
package struct APIKey: Sendable {
    /// The characters, for the request alone.
    let secret: String

    /// A key as somebody has typed or stored it; white space around it does not count.
    ///
    /// One that is empty, or holds what cannot be in a header, is none.
    package init?(_ text: String) {
        let trimmed = text.utf8.drop(while: Self.isSpace)
        let end = trimmed.lastIndex { !Self.isSpace($0) }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
        let key = trimmed[..<end]
        guard !key.isEmpty, key.count <= Self.limit, key.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        secret = String(Substring(key))
    }

    /// Reads the key in a file that nobody but its owner can read.
    package init(file path: String) throws(APIKeyError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is no file")
        }
        guard status.st_mode & 0o077 == 0 else { throw .open(path: path) }
        var bytes = [UInt8](repeating: 0, count: Self.limit + 3)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        guard let key = APIKey(String(decoding: bytes[..<count], as: UTF8.self)) else { throw .notAKey(path: path) }
        self = key
    }

    private static let limit = 4096

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the key.
    package var description: String { "(key)" }
    /// Nothing of the key.
    package var debugDescription: String { description }
    /// Nothing of the key, for `dump` and what else looks into values.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a file's key is not used; `description` is one line that says what, which and what to do.
package enum APIKeyError: Error, Hashable, Sendable {
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// Others can read the file.
    case open(path: String)
    /// What is in the file cannot be a key.
    case notAKey(path: String)
}

extension APIKeyError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the key of the speech server, \(path) (\(reason)), name a file that holds it: api-key-file"
        case .open(let path):
            "others can read the key of the speech server, \(path), keep them out: chmod 600 \(path)"
        case .notAKey(let path):
            "no key of a speech server in the file, \(path), write the key into it in one line"
        }
    }
}
