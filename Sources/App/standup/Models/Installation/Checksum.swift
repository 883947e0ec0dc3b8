import CCrypto
import Glibc

/// An expected checksum.
package struct Checksum: Hashable, Sendable {
    /// The algorithm.
    package enum Kind: String, Hashable, Sendable {
        case sha1, sha256
    }

    package let kind: Kind
    /// The lower-case hexadecimal digits.
    package let digits: String

    /// Creates a checksum; nil for a wrong number of digits, or digits that are not lower-case hexadecimal.
    init?(_ kind: Kind, _ digits: String) {
        let count = kind == .sha1 ? 40 : 64
        guard digits.utf8.count == count, digits.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
        self.kind = kind
        self.digits = digits
    }

    /// Whether a file has this checksum. [any thread]
    func matches(_ path: String) throws(InstallationError) -> Bool {
        try Self.digits(kind, of: path) == digits
    }

    static func digits(_ kind: Kind, of path: String) throws(InstallationError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, error: errno) }
        defer { close(descriptor) }
        guard let type = EVP_get_digestbyname(kind.rawValue), let context = EVP_MD_CTX_new() else {
            throw .noLibrary("libcrypto")
        }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, type, nil) == 1 else { throw .noLibrary("libcrypto") }
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw .file(path: path, error: errno) }
            if count == 0 { break }
            guard EVP_DigestUpdate(context, piece, count) == 1 else { throw .noLibrary("libcrypto") }
        }
        var sum = [UInt8](repeating: 0, count: 64)
        var size: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &sum, &size) == 1 else { throw .noLibrary("libcrypto") }
        return sum.prefix(Int(size)).map(hexadecimal).joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
