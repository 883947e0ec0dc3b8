import Glibc
import MeetingModel

/// The API key of a server; sent only to that server, and never displayed.
package struct APIKey: Sendable {
    /// The key, for requests only.
    package let secret: String
    package var header: String { "Authorization: Bearer \(secret)" }

    /// Creates a key from text, without surrounding white space; nil if it is empty or not valid in a header.
    package init?(_ text: String) {
        let trimmed = text.utf8.drop(while: Self.isSpace)
        let end = trimmed.lastIndex { !Self.isSpace($0) }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
        let key = trimmed[..<end]
        guard !key.isEmpty, key.count <= Self.limit, key.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        secret = String(Substring(key))
    }

    /// Reads the key from a file that only its owner can read.
    package init(file path: String) throws(APIKeyError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemMessage(errno)) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor), status.isFile else {
            throw .unreadable(path: path, reason: "it is not a file")
        }
        guard !status.isOpenToOthers else { throw .open(path: path) }
        var bytes = [UInt8](repeating: 0, count: Self.limit + 3)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .unreadable(path: path, reason: systemMessage(errno)) }
        guard let key = APIKey(String(decoding: bytes[..<count], as: UTF8.self)) else { throw .notAKey(path: path) }
        self = key
    }

    private static let limit = 4096

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(key)" }
    package var debugDescription: String { description }
    /// Hides the key from `dump` and reflection.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a file's key is not used; `description` is one line with the problem and the remedy.
package enum APIKeyError: Error, Hashable, Sendable {
    case unreadable(path: String, reason: String)
    /// Other users can read the file.
    case open(path: String)
    case notAKey(path: String)
}

extension APIKeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the key file \(path) (\(reason)); correct its path in the configuration"
        case .open(let path):
            "other users can read the key file \(path); keep them out with: chmod 600 \(path)"
        case .notAKey(let path):
            "the key file \(path) holds no key; write the key into it in one line"
        }
    }
}
