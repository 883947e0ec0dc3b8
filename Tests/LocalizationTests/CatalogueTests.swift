import Foundation
import Testing

@testable import Localization

@Suite struct `A catalogue` {
    private func catalogue(_ yaml: String) throws -> Catalogue {
        try Catalogue(yaml: yaml, language: tag("en"), path: "en.yaml")
    }

    @Test func `nests its keys`() throws {
        let catalogue = try catalogue(
            """
            # A comment
            list:
              empty: No standups
              deeper:
                and-deeper: "Text: with a colon" # and a comment
            other-section: {short: Form}

            """)
        #expect(catalogue.entries.keys.sorted() == ["list.deeper.and-deeper", "list.empty", "other-section.short"])
        #expect(catalogue.entries["list.empty"]?.line == 3)
        #expect(catalogue.entries["list.deeper.and-deeper"]?.line == 5)
    }

    @Test func `takes every value as the text that is written`() throws {
        let catalogue = try catalogue("a: no\nb: 1.10\nc: ~\nd: 2026-02-03\ne: '%'\nf: 100 %\ng: |\n  two\n  lines\n")
        let localizer = Localizer(catalogues: [catalogue])
        let texts = ["a", "b", "c", "d", "e", "f", "g"].map { key in
            catalogue.entries[key]?.text.template(count: nil)?.filled { _ in nil }
        }
        #expect(texts == ["no", "1.10", "~", "2026-02-03", "%", "100 %", "two\nlines\n"])
        #expect(localizer("f") == "100 %")
    }

    @Test(arguments: ["", "\n", "# only a comment\n"])
    func `may be empty`(yaml: String) throws {
        #expect(try catalogue(yaml).entries.isEmpty)
    }

    @Test(
        arguments: [
            ("list: [a, b]", 1, "list", "neither text nor plural forms"),
            ("a: b\nlist:\n  - one", 2, "list", "neither text nor plural forms"),
            ("a:\n  b:\n  c: d", 2, "a.b", "no text"),
            ("a: ''", 1, "a", "no text"),
            ("a:\n  b: c\n  b: d", 3, "a.b", "already stands in line 2"),
            ("x:\n  b: c\na:\n  b: c\n  c: d\n  b: d\n  e: f", 6, "a.b", "already stands in line 4"),
            ("a:\r\n  b: c\r\n  d: e\r\n  b: d\r\n", 4, "a.b", "already stands in line 2"),
            ("a: b\rc: d\ra: e", 1, "a", "already stands in line 1"),
            ("x: y\ra: b\rc: d\ra: e", 2, "a", "already stands in line 2"),
            ("a: {b: c, b: d}\ne: f\ng: h", 1, "b", "already stands in line 1"),
            ("a: b\nc: d\na:\n  e: f", 3, "a", "already stands in line 1"),
            ("a:\n  n:\n    one: x\n    other: y\n    one: z", 5, "a.n.one", "already stands in line 3"),
            ("a:\n  n:\n    one: x\n    some: y\n    other: z", 4, "a.n.some", "no such plural category"),
            ("a:\n  n:\n    one: x", 2, "a.n", "plural category other is missing"),
            ("a:\n  n:\n    other: [x]", 3, "a.n.other", "not a text"),
            ("a:\n  n:\n    other:\n      deeper: x", 3, "a.n.other", "not a text"),
            ("a: text\nb: '%{name'", 2, "b", "no substitution, %{name,"),
            ("b: '%{}'", 1, "b", "no substitution, %{}"), ("b: '%{a b}'", 1, "b", "no substitution, %{a b}"),
            ("b: 'x %{Name} y'", 1, "b", "no substitution"), ("b: '%{n} %{'", 1, "b", "no substitution, %{,"),
            ("n:\n  other: '%{9}'", 2, "n.other", "no substitution"),
            ("A: b", 1, "A", "not a valid key"), ("a:\n  b.c: d", 2, "a.b.c", "not a valid key"),
            ("a:\n  b c: d", 2, "a.b c", "not a valid key"), ("? [a]\n: b", 1, "", "not a valid key"),
            ("a: &text b\nc: *text", 1, "a", "an anchor"), ("a: &a {b: c}\nd: {e: *a}", 1, "a", "an anchor"),
            ("1: b", 1, "1", "not a valid key"),
        ] as [(String, Int, String, String)])
    func `with an error names file, line and key`(yaml: String, line: Int, key: String, problem: String) throws {
        let error = try #require(throws: CatalogueError.self) { try catalogue(yaml) }
        #expect(error.path == "en.yaml")
        #expect(error.lineNumber == line)
        #expect(error.key == key)
        #expect(error.problem.contains(problem), "\(error.problem)")
        #expect(error.description.hasPrefix("cannot use the catalogue, en.yaml line \(line), key \(key): "))
    }

