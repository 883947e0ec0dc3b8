import Foundation
import Testing

@testable import Localization

@Suite struct `The check of the catalogues` {
    static let english = """
        list:
          empty: No standups
          title: "%{name}, %{name} and %{other}"
          attendees:
            one: "%{count} attendee"
            other: "%{count} attendees"
        """
    static let german = """
        list:
          empty: Keine Standups
          title: "%{other} und %{name}"
          attendees:
            one: Eine Person
            other: "%{count} Personen"
        """
    static let korean = """
        list:
          empty: 스탠드업 없음
          title: "%{name}, %{other}"
          attendees: 참석자 %{count}명
        """
    static let words: Set = ["listEmpty", "listTitle", "listAttendees"]

    /// The findings as they are printed.
    private func findings(
        english: String = english, german: String = german, korean: String = korean, words: Set<String> = words,
        others: [(String, String)] = []
    ) throws -> [String] {
        var catalogues: [Catalogue] = []
        var errors: [CatalogueError] = []
        for (name, yaml) in [("en", english), ("de", german), ("ko", korean)] + others {
            let (catalogue, found) = Catalogue.checking(yaml: yaml, language: try tag(name), path: "\(name).yaml")
            catalogues.append(catalogue)
            errors += found
        }
        return CatalogueCheck(catalogues: catalogues, errors: errors, words: words).findings.map(\.description)
    }

    @Test func `finds nothing where all agree`() throws {
        #expect(try findings() == [])
    }

