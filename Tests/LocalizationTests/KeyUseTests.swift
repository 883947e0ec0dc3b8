import Testing

@testable import Localization

@Suite struct `The use of a key in a source` {
    private func uses(_ source: String) -> [KeyUse] {
        KeyUse.uses(inSwift: source, path: "Sources/List.swift")
    }

    @Test func `is found in a call, with its line and its substitutions`() {
        let uses = uses(
            """
            let title = localizer("list.title")
            let text = self.localizer(
                "list.attendees",
                ["count": .count(names.count), "names": .list(["a": [1], "b.c": 2].keys.map(\\.self))]
            )
            let other = localizer("list.other", substitutions)
            throw Message("list.problem", ["name": .text("x: y")])
            """)
        #expect(uses.map(\.key) == ["list.title", "list.attendees", "b.c", "list.other", "list.problem"])
        #expect(uses.map(\.line) == [1, 3, 4, 6, 7])
        #expect(uses.map(\.isCall) == [true, true, false, true, true])
        #expect(uses.map(\.substitutions) == [[], ["count", "names"], nil, nil, ["name"]])
        #expect(uses.allSatisfy { $0.path == "Sources/List.swift" })
    }

    @Test func `is found in a table, a switch and a choice`() {
        let uses = uses(
            """
            static let keys: [TextKey] = ["key.next-speaker", "key.pause"]
            case .list: "help.list"
            localizer(isEmpty ? "list.empty" : "list.full")
            """)
        #expect(uses.map(\.key) == ["key.next-speaker", "key.pause", "help.list", "list.empty", "list.full"])
        #expect(uses.allSatisfy { !$0.isCall })
    }

    @Test func `is found within other literals and behind odd ones`() {
        let uses = uses(
            #"""
            let a = "\(localizer("list.title")): \(other("x)", (1, 2)), "y.z")"
            let b = "an escaped \" quote", c = "list.b"
            let d = """
                several "lines" with "list.none" and \(localizer("list.d"))
                """
            let e = "list.e"
            """#)
        #expect(uses.map(\.key) == ["list.title", "y.z", "list.b", "list.d", "list.e"])
        #expect(uses.map(\.line) == [1, 1, 2, 4, 6])
        let raw = KeyUse.uses(
            inSwift: """
                let a = #"not " the end \\(localizer("list.none"))"#, b = #"list.raw"#, c = #"\\#(localizer("list.c"))"#
                #expect(x == "list.d")
                """, path: "")
        #expect(raw.map(\.key) == ["list.raw", "list.c", "list.d"])
    }

    @Test(arguments: [
        #"// localizer("list.comment")"#, #"/* "list.a" /* "list.b" */ "list.c" */"#, #"/// See "list.a"."#,
        #"let a = "List.title""#, #"let a = "list""#, #"let a = "list.""#, #"let a = ".list""#,
        #"let a = "list..title""#, #"let a = "a sentence. another""#, #"let a = "list.\(name)""#,
        #"let a = "https://example.org""#, #"DispatchQueue(label: "standup.lines")"#, #"let a = "1.5""#,
        #"clock.makeQueue("standup.lines")"#,
        #"let a = "unterminated"#, "/* never closed", #"let a = """#, #"let a = "\("#, "#", "\"", "\"\"\"",
    ])
    func `ignores everything else`(source: String) {
        #expect(uses(source).isEmpty)
    }

    @Test func `is any argument in a key's place, so that a mistake is found`() {
        #expect(uses(#"localizer("title")"#).map(\.key) == ["title"])
        #expect(uses(#"localizer("List Title")"#).map(\.key) == ["List Title"])
    }
}
