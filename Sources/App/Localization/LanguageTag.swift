/// A language with an optional script and region in BCP 47 notation: `en`, `en-GB`, `zh-Hant-TW`.
package struct LanguageTag: Hashable, Sendable {
    /// The language in lower case, such as `zh`.
    package let language: String
    /// The script with an initial capital, such as `Hant`; nil if unspecified.
    let script: String?
    /// The region in capitals or as three digits, such as `TW`; nil if unspecified.
    let region: String?

    /// A tag from its components, which must be well-formed.
    init(language: String, script: String? = nil, region: String? = nil) {
        self.language = language
        self.script = script
        self.region = region
    }

    /// The default language, the fallback of all others.
    package static let english = LanguageTag(language: "en")

    /// This tag and its increasingly general fallbacks: `zh-Hant-TW`, `zh-Hant`, `zh`.
    package var fallbacks: [LanguageTag] {
        var tags = [self]
        if region != nil { tags.append(LanguageTag(language: language, script: script)) }
        if script != nil { tags.append(LanguageTag(language: language)) }
        return tags
    }
}

extension LanguageTag: CustomStringConvertible {
    package var description: String {
        [language, script, region].compactMap(\.self).joined(separator: "-")
    }
}

extension LanguageTag {
    /// Parses a BCP 47 tag (`en-GB`, case-insensitive) or a POSIX locale name (`en_GB.UTF-8`, `sr_RS@latin`).
    ///
    /// Variants, extensions, the character set and modifiers are ignored, except modifiers that name a script. Nil for
    /// any other text, and for `C` and `POSIX`, which name no language. A tag contains only letters, digits and
    /// hyphens, so it is safe in a file name.
    package init?(_ text: String) {
        let ends = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let name = ends.first?.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        var subtags = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...]
        guard let language = subtags.popFirst(), language.isWord(2...8), language.utf8.count != 4,
            language.uppercased() != "POSIX", subtags.allSatisfy({ $0.isAlphanumeric(1...8) })
        else { return nil }
        // An extended language subtag (`zh-yue`) refines the primary language.
        while let extended = subtags.first, extended.isWord(3...3) { _ = subtags.popFirst(extended) }
        var script = subtags.first.flatMap { $0.isWord(4...4) ? subtags.popFirst($0) : nil }?.capitalizedWord
        let region = subtags.first.flatMap { $0.isWord(2...2) || $0.isNumber(3) ? subtags.popFirst($0) : nil }
        switch ends.count > 1 ? ends[1].lowercased() : "" {
        case "latin": script = script ?? "Latn"
        case "cyrillic": script = script ?? "Cyrl"
        default: break
        }
        self.init(language: language.lowercased(), script: script, region: region?.uppercased())
    }
}

extension ArraySlice<Substring> {
    /// Removes the first subtag and returns it; the caller has matched it already.
    fileprivate mutating func popFirst(_ known: Substring) -> Substring {
        removeFirst()
        return known
    }
}

extension Substring {
    fileprivate func isWord(_ count: ClosedRange<Int>) -> Bool {
        count.contains(utf8.count) && utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }

    fileprivate func isNumber(_ count: Int) -> Bool {
        utf8.count == count && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    fileprivate func isAlphanumeric(_ count: ClosedRange<Int>) -> Bool {
        count.contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
