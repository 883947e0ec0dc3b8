import Testing
import Yams

@testable import standup

@Suite struct `The text of a configuration` {
    private static let text = """
        # mine
        me:   Ben   # that is me

        # the hook
        on-turn:
          - a
          - b # c

        # last
        keys:
          list:
            delete: X # why
            # more
          record.pause: [f4, f5]
        # end

        """

    @Test(arguments: [
        (["me"], "Ann", "me:   Ben   # that is me", "me: Ann   # that is me"),
        (["on-turn"], "lamp", "on-turn:\n  - a\n  - b # c\n", "on-turn: lamp\n"),
        (["input"], "x", "# end\n", "# end\ninput: x\n"),
        (["keys", "list", "delete"], "Z", "    delete: X # why", "    delete: Z # why"),
        (["keys", "list", "edit"], "E", "    delete: X # why\n", "    delete: X # why\n    edit: E\n"),
        (["keys", "record", "pause"], "f6", "  record.pause: [f4, f5]", "  record.pause: f6"),
        (["keys", "record", "note"], "T", "[f4, f5]\n", "[f4, f5]\n  record.note: T\n"),
    ])
    func `changes only the lines of the key`(_ path: [String], value: String, before: String, after: String) throws {
        var text = ConfigurationText(Self.text)
        try text.set(path, to: value)
        #expect(text.text == Self.text.replacing(before, with: after))
        #expect(Self.text.contains(before))
    }

    @Test(arguments: [
        (["me"], "me:   Ben   # that is me\n", true), (["on-turn"], "on-turn:\n  - a\n  - b # c\n", true),
        (["keys", "list", "delete"], "  list:\n    delete: X # why\n", true),
        (["keys", "record", "pause"], "  record.pause: [f4, f5]\n", true), (["input"], "", false),
    ])
    func `loses only the lines of the key`(_ path: [String], lines: String, isThere: Bool) throws {
        var text = ConfigurationText(Self.text)
        #expect(try text.remove(path) == isThere)
        #expect(text.text == (lines.isEmpty ? Self.text : Self.text.replacing(lines, with: "")))
    }

    @Test(arguments: ["\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
    func `keeps its line breaks`(_ lineBreak: String) throws {
        func lines(_ lines: String...) -> String { lines.map { $0 + lineBreak }.joined() }
        let before = lines(
            "\u{FEFF}# mine", "me: Ann # me", "", "language: de", "keys:", "  list.delete: X", "flash: no")
        var text = ConfigurationText(before)
        #expect(text.text == before)
        try text.set(["me"], to: "Ben")
        try text.set(["keys", "list", "edit"], to: "E")
        try text.set(["input"], to: "x")
        #expect(try text.remove(["language"]))
        #expect(
            text.text
                == lines(
                    "\u{FEFF}# mine", "me: Ben # me", "", "keys:", "  list.delete: X", "  list.edit: E", "flash: no",
                    "input: x"))
    }

    @Test(arguments: [
        (#"me: "Ann" # say "hi""#, #" # say "hi""#), (#"me: 'Ann' # it's"#, " # it's"),
        (#"me: "a \" # b" # c"#, " # c"), (#"me: 'a '' # b'  # c"#, "  # c"), (#"me: don't # say 'hi'"#, " # say 'hi'"),
        (#"me: !!str "a # b" # c"#, " # c"), (#"me: "\#u{308}a # b" # c"#, " # c"), ("\u{FEFF}me: 'a # b' # c", " # c"),
        (#"me: a#b"#, ""), (#"me: ["a # b", it's, 'c # d'] # e"#, " # e"), ("me: # none yet", " # none yet"),
    ])
    func `keeps the comment behind a value, with its quotes`(_ line: String, comment: String) throws {
        var text = ConfigurationText(line)
        try text.set(["me"], to: "Ben")
        let start = line.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
        #expect(text.text == "\(start)me: Ben\(comment)\n")
        #expect(try text.values(of: ["me"]) == ["Ben"])
    }

    @Test func `begins with the first key, and loses a map with its last one`() throws {
        var text = ConfigurationText("")
        try text.set(["keys", "list", "delete"], to: "X")
        #expect(text.text == "keys:\n  list.delete: X\n")
        #expect(try text.remove(["keys", "list", "delete"]))
        #expect(text.text == "")
    }

    @Test(arguments: ["{me: Ann}\n", "{me: Ann, keys: {list.delete: X}}\n"])
    func `in braces is refused`(_ braces: String) {
        #expect(throws: ConfigurationText.NotLines.self) {
            var text = ConfigurationText(braces)
            try text.set(["input"], to: "x")
        }
    }

    @Test func `of a map in braces is refused, and the other keys are not`() throws {
        var text = ConfigurationText("keys: {list.delete: X}\n")
        try text.set(["me"], to: "Ann")
        #expect(text.text == "keys: {list.delete: X}\nme: Ann\n")
        #expect(throws: ConfigurationText.NotLines.self) { try text.set(["keys", "list", "edit"], to: "E") }
        #expect(throws: ConfigurationText.NotLines.self) { _ = try text.remove(["keys", "list", "delete"]) }
    }

    @Test(arguments: [
        "plain", "two words", "a # b", "a: b", "[x", "'", "\"", "\\", "# x", "- x", "", " x", "x ", "~/bin", "yes",
        "12", "회의",
        "a,b", "tab\there", "&a", "*a", "!a", "{", "?", "|", "%", "@", "`",
        "a\u{85}b", "a\u{2028}b", "a\u{2029}", "a\u{FEFF}b", "a\u{9B}b",
    ])
    func `quotes a value where YAML needs it, so that it is read as it is`(_ value: String) throws {
        for isList in [false, true] {
            let values = isList ? [value, "other"] : [value]
            var text = ConfigurationText("")
            try text.set(["key"], to: ConfigurationText.yaml(values, isList: isList))
            #expect(try Self.read(text.text) == values, "\(text.text)")
        }
        #expect(ConfigurationText.yaml(["plain"], isList: false) == "plain")
        #expect(ConfigurationText.yaml(["a", "b"], isList: true) == "[a, b]")
        #expect(ConfigurationText.yaml([], isList: true) == "[]")
    }

    private static func read(_ yaml: String) throws -> [String] {
        let node = try Yams.compose(yaml: yaml)?.mapping?.first?.value
        return node?.sequence?.compactMap { $0.scalar?.string } ?? [node?.scalar?.string].compactMap(\.self)
    }
}
