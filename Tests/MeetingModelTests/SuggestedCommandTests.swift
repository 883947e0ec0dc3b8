import MeetingModel
import Testing

struct `A suggested command` {
    @Test(arguments: [
        ("Daily", "Daily"), ("Große", "Große"), ("日本語", "日本語"), ("2026-02-03", "2026-02-03"), ("a/b.wav", "a/b.wav"),
        ("Große Runde", "'Große Runde'"), ("It's", #"'It'\''s'"#), ("", "''"), ("$HOME", "'$HOME'"), ("`x`", "'`x`'"),
        ("a;b", "'a;b'"), ("🚀", "'🚀'"), ("=x", "'=x'"), ("~", "'~'"),
        ("a\"b", "'a\"b'"), ("x\u{1b}[1m", "'x\u{fffd}[1m'"),
        ("--resume", "--resume"), ("!1", "'!1'"), ("{a,b}", "'{a,b}'"), ("*", "'*'"),
    ])
    func `quotes a word that a shell would change`(word: String, quoted: String) {
        #expect(SuggestedCommand("start", word).description == "standup start \(quoted)")
    }

    @Test(arguments: ["", "-x", "a\u{1b}b", "two\nlines", String(repeating: "x", count: 61)])
    func `names by its id what cannot be typed`(title: String) {
        #expect(SuggestedCommand.name(title: title, id: "3f2a0000-0000") == "3f2a0000")
        #expect(SuggestedCommand.name(title: "Große Runde", id: "3f2a0000-0000") == "Große Runde")
    }
}
