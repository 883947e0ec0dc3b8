import Localization
import Testing

@Suite struct `A language tag` {
    @Test(arguments: [
        ("en", "en"), ("EN", "en"), ("en-GB", "en-GB"), ("en_GB.UTF-8", "en-GB"), ("de_AT@euro", "de-AT"),
        ("de_DE.ISO-8859-1@euro", "de-DE"), ("zh-Hant-TW", "zh-Hant-TW"), ("zh-hant-tw", "zh-Hant-TW"),
        ("zh_Hant", "zh-Hant"), ("ko_KR.eucKR", "ko-KR"), ("es-419", "es-419"), ("sr_RS@latin", "sr-Latn-RS"),
        ("sr_RS.UTF-8@cyrillic", "sr-Cyrl-RS"), ("ca_ES@valencia", "ca-ES"), ("de-CH-1996", "de-CH"),
        ("sl-rozaj", "sl"), ("en-US-u-hc-h23", "en-US"), ("en-x-private", "en"), ("zh-yue-HK", "zh-HK"),
        ("gsw", "gsw"), ("fil_PH", "fil-PH"), ("de_DE.", "de-DE"), ("en@", "en"),
    ])
    func `is read from BCP 47 and from names of POSIX locales`(text: String, tag: String) {
        #expect(LanguageTag(text)?.description == tag)
    }

    @Test(arguments: [
        "", " ", "C", "C.UTF-8", "POSIX", "posix", "e", "-", "_", "-en", "en-", "en--GB", "en_", "12", "e1", "en GB",
        "../../etc/passwd", "en/../de", "en-GB\n", "en\u{0}", "한국어", "ｅｎ", "@euro", ".UTF-8", "nonsense nonsense",
        "latn", "abcdefghij", String(repeating: "a", count: 10_000),
    ])
    func `rejects a tag without a language`(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test func `becomes more and more general`() throws {
        let taiwan = try tag("zh-Hant-TW")
        #expect(taiwan.fallbacks.map(\.description) == ["zh-Hant-TW", "zh-Hant", "zh"])
        #expect(try tag("de-AT").fallbacks.map(\.description) == ["de-AT", "de"])
        #expect(try tag("ko").fallbacks.map(\.description) == ["ko"])
    }
}
