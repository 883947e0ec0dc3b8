import Localization
import Testing

@Suite struct `A plural rule` {
    /// Whole numbers that Unicode's CLDR gives as samples of each category (supplemental/plurals, `@integer`).
    static let samples: [(languages: String, [PluralCategory: [ClosedRange<Int>]])] = [
        ("ko ja zh vi id th", [.other: [0...15, 100...100, 1000...1000]]),
        (
            "en de nl sv it es nb tr hu fi pt-PT",
            [.one: [1...1], .other: [0...0, 2...16, 100...101, 1000...1000]]
        ),
        ("fr pt hi bn", [.one: [0...1], .other: [2...17, 100...100, 1000...1000]]),
        (
            "ru uk be",
            [
                .one: [1...1, 21...21, 31...31, 71...71, 101...101, 1001...1001],
                .few: [2...4, 22...24, 52...54, 62...62, 102...102, 1002...1002],
                .many: [0...0, 5...19, 100...100, 1000...1000, 111...114],
            ]
        ),
        (
            "pl",
            [
                .one: [1...1], .few: [2...4, 22...24, 62...62, 102...102],
                .many: [0...0, 5...19, 21...21, 100...101, 112...114],
            ]
        ),
        ("cs sk", [.one: [1...1], .few: [2...4], .other: [0...0, 5...19, 22...22, 100...100]]),
        (
            "sr hr bs",
            [
                .one: [1...1, 21...21, 101...101], .few: [2...4, 22...24, 102...102],
                .other: [0...0, 5...19, 100...100, 111...114],
            ]
        ),
        (
            "sl",
            [
                .one: [1...1, 101...101, 1001...1001], .two: [2...2, 102...102], .few: [3...4, 103...104],
                .other: [0...0, 5...19, 100...100],
            ]
        ),
        (
            "lt",
            [
                .one: [1...1, 21...21, 101...101], .few: [2...9, 22...29, 102...102],
                .other: [0...0, 10...20, 30...30, 100...100, 111...111],
            ]
        ),
        (
            "lv",
            [
                .zero: [0...0, 10...20, 30...30, 100...100, 111...111], .one: [1...1, 21...21, 101...101],
                .other: [2...9, 22...29, 102...102],
            ]
        ),
        ("ro", [.one: [1...1], .few: [0...0, 2...16, 101...101, 1001...1001], .other: [20...35, 100...100]]),
        ("is mk", [.one: [1...1, 21...21, 101...101], .other: [0...0, 2...16, 100...100, 111...111]]),
        ("he", [.one: [1...1], .two: [2...2], .other: [0...0, 3...17, 100...102]]),
        (
            "ar",
            [
                .zero: [0...0], .one: [1...1], .two: [2...2], .few: [3...10, 103...110, 1003...1003],
                .many: [11...26, 111...111, 1011...1011], .other: [100...102, 200...202, 1000...1000],
            ]
        ),
        (
            "ga",
            [.one: [1...1], .two: [2...2], .few: [3...6], .many: [7...10], .other: [0...0, 11...25, 100...100]]
        ),
        (
            "cy",
            [
                .zero: [0...0], .one: [1...1], .two: [2...2], .few: [3...3], .many: [6...6],
                .other: [4...5, 7...20, 100...100],
            ]
        ),
    ]

    @Test(
        arguments: samples.flatMap { sample in sample.languages.split(separator: " ").map { (String($0), sample.1) } })
    func `chooses as CLDR does`(language: String, samples: [PluralCategory: [ClosedRange<Int>]]) throws {
        let rule = try #require(PluralRule(try tag(language)))
        for (category, ranges) in samples {
            for count in ranges.joined() {
                #expect(rule.category(of: count) == category, "\(count)")
                #expect(rule.category(of: -count) == category, "-\(count)")
            }
        }
        #expect(Set(rule.categories) == Set(samples.keys).union([.other]))
    }

    @Test(arguments: PluralRule.allCases)
    func `chooses no form that it does not ask for`(rule: PluralRule) {
        for count in [Int.min, Int.max] + Array(0...1200) {
            #expect(rule.categories.contains(rule.category(of: count)), "\(count)")
        }
    }

    @Test func `is not known for every language`() throws {
        #expect(try PluralRule(tag("tlh")) == nil)
    }
}
