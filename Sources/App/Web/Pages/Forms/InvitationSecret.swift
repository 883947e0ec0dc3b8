/// The secret of an invitation, as a form posts it to `WebRoute.join` in the field `secret`.
package struct InvitationSecret: Hashable, Sendable {
    /// The secret, without white space.
    package let text: String

    /// The longest secret, in bytes.
    package static let longest = 200

    /// The secret of a form; nil if the field is missing or cannot be a secret.
    ///
    /// The field may hold the secret or the whole link, whose fragment it is.
    package init?(_ fields: FormFields) {
        guard let field = fields["secret"] else { return nil }
        let pasted = field.utf8.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        guard pasted.count <= 2, let last = pasted.last else { return nil }
        let secret = last.filter { !Self.isSpace($0) }
        guard (1...Self.longest).contains(secret.count), secret.allSatisfy(Self.isAllowed) else { return nil }
        text = String(decoding: secret, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

    /// The letters of base 64 for addresses.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
