import Glibc
import MeetingSocket
import Testing
import TestSupport

@testable import Web

/// Pages are compared with the files in `Golden`; `STANDUP_RECORD=1 swift test --filter GoldenPageTests` rewrites them.
@Suite("The pages") struct GoldenPageTests {
    static let cases: [(name: String, role: Role?)] = SamplePage.all.flatMap { page in
        page.roles.map { (page.name, $0) }
    }

    @Test(arguments: cases)
    func `look the same as before in English, for each role`(_ name: String, _ role: Role?) throws {
        try compare(name, role, "en")
    }

    /// The page with the longest texts, for its layout.
    private static let translated = (name: "live-long-names", role: Role.lead, languages: ["de", "ko"])

    @Test(arguments: translated.languages)
    func `look the same as before in other languages`(_ language: String) throws {
        try compare(Self.translated.name, Self.translated.role, language)
    }

    @Test func `have no two with one name, and no golden file is left over`() {
        let pages = SamplePage.all.map(\.name)
        #expect(Set(pages).count == pages.count)
        let files =
            Self.cases.map { Self.file($0.name, $0.role, "en") }
            + Self.translated.languages.map { Self.file(Self.translated.name, Self.translated.role, $0) }
        #expect(Set(TestSupport.names(in: Self.folder)) == Set(files))
    }

    private static let folder = String(#filePath.dropLast("Pages/GoldenPageTests.swift".count)) + "Golden/"

    private static func file(_ name: String, _ role: Role?, _ language: String) -> String {
        [name, role?.rawValue ?? "none", language, "html"].joined(separator: ".")
    }

    private func compare(
        _ name: String, _ role: Role?, _ language: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let page = try #require(SamplePage.all.first { $0.name == name })
        let text = String(decoding: try page.bytes(role, language), as: UTF8.self)
        let path = Self.folder + Self.file(name, role, language)
        if getenv("STANDUP_RECORD") != nil { return try write(text, to: path) }
        guard exists(path) else {
            Issue.record("no golden file \(path); record it with STANDUP_RECORD=1", sourceLocation: location)
            return
        }
        #expect(try read(path) == text, sourceLocation: location)
    }
}
