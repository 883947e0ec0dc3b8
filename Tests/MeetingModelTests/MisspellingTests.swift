import MeetingModel
import Testing

@Suite struct `A misspelt name` {
    private let commands = ["create", "list", "show", "start", "stats", "meeting", "meetings", "keep-meeting"]

    @Test(arguments: [
        ("strat", ["start"]), ("stat", ["start", "stats"]), ("START", ["start"]), ("crate", ["create"]),
        ("lst", ["list"]), ("mettings", ["meetings"]), ("strta", ["start", "stats"]), ("keep", ["keep-meeting"]),
        ("st", ["start", "stats"]),
        ("meet", ["meeting", "meetings"]), ("eeti", ["meeting", "meetings", "keep-meeting"]), ("x", []),
        ("nonsense", []), ("seedlings", []), ("greetings", ["meetings"]), ("", []), (" ", []),
    ])
    func `is answered with the names nearest to it`(_ text: String, _ names: [String]) {
        #expect(Misspelling.suggestions(for: text, among: commands) == names)
    }

    @Test func `of any length, among any names, is answered with three at most`() {
        let long = String(repeating: "x", count: 100_000)
        #expect(Misspelling.suggestions(for: long, among: [long]) == [])
        #expect(Misspelling.suggestions(for: "Dly", among: ["Daily", "Diary", "Weekly"]) == ["Daily"])
        #expect(Misspelling.suggestions(for: "Daily", among: Array(repeating: "daily", count: 9)) == ["daily"])
        #expect(Misspelling.suggestions(for: "daily", among: (1...9).map { "daily \($0)" }).count == 3)
        #expect(Misspelling.suggestions(for: "회의", among: ["주간 회의", ""]) == ["주간 회의"])
    }

    @Test(arguments: [
        ("Reveiw", ["Design review"]), ("desing reviw", ["Design review"]), ("Team standup", ["Team"]),
        ("review of design", ["Design review"]), ("on", []), ("Retro plan", []),
    ])
    func `is found by the words of a title`(_ text: String, _ names: [String]) {
        #expect(Misspelling.suggestions(for: text, among: ["Team", "Design review", "Plan of the day"]) == names)
    }

    @Test(
        arguments: [
            ([], nil), (["a"], "did you mean a?"), (["a", "b"], "did you mean a or b?"),
            (["a", "b", "c"], "did you mean a, b or c?"),
        ] as [([String], String?)])
    func `is part of a question`(_ names: [String], _ question: String?) {
        #expect(Misspelling.question(names) == question)
    }

}

@Suite struct `The start of an id` {
    @Test func `is eight characters, or as many as tell it from the others`() {
        #expect(ShortID.texts(of: []) == [])
        #expect(ShortID.texts(of: ["123456789", "abc"]) == ["12345678", "abc"])
        #expect(ShortID.texts(of: ["1234567890", "1234567899"]) == ["1234567890", "1234567899"])
        #expect(ShortID.texts(of: ["same", "same"]) == ["same", "same"])
        #expect(ShortID.texts(of: ["12345678-same-a", "12345678-same-a"]) == ["12345678", "12345678"])
    }
}
