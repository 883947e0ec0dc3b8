import Localization
import Testing

@testable import Web

@Suite("The language of a page") struct AcceptedLanguagesTests {
    private static let available = ["en", "de", "ko"].compactMap { LanguageTag($0) }

    @Test(
        arguments: [
            (nil, "en", "en"), ("", "en", "en"), ("de", "de", "de"), ("de-AT,de;q=0.9", "de", "de-AT"),
            ("de-DE,de;q=0.9", "de", "de"), ("ko-KR", "ko", "ko"), ("KO", "ko", "ko"), ("en-GB", "en", "en-GB"),
            ("en-US", "en", "en"), ("fr,de;q=0.2,ko;q=0.8", "ko", "ko"), ("fr", "en", "en"), ("*", "en", "en"),
            ("de;q=0,ko", "ko", "ko"), ("de;q=0", "en", "en"), ("de;q=0.5,ko;q=0.5", "de", "de"),
            (" ko ; q=0.3 , de ; q=0.7 ", "de", "de"), ("de;q=2,ko", "ko", "ko"), ("de;q=nan,ko", "ko", "ko"),
            ("de;q=-1", "en", "en"), ("../../etc/passwd,de", "de", "de"), (",,;;q=,", "en", "en"),
            ("de\u{301},ko", "ko", "ko"), ("zh-Hant-TW,zh;q=0.9,ko;q=0.1", "ko", "ko"),
        ] as [(String?, String, String)])
    func `is the reader's most preferred one that has texts`(_ header: String?, _ language: String, _ locale: String) {
        let choice = AcceptedLanguages.choose(header, available: Self.available)
        #expect(choice.language.description == language)
        #expect(choice.locale.description == locale)
    }

    @Test func `is one of few, whatever is asked for`() {
        var choices: Set<Negotiation> = []
        let letters = "abcdefghijklmnopqrstuvwxyz"
        for language in ["en", "de", "ko", "fr"] {
            for first in letters {
                for second in letters {
                    for tag in ["\(first)\(second)", "Aa\(first)\(second)", "Aa\(first)\(second)-GB"] {
                        choices.insert(AcceptedLanguages.choose("\(language)-\(tag)", available: Self.available))
                    }
                }
            }
        }
        #expect(choices.count == 11)
    }

    @Test func `is English if the header is too long`() {
        let header = String(repeating: "fr,", count: 400) + "de"
        #expect(AcceptedLanguages.choose(header, available: Self.available).language == .english)
    }
}