    @Test(arguments: [
        ("a: b\nc: \"d\ne: f", 2), ("a: b\n\tc: d", 2), ("a: b\nc: d: e", 2), ("- a\n- b", 1), ("just text", 1),
        ("a: [b", 1), ("a: *b", 1), ("a: b\n---\nc: d", 2), ("a: @b", 1), ("a: b\n]", 2),
    ])
    func `that is no mapping in YAML is an error with its line`(yaml: String, line: Int) throws {
        let error = try #require(throws: CatalogueError.self) { try catalogue(yaml) }
        #expect(error.lineNumber.map { $0 >= line && $0 <= line + 2 } == true, "\(error)")
        #expect(error.description.hasPrefix("cannot use the catalogue, en.yaml line "))
        #expect(!error.description.contains("\n"))
    }

    @Test func `reports all mistakes, with the correct form`() throws {
        let yaml = "a: A\nb: '%{'\nc:\n  d: [x]\n  e: E\n"
        let (catalogue, errors) = Catalogue.checking(yaml: yaml, language: try tag("en"), path: "en.yaml")
        #expect(errors.map(\.key) == ["b", "c.d"])
        #expect(errors.map(\.lineNumber) == [2, 4])
        #expect(catalogue.entries.keys.sorted() == ["a", "c.e"])
    }

    @Test func `keeps control sequences out of its errors`() throws {
        let error = try #require(throws: CatalogueError.self) { try catalogue("\"a\\e[2J\\n\": b") }
        #expect(error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test func `may be very large`() throws {
        let lines = (0..<20_000).map { "key-\($0): text \($0) of %{name}" }
        #expect(try catalogue(lines.map { "k" + $0 }.joined(separator: "\n")).entries.count == 20_000)
    }

    @Test(.timeLimit(.minutes(10)))
    func `does not expand aliases`() throws {
        let lines = (1...40).map { "a\($0): &a\($0) {x: *a\($0 - 1), y: *a\($0 - 1)}" }
        let yaml = (["a0: &a0 {x: text}"] + lines).joined(separator: "\n")
        let error = try #require(throws: CatalogueError.self) { try catalogue(yaml) }
        #expect(error.key == "a0")
    }

    @Test func `limits the nesting`() throws {
        let yaml = String(repeating: "{a: ", count: 100_000)
        #expect(throws: CatalogueError.self) { try catalogue(yaml) }
    }
}

@Suite struct `The folder of the catalogues` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `has a file for each language`() throws {
        for name in ["en.yaml", "zh-Hant.yaml", "de.yaml", ".hidden.yaml", "README", "notes.txt"] {
            try folder.write("a: text", to: name)
        }
        let catalogues = try CatalogueFolder(path: folder.path)
        #expect(catalogues.languages.map(\.description) == ["de", "en", "zh-Hant"])
        let catalogue = try catalogues.catalogue(of: tag("zh-Hant"))
        #expect(catalogue.path == folder.path + "/zh-Hant.yaml")
        #expect(catalogue.entries.count == 1)
    }

    @Test(arguments: ["english language.yaml", "EN.yaml", "en_GB.yaml", "1.yaml"])
    func `has no file of another name`(name: String) throws {
        try folder.write("a: text", to: name)
        let error = try #require(throws: CatalogueError.self) { try CatalogueFolder(path: folder.path) }
        #expect(error.path == folder.path + "/" + name)
        #expect(error.problem.contains("not named by a language"))
    }

    @Test func `says which file cannot be read`() throws {
        let missing = try #require(throws: CatalogueError.self) { try CatalogueFolder(path: folder.path + "/none") }
        #expect(missing.description.contains(folder.path + "/none: No such file or directory, "))

        try folder.write(Data([0x61, 0x3a, 0x20, 0xff, 0xfe]), to: "en.yaml")
        try folder.write(Data(repeating: UInt8(ascii: "#"), count: 5 << 20), to: "de.yaml")
        let catalogues = try CatalogueFolder(path: folder.path)
        let binary = try #require(throws: CatalogueError.self) { try catalogues.catalogue(of: tag("en")) }
        #expect(binary.description.contains("/en.yaml: not UTF-8 text"))
        let huge = try #require(throws: CatalogueError.self) { try catalogues.catalogue(of: tag("de")) }
        #expect(huge.description.contains("/de.yaml: larger than 4 MB"))
        let absent = try #require(throws: CatalogueError.self) { try catalogues.catalogue(of: tag("ko")) }
        #expect(absent.description.contains("/ko.yaml: No such file or directory, "))
    }

    @Test func `loads only the negotiated languages`() throws {
        try folder.write("a: English\nb: Only English", to: "en.yaml")
        try folder.write("a: Deutsch", to: "de.yaml")
        try folder.write("broken: [", to: "ko.yaml")
        let catalogues = try CatalogueFolder(path: folder.path)
        let negotiation = Negotiation.negotiate(preferred: ["de_AT.UTF-8"], available: catalogues.languages)
        let localizer = try Localizer(negotiation, folder: catalogues)
        #expect(localizer("a") == "Deutsch")
        #expect(localizer("b") == "Only English")
        #expect(localizer.language == (try tag("de")))
        #expect(localizer.locale == (try tag("de-AT")))
        let korean = Negotiation.negotiate(preferred: ["ko"], available: catalogues.languages)
        #expect(throws: CatalogueError.self) { try Localizer(korean, folder: catalogues) }
    }
}
