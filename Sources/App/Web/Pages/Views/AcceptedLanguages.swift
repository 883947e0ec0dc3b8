package import Localization

package enum AcceptedLanguages {
    /// The longest header that is read, in bytes.
    private static let longest = 1_000
    /// The regions whose formats differ from those of their language alone; others share a localizer with it.
    private static let regions: Set<String> = ["en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ", "de-AT", "de-CH"]

    /// Chooses the language of a page: the most preferred with texts, or else English.
    ///
    /// The result is the tag of one of the `available` texts or of `regions`, so that a server can keep a localizer for each.
    package static func choose(_ header: String?, available: some Collection<LanguageTag>) -> Negotiation {
        let known = preferred(header ?? "").compactMap { tag in
            regions.contains(tag.description) ? tag : tag.fallbacks.first(where: available.contains)
        }
        return Negotiation.negotiate(preferred: known.map(\.description), available: available)
    }

    /// The languages of a header, the most preferred first; of equal ones, the first first.
    static func preferred(_ header: String) -> [LanguageTag] {
        guard header.utf8.count <= longest else { return [] }
        let ranges = header.split(separator: ",").enumerated().compactMap { position, range in
            weighted(range).map { (position: position, tag: $0.tag, weight: $0.weight) }
        }
        return ranges.sorted { ($1.weight, $0.position) < ($0.weight, $1.position) }.map(\.tag)
    }

    /// The language of a range such as `de-AT;q=0.8`; nil if it is malformed or not acceptable.
    private static func weighted(_ range: Substring) -> (tag: LanguageTag, weight: Double)? {
        let parts = range.split(separator: ";", omittingEmptySubsequences: false).map(\.withoutOptionalWhitespace)
        guard let first = parts.first, let tag = LanguageTag(String(first)) else { return nil }
        var weight = 1.0
        for parameter in parts.dropFirst() where parameter.lowercased().hasPrefix("q=") {
            guard let value = Double(parameter.dropFirst(2)), (0...1).contains(value) else { return nil }
            weight = value
        }
        return weight > 0 ? (tag, weight) : nil
    }
}
