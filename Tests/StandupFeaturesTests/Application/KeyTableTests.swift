import Localization
import Testing

@testable import StandupFeatures

@Suite("The table of keys")
struct KeyTableTests {
    @Test(arguments: KeyContext.allCases)
    func `a key does one thing in a context`(context: KeyContext) {
        var seen: Set<Key> = []
        for binding in KeyTable.standard.bindings where binding.contexts.contains(context) {
            for key in binding.keys { #expect(seen.insert(key).inserted, "\(key) in \(context)") }
        }
    }

    @Test(arguments: KeyContext.allCases)
    func `everywhere but in a running meeting there is a way back and a way out`(context: KeyContext) {
        let isMeeting = context == .record || context == .ending
        #expect(KeyTable.standard.command(for: .escape, in: context) == (isMeeting ? .end : .back))
        // In a field of a page, it leaves the field.
        let wayOut: Command = isMeeting ? .end : KeyTable.fieldsOfPages.contains(context) ? .back : .quit
        #expect(KeyTable.standard.command(for: .control("c"), in: context) == wayOut)
        #expect(KeyTable.standard.command(for: .function(1), in: context) == .help)
    }

    @Test(arguments: ["en", "de", "ko"])
    func `every context has hints and names for all keys, in each language`(language: String) {
        let localizer = Localizer.localizer(language)
        for context in KeyContext.allCases {
            let hints = KeyTable.standard.all(in: context, localizer)
            #expect(!hints.isEmpty)
            for hint in hints {
                #expect(!hint.key.isEmpty && !hint.text.isEmpty)
                #expect(!hint.text.hasPrefix("key.") && !hint.key.contains("key."), "\(hint)")
            }
        }
    }

    @Test func `a keyboard switched to Hangul gives the same commands, and Hangul in text fields`() {
        #expect(KeyTable.standard.command(for: .character("ㅜ"), in: .record) == .nextSpeaker)
        #expect(KeyTable.standard.command(for: .character("ㅁ"), in: .list) == .add)
        #expect(KeyTable.standard.command(for: .character("ㅓ"), in: .list) == .down)
        #expect(KeyTable.standard.command(for: .character("ㅜ"), in: .text) == .insert("ㅜ"))
        #expect(KeyTable.standard.command(for: .character("한"), in: .list) == nil)
    }

    @Test(arguments: KeyContext.allCases)
    func `a name means one command in a context, and each key has a name`(context: KeyContext) {
        let names = KeyTable.names(in: context)
        #expect(Set(names).count == names.count, "\(names)")
        for key in KeyTable.standard.bindings.filter({ $0.contexts.contains(context) }).flatMap(\.keys) {
            #expect(key.configurationName.flatMap(Key.init(name:)) == key)
        }
    }

    @Test func `wherever text is typed, the arrows with Control or Alt move by a word, and the help says so`() {
        for context in KeyTable.typing {
            for key in [Key.wordLeft, .alt("b")] {
                #expect(KeyTable.standard.command(for: key, in: context) == .wordLeft)
            }
            for key in [Key.wordRight, .alt("f")] {
                #expect(KeyTable.standard.command(for: key, in: context) == .wordRight)
            }
            let help = KeyTable.standard.all(in: context, .localizer("en")).map { "\($0.key) \($0.text)" }
            for line in [
                "← left", "→ right", "^← Alt-b back by a word", "^→ Alt-f forward by a word", "Home ^A first",
                "End ^E last", "Del delete next character",
            ] { #expect(help.contains(line), "\(line) in \(context): \(help)") }
        }
        #expect(Key(name: "alt-left") == Key(name: "Ctrl-Left") && Key(name: "ctrl-right") == .wordRight)
    }

    @Test func `D deletes wherever something can be deleted, and x deletes nowhere`() {
        for context in KeyContext.allCases {
            #expect(KeyTable.standard.command(for: .character("x"), in: context) != .delete)
        }
        for context in [KeyContext.list, .standup, .meeting] {
            #expect(KeyTable.standard.command(for: .character("D"), in: context) == .delete)
            #expect(KeyTable.standard.command(for: .character("u"), in: context) == .undo)
        }
    }

    @Test func `keys chosen by the user replace those of one command in one context, also in the help`() throws {
        let table = try KeyTable.standard.overriding([KeyOverride(.list, "delete", [.function(8), .alt("d")])])
        #expect(table.command(for: .function(8), in: .list) == .delete)
        #expect(table.command(for: .character("D"), in: .list) == nil)
        #expect(table.command(for: .character("D"), in: .standup) == .delete)
        let hint = try #require(table.all(in: .list, .localizer("en")).first { $0.text == "delete" })
        #expect(hint.key == "F8 Alt-d")
        let without = try KeyTable.standard.overriding([KeyOverride(.list, "delete", [])])
        #expect(without.command(for: .delete, in: .list) == nil)
        #expect(!without.hints(in: .list, .localizer("en")).contains { $0.text == "delete" })
    }

    @Test func `two commands can swap their keys`() throws {
        let table = try KeyTable.standard.overriding([
            KeyOverride(.list, "add", [.character("e")]), KeyOverride(.list, "edit", [.character("a")]),
        ])
        #expect(table.command(for: .character("e"), in: .list) == .add)
        #expect(table.command(for: .character("a"), in: .list) == .edit)
    }

    @Test func `a key bound twice, an unknown command and a letter in a text field are refused`() {
        let twice = KeyOverride(.list, "add", [.character("e")])
        #expect(throws: KeyOverrideError.boundTwice(twice, .character("e"), other: "edit")) {
            try KeyTable.standard.overriding([twice])
        }
        let fixed = KeyOverride(.standup, "edit", [.character("q")])
        #expect(throws: KeyOverrideError.boundTwice(fixed, .character("q"), other: nil)) {
            try KeyTable.standard.overriding([fixed])
        }
        for character in "mjih[" {
            #expect(Key(name: "ctrl-\(character)") == nil && Key(name: "alt-\(character)") != nil)
        }
        let unknown = KeyOverride(.list, "next-speaker", [.character("n")])
        #expect(throws: KeyOverrideError.unknownCommand(unknown)) { try KeyTable.standard.overriding([unknown]) }
        let letter = KeyOverride(.text, "save", [.character("s")])
        #expect(throws: KeyOverrideError.isText(letter, .character("s"))) {
            try KeyTable.standard.overriding([letter])
        }
    }
}
