internal import CCrypto
internal import MeetingModel

/// The hash of batches.
enum SHA256 {
    /// The hash of changes and what precedes them, in hexadecimal digits.
    static func digits(of changes: [SharedChange], after previous: String) throws(TeamError) -> String {
        var parts = [previous]
        for change in changes {
            for part in [
                change.kind.rawValue, change.item, change.standup?.rawValue ?? "", change.meeting?.rawValue ?? "",
                change.transcript ?? "", change.member ?? "",
                "\(change.clock.time) \(change.clock.counter) \(change.clock.writer)",
                change.content ?? "",
            ] {
                // The length keeps two parts apart.
                parts += ["\(part.utf8.count) ", part]
            }
        }
        return try digits(of: parts)
    }

    /// The hash of texts, one after the other, in hexadecimal digits.
    static func digits(of texts: [String]) throws(TeamError) -> String {
        guard let context = EVP_MD_CTX_new(), let type = EVP_get_digestbyname("sha256") else {
            throw .noLibrary("libcrypto", package: "libssl3")
        }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, type, nil) == 1 else { throw .noLibrary("libcrypto", package: "libssl3") }
        for text in texts {
            let bytes = Array(text.utf8)
            guard EVP_DigestUpdate(context, bytes, bytes.count) == 1 else {
                throw .noLibrary("libcrypto", package: "libssl3")
            }
        }
        var sum = [UInt8](repeating: 0, count: 32)
        var size: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &sum, &size) == 1 else { throw .noLibrary("libcrypto", package: "libssl3") }
        return sum.prefix(Int(size)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
