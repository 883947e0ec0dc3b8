import MeetingModel

/// Parsing of the spoken language of a standup.
package enum SpokenLanguage {
    /// The BCP 47 tag for a text; nil if it is malformed or its language is unknown. [any thread]
    ///
    /// A tag is kept as typed, including its variants. A locale name, such as `en_GB.UTF-8`, is converted to a tag.
    /// Two-letter languages must be in ISO 639-1. Three-letter codes are not checked, because there are 8,000 of them.
    /// Longer codes are not registered and are rejected.
    package static func tag(_ text: String) -> String? {
        let text = text.trimmedName
        guard let tag = LanguageTag(text) else { return nil }
        switch tag.language.utf8.count {
        case 2: guard codes.contains(tag.language) else { return nil }
        case 3: break
        default: return nil
        }
        let isTag = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isAlphanumeric }
        return isTag ? text : tag.description
    }

    private static let codes = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el \
        en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu \
        ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na \
        nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn \
        so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(separator: " ").map(String.init))
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
