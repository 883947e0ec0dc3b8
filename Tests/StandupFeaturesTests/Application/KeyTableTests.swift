import Localization
import Testing

@testable import StandupFeatures

@Suite("The table of keys")
struct KeyTableTests {
    @Test("a key does one thing in a context", arguments: KeyContext.allCases)
    func unambiguous(context: KeyContext) {
        var seen: Set<Key> = []
        for binding in KeyTable.bindings where binding.contexts.contains(context) {
            for key in binding.keys { #expect(seen.insert(key).inserted, "\(key) in \(context)") }
        }
    }

    @Test("everywhere but in a running meeting there is a way back and a way out", arguments: KeyContext.allCases)
    func wayOut(context: KeyContext) {
        let isMeeting = context == .record || context == .ending
        #expect(KeyTable.command(for: .escape, in: context) == (isMeeting ? .end : .back))
        #expect(KeyTable.command(for: .control("c"), in: context) == (isMeeting ? .end : .quit))
        #expect(KeyTable.command(for: .function(1), in: context) == .help)
    }

    @Test("every context has hints and names for all keys, in each language", arguments: ["en", "de", "ko"])
    func texts(language: String) {
        let localizer = Localizer.localizer(language)
        for context in KeyContext.allCases {
            let hints = KeyTable.all(in: context, localizer)
            #expect(!hints.isEmpty)
            for hint in hints {
                #expect(!hint.key.isEmpty && !hint.text.isEmpty)
                #expect(!hint.text.hasPrefix("key.") && !hint.key.contains("key."), "\(hint)")
            }
        }
    }

    @Test("a keyboard switched to Hangul gives the same commands, and Hangul in text fields")
    func hangul() {
        #expect(KeyTable.command(for: .character("ㅜ"), in: .record) == .nextSpeaker)
        #expect(KeyTable.command(for: .character("ㅁ"), in: .list) == .add)
        #expect(KeyTable.command(for: .character("ㅓ"), in: .list) == .down)
        #expect(KeyTable.command(for: .character("ㅜ"), in: .text) == .insert("ㅜ"))
        #expect(KeyTable.command(for: .character("한"), in: .list) == nil)
    }
}
