/// The languages that a browser asks for.
package enum AcceptLanguage {
    /// The tags of a header `Accept-Language`, the best first (RFC 9110, section 12.5.4).
    package static func tags(_ header: String?) -> [String] {
        let wishes = (header ?? "").prefix(512).split(separator: ",").prefix(16).enumerated().compactMap { place, text in
            let parts = text.split(separator: ";").map(\.trimmed)
            guard let tag = parts.first, !tag.isEmpty, tag != "*" else { return nil as Wish? }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return quality > 0 ? Wish(tag: String(tag), quality: quality, place: place) : nil
        }
        return wishes.sorted { ($1.quality, $0.place) < ($0.quality, $1.place) }.map(\.tag)
    }

    private struct Wish {
        let tag: String
        let quality: Double
        let place: Int
    }
}
