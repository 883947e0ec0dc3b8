import Glibc
import Localization
import Testing
import TestSupport

@testable import standup_gallery
@testable import StandupFeatures

/// Drawn screens are compared with the files in `Golden`; `STANDUP_RECORD=1 swift test --filter GalleryTests` rewrites
/// them.
@Suite(.timeLimit(.minutes(10)))
struct GalleryTests {
    static let sizes = [
        Size(columns: 80, rows: 24), Size.smallest, Size(columns: 120, rows: 40), Size(columns: 100, rows: 30),
    ]
    static let wide = Size(columns: 200, rows: 60)
    static let translated = Entry.all.map(\.name).filter { Entry.inEveryLanguage.contains($0) }

    @Test(arguments: Entry.all.map(\.name))
    func `a state looks the same as before in several window sizes`(_ name: String) throws {
        let isRecord = name.hasPrefix("record")
        let isKorean = name == "record-korean"
        try compare(
            name, language: isKorean ? "ko" : "en",
            sizes: Self.sizes + (isRecord ? [Self.wide] : []) + (isKorean ? [Size(columns: 100, rows: 32)] : []),
            with: "\(name).txt")
    }

    @Test(arguments: translated, ["de", "ko"])
    func `a state looks the same as before in every language`(_ name: String, _ language: String) throws {
        try compare(name, language: language, sizes: Array(Self.sizes.prefix(2)), with: "\(name).\(language).txt")
    }

    @Test(arguments: sizes + [wide, Size(columns: 100, rows: 32), Size(columns: 160, rows: 50)])
    func `a running meeting shows the next open point in every window size, and the clock`(_ size: Size) throws {
        let entry = try #require(Entry.all.first { $0.name == "record-points" })
        let frame = ScreenDrawing.draw(entry.screen(try Localizer(gallery: "en")), size: size).frame
        #expect(frame.contains("[ ] ! blocker") && (frame.contains("██") || frame.contains("2:37")))
    }

    @Test func `a window that is too small says so`() throws {
        try compare("list", language: "en", sizes: [Size(columns: 39, rows: 12)], with: "too-small.txt")
    }

    @Test func `no state has two names, and no golden file is left over`() throws {
        let states = Entry.all.map(\.name)
        #expect(Set(states).count == states.count)
        #expect(Entry.inEveryLanguage.isSubset(of: states))
        let files = states + Self.translated.flatMap { [$0 + ".de", $0 + ".ko"] } + ["too-small"]
        #expect(Set(names(in: Self.folder)) == Set(files.map { $0 + ".txt" }))
    }

    private static let folder = String(#filePath.dropLast("GalleryTests.swift".count)) + "Golden/"

    private func compare(
        _ name: String, language: String, sizes: [Size], with file: String,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let entry = try #require(Entry.all.first { $0.name == name })
        let screen = entry.screen(try Localizer(gallery: language))
        let text = sizes.map { size in
            "\(name), \(language), \(size.columns) × \(size.rows): \(entry.shows)\n"
                + ScreenDrawing.draw(screen, size: size).frame
        }
        .joined(separator: "\n")
        if getenv("STANDUP_RECORD") != nil { return try write(text, to: Self.folder + file) }
        guard exists(Self.folder + file) else {
            Issue.record("no golden file \(file); record it with STANDUP_RECORD=1", sourceLocation: location)
            return
        }
        #expect(try read(Self.folder + file) == text, sourceLocation: location)
    }
}
