import Testing

@testable import Localization

@Suite struct `A plural rule` {
    /// Whole numbers that Unicode's CLDR gives as samples of each category (supplemental/plurals, `@integer`).
    static let samples: [(languages: String, [PluralCategory: [ClosedRange<Int>]])] = [
        ("ko", [.other: [0...15, 100...100, 1000...1000]]),
        ("en de en-GB", [.one: [1...1], .other: [0...0, 2...16, 100...101, 1000...1000]]),
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

    @Test func `is there for the languages of the catalogues only`() throws {
        let folder = try CatalogueFolder(path: packageFolder + "/Assets/Catalogues")
        for language in folder.languages { #expect(PluralRule(language) != nil, "\(language)") }
        #expect(try PluralRule(tag("fr")) == nil)
    }
}
