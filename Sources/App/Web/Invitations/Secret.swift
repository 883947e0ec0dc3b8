internal import CCrypto

/// A random secret, as a link or a cookie carries it.
package struct Secret: Hashable, Sendable {
    /// The text: 43 characters of base64url, for 256 random bits.
    package let text: String

    /// Creates a secret from the system's random numbers.
    package init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    package init(using generator: inout some RandomNumberGenerator) {
        text = Base64URL.text(of: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Reads a secret that somebody sent; nil for a text that no secret has.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Base64URL.contains) else { return nil }
        self.text = String(text)
    }

    /// What is stored instead of the secret: its SHA-256 sum in hexadecimal digits.
    package var digest: SecretDigest {
        get throws(InvitationError) { SecretDigest(rawValue: try SHA256.digits(of: Array(text.utf8))) }
    }
}

/// The SHA-256 sum of a `Secret`, from which it cannot be computed.
package struct SecretDigest: RawRepresentable, Hashable, Sendable, Codable {
    /// 64 hexadecimal digits.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Base64 with the alphabet for URLs, without padding (RFC 4648, section 5).
package enum Base64URL {
    package static func text(of bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            for place in 0...group.count {
                text.unicodeScalars.append(UnicodeScalar(alphabet[Int(bits >> (18 - 6 * place) & 63)]))
            }
        }
        return text
    }

    package static func contains(_ character: UInt8) -> Bool { alphabet.contains(character) }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// SHA-256 through libcrypto.
package enum SHA256 {
    /// The sum of bytes in hexadecimal digits.
    package static func digits(of bytes: [UInt8]) throws(InvitationError) -> String {
        guard let type = EVP_get_digestbyname("sha256"), let context = EVP_MD_CTX_new() else { throw .noLibrary }
        defer { EVP_MD_CTX_free(context) }
        var sum = [UInt8](repeating: 0, count: 64)
        var size: UInt32 = 0
        guard EVP_DigestInit_ex(context, type, nil) == 1, EVP_DigestUpdate(context, bytes, bytes.count) == 1,
            EVP_DigestFinal_ex(context, &sum, &size) == 1
        else { throw .noLibrary }
        return sum.prefix(Int(size)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
