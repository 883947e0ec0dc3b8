import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The choice of a file") struct FileChooserTests {
    private static let home = FolderListing(
        path: "/home/ann",
        entries: [
            .init("Monday.WAV", .file), .init("notes.txt", .file), .init("standups.json", .file), .init("b", .folder),
            .init("Archive", .folder), .init(".hidden.wav", .file), .init(".cache", .folder),
            .init("lost.flac", .brokenLink), .init("Café.mp3", .file),
        ])

    private func opened(
        _ listing: FolderListing = home, for purpose: FileChooser.Purpose = .meetings
    ) -> FileChooser {
        var chooser = FileChooser(for: purpose)
        #expect(chooser.open(nil) == nil)
        #expect(chooser.take(.success(.folder(listing)), for: nil) == nil)
        return chooser
    }

    private func names(_ chooser: FileChooser) -> [String] {
        chooser.rows.map { chooser.entry(of: $0)?.name ?? ".." }
    }

    private func type(_ text: String, _ chooser: inout FileChooser) {
        for character in text { #expect(chooser.perform(.insert(String(character))) == nil) }
    }

    @Test func `lists folders first, then the files that can be imported, without hidden ones`() {
        #expect(
            names(opened()) == ["..", "Archive", "b", "Café.mp3", "lost.flac", "Monday.WAV", "standups.json"])
        #expect(names(opened(for: .speakers)) == ["..", "Archive", "b"])
        #expect(opened().selected == 1, "not the way up")
    }

    @Test func `sorts numbers in names by their value`() {
        let names = ["call 10.wav", "call 9.wav", "Call 1.wav", "call.wav", "2026-02-03.wav", "2026-01-31.wav"]
        let listing = FolderListing(path: "/", entries: names.map { .init($0, .file) })
        #expect(
            listing.entries.map(\.name) == [
                "2026-01-31.wav", "2026-02-03.wav", "Call 1.wav", "call 9.wav", "call 10.wav", "call.wav",
            ])
    }

    @Test func `narrows the list by a part of a name, in any case and without accents`() {
        var chooser = opened()
        type("cafe", &chooser)
        #expect(names(chooser) == ["Café.mp3"])
        #expect(chooser.perform(.deleteToStart) == nil)
        type("m", &chooser)
        #expect(names(chooser) == ["Café.mp3", "Monday.WAV"])
        type("o", &chooser)
        #expect(names(chooser) == ["Monday.WAV"])
        #expect(chooser.perform(.deleteBackward) == nil)
        #expect(names(chooser) == ["Café.mp3", "Monday.WAV"])
        type("x", &chooser)
        #expect(names(chooser) == [] && chooser.perform(.activate) == nil)
        #expect(chooser.perform(.back) == nil, "Esc shows all again")
        #expect(names(chooser).count == 7)
        #expect(chooser.perform(.back) == .close)
    }

    @Test func `lists hidden entries after a dot`() {
        var chooser = opened()
        type(".", &chooser)
        #expect(names(chooser).prefix(2) == [".cache", ".hidden.wav"])
        type("h", &chooser)
        #expect(names(chooser) == [".hidden.wav"])
    }

    @Test func `opens a folder, takes a file, and goes up with Backspace to where it was`() {
        var chooser = opened()
        #expect(chooser.perform(.down) == nil)
        #expect(chooser.perform(.activate) == .find("/home/ann/b"))
        #expect(chooser.perform(.activate) == nil, "one at a time")
        let inner = FolderListing(path: "/home/ann/b", entries: [.init("a.ogg", .file)])
        #expect(chooser.take(.success(.folder(inner)), for: "/elsewhere") == nil)
        #expect(chooser.listing?.path == "/home/ann", "an answer that nobody waits for")
        #expect(chooser.take(.success(.folder(inner)), for: "/home/ann/b") == nil)
        #expect(names(chooser) == ["..", "a.ogg"])
        #expect(chooser.perform(.activate) == .find("/home/ann/b/a.ogg"))
        #expect(
            chooser.take(.success(.file("/home/ann/b/a.ogg")), for: "/home/ann/b/a.ogg") == "/home/ann/b/a.ogg")
        #expect(chooser.perform(.deleteBackward) == .find("/home/ann"))
        #expect(chooser.take(.success(.folder(Self.home)), for: "/home/ann") == nil)
        #expect(names(chooser)[chooser.selected] == "b")
        #expect(chooser.perform(.first) == nil)
        #expect(chooser.perform(.activate) == .find("/home"), "the row of the folder above")
    }

    @Test func `has no way up from the root`() {
        var chooser = opened(FolderListing(path: "/", entries: [.init("home", .folder)]))
        #expect(names(chooser) == ["home"])
        #expect(chooser.perform(.deleteBackward) == nil)
        #expect(chooser.perform(.activate) == .find("/home"))
    }

    @Test func `opens a row that is clicked twice`() {
        var chooser = opened()
        #expect(chooser.perform(.select(5)) == nil && chooser.selected == 5)
        #expect(chooser.perform(.select(5)) == .find("/home/ann/Monday.WAV"))
        #expect(chooser.perform(.select(99)) == nil)
    }

    @Test(
        arguments: [
            ("/tmp/x.wav", "/tmp/x.wav"), ("~/x.wav", "~/x.wav"), ("~", "~"), ("b/x.wav", "b/x.wav"),
            ("'/tmp/my file.wav' ", "/tmp/my file.wav"), ("file:///tmp/my%20file.wav", "/tmp/my file.wav"),
            ("/tmp/x.wav\n", "/tmp/x.wav"), ("\"/tmp/a b\"", "/tmp/a b"),
        ])
    func `opens a path that is typed or pasted`(text: String, path: String) {
        var chooser = opened()
        #expect(chooser.perform(.insert(text)) == nil)
        #expect(names(chooser).count == 7, "a path narrows nothing")
        #expect(chooser.perform(.activate) == .find(path))
        #expect(chooser.take(.failure(.missing(path: path)), for: path) == nil)
        #expect(chooser.problem == .missing(path: path) && chooser.field.text == path, "to be corrected")
        #expect(chooser.perform(.deleteBackward) == nil && chooser.problem == nil)
    }

    @Test func `completes a path that is typed`() {
        var chooser = opened()
        type("~/Mo", &chooser)
        #expect(chooser.perform(.nextField) == .find("~/"))
        #expect(chooser.take(.success(.folder(Self.home)), for: "~/") == nil)
        #expect(chooser.field.text == "~/Monday.WAV" && chooser.listing == Self.home)
        #expect(chooser.perform(.deleteToStart) == nil)
        type("~/A", &chooser)
        #expect(chooser.perform(.nextField) == .find("~/"))
        #expect(chooser.take(.success(.folder(Self.home)), for: "~/") == nil)
        #expect(chooser.field.text == "~/Archive/")
    }

    @Test func `says why a folder cannot be read, and stays where it was`() {
        var chooser = opened()
        #expect(chooser.perform(.activate) == .find("/home/ann/Archive"))
        let problem = FolderProblem.unreadable(path: "/home/ann/Archive", reason: "Permission denied")
        #expect(chooser.take(.failure(problem), for: "/home/ann/Archive") == nil)
        #expect(chooser.problem == problem && names(chooser).count == 7)
    }

    @Test func `draws only a part of 100,000 entries, and finds each of them`() {
        let entries = (0..<100_000).map { FolderListing.Entry("recording \($0).wav", .file) }
        var chooser = opened(FolderListing(path: "/many", entries: entries))
        #expect(chooser.rows.count == 100_001 && chooser.window.count == 400)
        #expect(chooser.perform(.last) == nil)
        #expect(chooser.window.contains(chooser.selected) && chooser.window.upperBound == 100_001)
        for _ in 0..<300 { #expect(chooser.perform(.up) == nil && chooser.window.contains(chooser.selected)) }
        let row = chooser.selected - chooser.window.lowerBound
        #expect(chooser.perform(.select(row - 1)) == nil)
        #expect(chooser.selected - chooser.window.lowerBound == row - 1)
        type("99998", &chooser)
        #expect(names(chooser) == ["recording 99998.wav"])
    }

    @Test(
        arguments: [
            ("x", "/a/x"), ("./x/", "/a/x"), ("../x", "/x"), ("../../..", "/"), ("~", "/home/ann"),
            ("~/x", "/home/ann/x"),
            ("~x", "/a/~x"), ("/b//c/./d", "/b/c/d"), ("", "/a"),
        ])
    func `paths are made absolute`(path: String, whole: String) {
        #expect(FilePath.absolute(path, in: "/a", home: "/home/ann") == whole)
    }
}
