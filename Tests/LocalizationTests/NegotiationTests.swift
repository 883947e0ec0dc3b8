import Testing

@testable import Localization

@Suite struct `The negotiation of a language` {
    private func negotiate(_ preferred: [String], _ available: [String]) throws -> Negotiation {
        .negotiate(preferred: preferred, available: try tags(available))
    }

    @Test(
        arguments: [
            (["en-GB"], ["en"], "en-GB"), (["en_GB.UTF-8"], ["en"], "en-GB"), (["de_AT@euro"], ["de", "en"], "de-AT"),
            (["ko"], ["ko", "en"], "ko"), (["KO_kr"], ["ko", "en"], "ko-KR"), (["fr_FR", "de"], ["de", "en"], "de"),
            (["zh-Hant-TW"], ["en"], "en"), (["C"], ["en"], "en"), (["POSIX"], ["en"], "en"),
            (["C.UTF-8"], ["en"], "en"),
            (["C", "ko"], ["en"], "en"), (["xx"], ["en"], "en"), ([""], ["en"], "en"), ([], ["en"], "en"),
            (["../de"], ["en"], "en"), (["xx", "%%%", "ko_KR"], ["ko", "en"], "ko-KR"),
        ] as [([String], [String], String)])
    func `falls back from region to language to English`(preferred: [String], chain: [String], locale: String) throws {
        let negotiation = try negotiate(preferred, ["de", "en", "ko"])
        #expect(negotiation.chain == (try tags(chain)))
        #expect(negotiation.locale == LanguageTag(locale))
        #expect(negotiation.language == negotiation.chain.first)
    }

    @Test func `takes every catalogue that is more general`() throws {
        let available = ["en", "en-GB", "zh", "zh-Hant", "zh-Hant-TW"]
        #expect(try negotiate(["zh_Hant_TW"], available).chain == tags(["zh-Hant-TW", "zh-Hant", "zh", "en"]))
        #expect(try negotiate(["zh-Hant-HK"], available).chain == tags(["zh-Hant", "zh", "en"]))
        #expect(try negotiate(["zh-TW"], available).chain == tags(["zh", "en"]))
        #expect(try negotiate(["en-GB"], available).chain == tags(["en-GB", "en"]))
        #expect(try negotiate(["en-US"], available).chain == tags(["en"]))
    }

    @Test func `skips unavailable languages`() throws {
        let available = ["de", "en", "ko"]
        #expect(try negotiate(["tlh", "not a tag", "ko", "fr"], available).chain == tags(["ko", "en"]))
        #expect(try negotiate(["fr"], available).chain == tags(["en"]))
        #expect(try negotiate(["C", "de"], available).chain == tags(["en"]))
    }

    @Test func `has another default where one is given`() throws {
        let negotiation = Negotiation.negotiate(
            preferred: ["fr"], available: try tags(["de", "ko"]), default: try tag("ko"))
        #expect(negotiation.chain == (try tags(["ko"])))
    }

    @Test(
        arguments: [
            ([:], []), (["LANG": "de_DE.UTF-8"], ["de_DE.UTF-8"]),
            (["LANG": "de_DE", "LC_MESSAGES": "ko_KR"], ["ko_KR"]),
            (["LANG": "de_DE", "LC_MESSAGES": "ko_KR", "LC_ALL": "en_GB"], ["en_GB"]),
            (["LANG": "de_DE", "LC_MESSAGES": "", "LC_ALL": ""], ["de_DE"]),
            (["LANG": "de_DE", "LANGUAGE": "ko:en_GB"], ["ko", "en_GB", "de_DE"]),
            (["LANG": "de_DE", "LANGUAGE": ""], ["de_DE"]), (["LANG": "de_DE", "LANGUAGE": ":ko:"], ["ko", "de_DE"]),
            (["LANG": "C.UTF-8", "LANGUAGE": "ko"], ["C.UTF-8"]),
            (["LANG": "ko_KR", "LC_ALL": "POSIX", "LANGUAGE": "ko"], ["POSIX"]), (["LANGUAGE": "ko"], []),
            (["LC_TIME": "ko_KR"], []),
        ] as [([String: String], [String])])
    func `reads the environment as other programs do`(environment: [String: String], wanted: [String]) {
        #expect(Negotiation.preferredLanguages(configured: nil, environment: environment) == wanted)
        let configured = Negotiation.preferredLanguages(configured: "fr", environment: environment)
        #expect(configured == ["fr"] + wanted)
    }
}
