import Testing

@testable import MeetingHistory

/// The meaning of a query, and its matches in a text.
@Suite struct SearchQueryTests {
    /// A query in short: terms of one group with `|` between them, groups with spaces, `_` between the words of a phrase.
    private func outline(_ text: String, matching combination: SearchQuery.Combination = .all) throws -> String {
        try SearchQuery(text, matching: combination).groups.map { group in
            group.map { $0.words.joined(separator: "_") + ($0.isPrefix ? "*" : "") }.joined(separator: "|")
        }
        .joined(separator: " ")
    }

    @Test(
        arguments: [
            ("login page", "login page*"),
            ("login \"front page\"", "login front_page"),
            ("log* page of", "log* page of"),
            ("\"front pa\"*", "front_pa*"),
            ("a OR b OR c d", "a|b|c d"),
            ("login AND page!", "login page*"),
            ("don't", "don_t"),
            ("don't look-ahead", "don_t look_ahead*"),
            ("\"not closed", "not_closed"),
            ("“curly quotes” «x»", "curly_quotes x"),
            ("page page", "page page*"),
            ("page* page page", "page* page"),
            ("OR login OR", "login"),
            ("or and", "or and*"),
            ("to", "to"),
            ("회의 page", "회의* page*"),
            ("\"회의 시간\"", "회의_시간*"),
            ("会議室", "会_議_室"),
            ("log*in", "log_in"),
            ("text:foo ^bar -baz NEAR(a b)", "text_foo bar baz near_a b"),
            ("{a} : + - * ^ ' ; -- /* b */ 100%", "a b 100*"),
        ])
    func `A query contains words, phrases, beginnings and alternatives`(text: String, expected: String) throws {
        #expect(try outline(text) == expected)
    }

    @Test func `With any, one of the words is enough`() throws {
        #expect(try outline("login page \"x y\"", matching: .any) == "login|page|x_y")
    }

    @Test(
        arguments: [
            "", " ", "\"", "\"\"", "\" \" \"", "*", "**", "\"*\"*", "OR", "AND OR \"\"", "()", "-", "'; --", "\n\t",
            "\u{0}", "\u{301}", "🦊", "\u{200b}\u{ad}",
        ])
    func `A query without a word is an error of one line`(text: String) {
        let error = #expect(throws: SearchQueryError.self) { try SearchQuery(text) }
        #expect(error == .noWords(text))
        #expect(error?.description.contains { $0.isNewline } == false)
        #expect(error?.description.utf8.starts(with: "nothing to search for in '".utf8) == true)
    }

    @Test func `More than 64 different words are refused`() throws {
        let words = (1...64).map(String.init)
        #expect(try SearchQuery(words.joined(separator: " ")).groups.count == 64)
        #expect(try SearchQuery((words + words.dropLast()).joined(separator: " ")).groups.count == 64)
        let text = (words + ["65"]).joined(separator: " ")
        #expect(throws: SearchQueryError.tooManyWords(text)) { try SearchQuery(text) }
        #expect(throws: SearchQueryError.tooManyWords(text)) { try SearchQuery(text, matching: .any) }
    }

    /// The text with the matches in brackets.
    private func marked(_ text: String, _ query: String) throws -> String {
        var marked = text
        for range in try SearchQuery(query).matches(in: text).reversed() {
            marked.insert("]", at: range.upperBound)
            marked.insert("[", at: range.lowerBound)
        }
        return marked
    }

    @Test(
        arguments: [
            ("Yesterday I fixed the Login-Page.", "login", "Yesterday I fixed the [Login]-Page."),
            ("Yesterday I fixed the login page.", "\"the login\" page", "Yesterday I fixed [the login] [page]."),
            ("the the the", "\"the the\"", "[the the the]"),
            ("logging logs a log", "log*", "[logging] [logs] a [log]"),
            ("logging logs a log", "\"log\"", "logging logs a [log]"),
            ("Café, cafe\u{301} and CAFÉ", "cafe", "[Café], [cafe\u{301}] and [CAFÉ]"),
            ("Straße in STRASSE und Zürich", "strasse zurich", "[Straße] in [STRASSE] und [Zürich]"),
            ("회의를 시작합니다", "회의", "[회의를] 시작합니다"),
            ("다음회의는", "회의", "다음회의는"),
            ("今日の会議室は三階です", "会議", "今日の[会議]室は三階です"),
            ("ｌｏｇｉｎ １２", "login 12", "[ｌｏｇｉｎ] [１２]"),
            ("co\u{ad}operate", "cooperate", "[co\u{ad}operate]"),
            ("nothing here", "absent", "nothing here"),
        ])
    func `Matches are marked as whole words`(text: String, query: String, expected: String) throws {
        #expect(try marked(text, query) == expected)
    }

    @Test func `Composed and decomposed characters match each other, including Hangul`() throws {
        // The syllable 한 as its three letters, é as e with an accent.
        for (text, query) in [("\u{1112}\u{1161}\u{11ab}국", "한국"), ("한국", "\u{1112}\u{1161}\u{11ab}\u{ad6d}")] {
            #expect(try !SearchQuery(query).matches(in: text).isEmpty)
        }
        #expect(try SearchQuery("re\u{301}sume\u{301}") == SearchQuery("résumé"))
        #expect(try SearchQuery("RESUME") == SearchQuery("résumé"))
    }

    @Test(
        arguments: [
            ("Łódź", "lodz"), ("Ærøskøbing", "aeroskobing"), ("İstanbul", "istanbul"), ("ΣΊΣΥΦΟΣ", "σισυφος"),
            ("Việt", "viet"), ("ﬁne", "fine"), ("ß", "ss"), ("ẞ", "ss"), ("ёлка", "елка"), ("が", "が"),
        ])
    func `Words match regardless of case, accents and width`(text: String, folded: String) throws {
        #expect(try SearchQuery(text) == SearchQuery(folded))
    }

    @Test func `Words are counted as people count them`() {
        #expect(SearchText.count(of: "I don't know -  yes, we're 100% done!") == 7)
        #expect(SearchText.count(of: " ") == 0)
        #expect(SearchText.count(of: "今日は会議") == 5)
        #expect(SearchText.count(of: "회의를 시작합니다") == 2)
    }

    @Test(
        arguments: [
            (" Web \t\r\n", "web", true), ("WEB TEAM", "b t", true), ("web", "wéb", true), ("Wéb", "WEB", true),
            ("ｗｅｂ", "web", true), ("", "", true), (" ", "\n", true), ("web", "web ", true), ("web", "wob", false),
            ("a\u{1F}b", "a b", false), ("내일", "내일 ", true), ("ß", "SS", true), ("Łódź – Büro", "lodz – buro", true),
        ])
    func `Parts of a text are found regardless of case, accents and width, without surrounding white space`(
        text: String, part: String, isFound: Bool
    ) {
        #expect(SearchText(text).contains(SearchText(part)) == isFound)
    }
}