    @Test func `reports a key that one language lacks`() throws {
        let german = Self.german.replacing("  empty: Keine Standups\n", with: "")
        #expect(
            try findings(german: german) == [
                "de.yaml:1: list.empty: missing after this line, translate it from en.yaml line 2"
            ])
        let korean = Self.korean.replacing("  attendees: 참석자 %{count}명", with: "")
        #expect(
            try findings(korean: korean) == [
                "ko.yaml:3: list.attendees: missing after this line, translate it from en.yaml line 4"
            ])
    }

    @Test func `reports a key that English lacks`() throws {
        let problems = try findings(german: Self.german + "\n  more: Mehr", words: Self.words.union(["listMore"]))
        #expect(problems == ["de.yaml:7: list.more: not in en.yaml, add it there or remove it here"])
    }

    @Test func `reports a key that no source uses, for every language`() throws {
        #expect(
            try findings(words: ["listTitle", "listAttendees"])
                == ["de", "en", "ko"].map {
                    "\($0).yaml:2: list.empty: no source uses it, remove it from every language"
                })
    }

    @Test func `reports a duplicate key, and compares no further`() throws {
        #expect(
            try findings(german: Self.german + "\n  empty: Leer") == [
                "de.yaml:7: list.empty: the key already stands in line 2, remove one of the two"
            ])
    }

    @Test func `names a placeholder that a language lacks or adds`() throws {
        let german = Self.german.replacing("%{other} und", with: "%{others} und")
        #expect(
            try findings(german: german) == [
                "de.yaml:3: list.title: other substitutions than in en.yaml line 3, add %{other}, remove %{others}"
            ])
        let korean = Self.korean.replacing("%{count}명", with: "여러 명")
        #expect(
            try findings(korean: korean) == [
                "ko.yaml:4: list.attendees: other substitutions than in en.yaml line 4, add %{count}"
            ])
    }

    @Test func `names a substitution that one plural form lacks`() throws {
        let forms = "one: \"%{count} attendee\"\n    other: \"%{count} attendees"
        let english = Self.english.replacing(forms, with: forms + " of %{title}")
        let german = Self.german.replacing("Eine Person", with: "\"Eine Person in %{title}\"")
            .replacing("%{count} Personen", with: "%{count} Personen in %{title}")
        let korean = Self.korean.replacing("참석자 %{count}명", with: "\"%{title} 참석자 %{count}명\"")
        let found = try findings(english: english, german: german, korean: korean)
        #expect(
            found == [
                "en.yaml:4: list.attendees.one: other substitutions than the other plural forms, add %{title}"
            ])
    }

    @Test func `names the plural forms that a language lacks or does not have`() throws {
        let german = Self.german.replacing("    one: Eine Person\n", with: "")
        #expect(try findings(german: german) == ["de.yaml:4: list.attendees: a plural form is missing, add: one"])
        let korean = Self.korean.replacing(
            "attendees: 참석자 %{count}명", with: "attendees: {one: '%{count}', other: '%{count}'}")
        #expect(
            try findings(korean: korean) == [
                "ko.yaml:4: list.attendees: the language has no such plural form, remove: one"
            ])
    }

    @Test func `names plural forms where no count is given`() throws {
        let german = Self.german.replacing("empty: Keine Standups", with: "empty: {one: Kein, other: Keine}")
        #expect(
            try findings(german: german)
                == [
                    "de.yaml:2: list.empty: has plural forms, but the text in en.yaml line 2 has none, write it without them",
                    "de.yaml:2: list.empty: plural forms without a count, write %{count} or one text",
                ].sorted())
    }

    @Test func `names a language that has no plural rule`() throws {
        #expect(
            try findings(others: [("fr", Self.english)]) == [
                "fr.yaml: no plural rule for fr, add one to PluralRule"
            ])
    }

    @Test func `a region has only the texts that differ`() throws {
        #expect(try findings(others: [("de-AT", "list:\n  empty: Nix da")]) == [])
        #expect(
            try findings(others: [("de-AT", "list:\n  empti: Nix da")]).contains(
                "de-AT.yaml:2: list.empti: not in en.yaml, add it there or remove it here"))
    }

    @Test func `does not report an invalid text as missing`() throws {
        let german = Self.german.replacing("one: Eine Person", with: "einer: Eine Person")
        #expect(
            try findings(german: german) == [
                "de.yaml:5: list.attendees.einer: no such plural category, "
                    + "use some of: one, other"
            ])
        let english = Self.english.replacing("empty: No standups", with: "empty: '%{'")
        #expect(
            try findings(english: english) == ["en.yaml:2: list.empty: no substitution, %{, write it like %{name}"])
        let broken = "list: {empty: '%{', title: x}"
        #expect(
            try findings(english: broken, german: broken, korean: broken)
                == ["de", "en", "ko"].map { "\($0).yaml:1: list.empty: no substitution, %{, write it like %{name}" })
    }

    @Test func `reads a package's catalogues and sources`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.english, to: "Assets/Catalogues/en.yaml")
        try folder.write(Self.german, to: "Assets/Catalogues/de.yaml")
        try folder.write("text: \"Only here: list.empty\"", to: "Assets/Catalogues/ko.yaml")
        try folder.write("localizer(.listEmpty) // not .listAttendees", to: "Sources/App/List/List.swift")
        try folder.write("Message.listTitle(name: name)", to: "Tests/standup-gallery/List.swift")
        let findings = try CatalogueCheck(package: folder.path).findings
        #expect(findings.filter { $0.path == "Assets/Catalogues/ko.yaml" && $0.kind == .missing }.count == 4)
        let unused = findings.filter { $0.kind == .unused }
        #expect(Set(unused.compactMap(\.key)) == ["list.attendees", "text"])
    }

    @Test func `a key and its member in the sources are the same`() throws {
        #expect(Message.memberName(of: "list.filter-placeholder") == "listFilterPlaceholder")
        #expect(Message.listFilterPlaceholder.key == "list.filter-placeholder")
        #expect(Message.listAttendees(count: .count(2)) == Message("list.attendees", ["count": .count(2)]))
    }
}

@Suite struct `The catalogues of the program` {
    @Test func `agree with each other and with the sources`() throws {
        let findings = try CatalogueCheck(package: packageFolder).findings
        #expect(findings.isEmpty, "\(findings.map { "\n\($0)" }.joined())")
    }

    @Test func `are there for English, German and Korean`() throws {
        let folder = try CatalogueFolder(path: packageFolder + "/Assets/Catalogues")
        #expect(folder.languages.map(\.description) == ["de", "en", "ko"])
        for language in folder.languages {
            let negotiation = Negotiation.negotiate(
                preferred: [language.description], available: folder.languages)
            let localizer = try Localizer(negotiation, folder: folder)
            #expect(localizer.language == language)
            #expect(localizer(.themeBubblegum) != "theme.bubblegum")
        }
    }
}
