import Localization
import Testing

@Suite struct `A Korean particle` {
    @Test(arguments: [
        ("을(를)", "데일리", "데일리를"), ("을(를)", "주간 회의록", "주간 회의록을"), ("을(를)", "서울", "서울을"),
        ("이(가)", "민수", "민수가"), ("이(가)", "지훈", "지훈이"), ("은(는)", "하나", "하나는"), ("은(는)", "둘", "둘은"),
        ("과(와)", "영희", "영희와"), ("과(와)", "철민", "철민과"), ("(으)로", "회의실", "회의실로"),
        ("(으)로", "서버", "서버로"), ("(으)로", "집", "집으로"), ("(이)라는", "민수", "민수라는"),
        ("(이)라는", "지훈", "지훈이라는"), ("을(를)", "회의 2", "회의 2를"), ("을(를)", "회의 3", "회의 3을"),
        ("(으)로", "회의 1", "회의 1로"), ("(으)로", "회의 6", "회의 6으로"),
    ])
    func `follows the sound before it`(particle: String, word: String, text: String) throws {
        #expect(try localizer("%{word}\(particle)")("text", ["word": .text(word)]) == text)
        let quoted = "‘\(word)’" + text.dropFirst(word.count)
        #expect(try localizer("‘%{word}’\(particle)")("text", ["word": .text(word)]) == quoted)
    }

    @Test(arguments: ["Daily", "", "日", "ㄱ", "😀"])
    func `both forms stand after letters whose sound is unknown`(word: String) throws {
        #expect(try localizer("%{word}을(를)")("text", ["word": .text(word)]) == "\(word)을(를)")
        #expect(try localizer("%{word}(으)로 감")("text", ["word": .text(word)]) == "\(word)(으)로 감")
    }

    @Test func `stays unchanged without a placeholder before it`() throws {
        #expect(try localizer("이름을(를)")("text") == "이름을(를)")
        #expect(try localizer("%{word} 을(를)")("text", ["word": .text("민수")]) == "민수 을(를)")
        #expect(try localizer("%{word}을(를)")("text") == "%{word}을(를)")
    }

    @Test func `is found behind each substitution`() throws {
        let text = try localizer("%{a}이(가) ‘%{b}’을(를) %{c}(으)로")(
            "text", ["a": .text("민수"), "b": .text("회의"), "c": .text("서울")])
        #expect(text == "민수가 ‘회의’를 서울로")
    }

    private func localizer(_ text: String) throws -> Localizer {
        Localizer(catalogues: [try Catalogue(yaml: "text: \"\(text)\"", language: tag("ko"), path: "ko.yaml")])
    }
}
