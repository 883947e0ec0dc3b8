import Foundation
import MeetingModel
import Testing

@testable import StandupSpeech

private let dictionaryPath = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
private let english = PronunciationDictionary(path: dictionaryPath)

@Suite struct `Correcting by a vocabulary` {
    private static let names = ["Priya Raman", "Siobhan", "Joaquin", "Jon", "Ann", "Will van Dyke"]
    private static let terms = [
        "Kubernetes", "pull request", "Terraform", "rollback", "API", "Postgres", "frontend", "backend", "standup",
    ]

    private static let usual = Vocabulary(names: names, terms: terms, dictionary: english)
    /// Without Ann, which sounds like an article.
    private static let withoutAnn = Vocabulary(names: names.filter { $0 != "Ann" }, terms: terms, dictionary: english)

    private func vocabulary(
        names: [String], terms: [String], language: String = "en", dictionary: PronunciationDictionary? = english
    ) -> Vocabulary {
        Vocabulary(names: names, terms: terms, language: language, dictionary: dictionary)
    }

    private func corrected(_ text: String, _ confidence: Double, by vocabulary: Vocabulary) -> String {
        utterance(text, confidence).corrected(by: vocabulary).text
    }

    private func utterance(_ text: String, _ confidence: Double = 0.5) -> RecognizedUtterance {
        let words = text.split(separator: " ").enumerated()
            .map { index, word in
                RecognizedUtterance.Word(
                    text: String(word), start: Int64(index) * 100, end: Int64(index) * 100 + 90, confidence: confidence)
            }
        return RecognizedUtterance(words: words, recognizer: "x") ?? { fatalError("a text has words") }()
    }

    @Test(
        .enabled(if: english != nil),
        arguments: [
            ("jon wrote the tests", "Jon wrote the tests"),
            ("john wrote the tests", "Jon wrote the tests"),
            ("i will ask siobhan's team", "I will ask Siobhan's team"),
            ("the cuban eddies cluster", "the Kubernetes cluster"),
            ("tara farm failed", "Terraform failed"),
            ("to reform failed", "Terraform failed"),
            ("look at the pool request", "look at the pull request"),
            ("look at the pool requests", "look at the pull requests"),
            ("my part quest", "my pull request"),
            ("the roll back took two hours", "the rollback took two hours"),
            ("the french and needs it", "the frontend needs it"),
            ("the back end is down", "the backend is down"),
            ("the stand up is over", "the standup is over"),
            // With the punctuation of speech servers.
            ("We looked at kubernetes, Jon's.", "We looked at Kubernetes, Jon's."),
            ("(john) said so", "(Jon) said so"),
        ]
    ) func `replaces similar-sounding words by a name or term`(heard: String, expected: String) {
        let corrected = corrected(heard, 0.4, by: Self.usual)
        #expect(corrected.lowercased() == expected.lowercased())
        for word in expected.split(separator: " ") where word.contains(where: \.isUppercase) && word.count > 2 {
            #expect(corrected.contains(word) || word == "We", "\(corrected)")
        }
    }

    @Test(
        .enabled(if: english != nil),
        arguments: [
            "an apple and an egg", "i will be there", "will you do it", "in an hour", "the doctor is in",
            "he was pulled over on request of the other driver", "the person in front left early",
            "ann and anne will meet", "going to a farm in june", "prayer is a good thing", "we ran out of coffee",
            "she wants to know when the invoices will be sent",
            "the train was late so i missed the first half of the talk",
            "nobody answered the phone when i called this morning",
            "the report is almost done but the pictures are missing",
            "it took me an hour to find the right cable", "our guests will arrive at the airport in the evening",
            "the numbers for the second quarter look better than we expected",
            "i would like to take the day off on thursday",
            "the printer on the second floor is out of paper",
            "they asked me to come back with a better proposal", "let us finish a little earlier today if nobody minds",
            "could you please turn off the lights when you leave",
        ]
    ) func `leaves ordinary sentences unchanged`(text: String) {
        for confidence in [0.4, 0.9] {
            #expect(corrected(text, confidence, by: Self.withoutAnn).lowercased() == text)
        }
    }

    /// The list of software teams.
    private static let software = Vocabulary(general: softwareTerms, dictionary: english)
    private static let softwareTerms: [String] = {
        let path = #filePath.replacing("Tests/SpeechTests/Vocabulary/VocabularyTests.swift", with: "Assets/")
        let text = (try? String(contentsOfFile: path + "Vocabularies/software.en.txt", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }()

    @Test(
        .enabled(if: english != nil),
        arguments: [
            // As Whisper recognized the demo.
            ("The Ligon page is slow", "The login page is slow"),
            ("my Paul Request is open", "my pull request is open"),
            ("the Simon key", "the signing key"), ("the Villing boog", "the billing bug"),
            ("an excess token", "an access token"), ("the front end calls", "the frontend calls"),
            ("Elastic search needs it", "Elasticsearch needs it"),
            ("the github api", "the GitHub API"),
        ]
    ) func `replaces words by general terms`(heard: String, expected: String) {
        #expect(corrected(heard, 0.7, by: Self.software) == expected)
    }

    @Test(
        .enabled(if: english != nil),
        arguments: [
            "the children were playing in the garden", "the building needs paint", "the printer is out of paper",
            "a conference in the center", "the connection to the land", "we print it", "that script is long",
            "he answered all of them", "it has been down", "they signed up", "it prints the list",
            "Merge it with care", "React to it", "be swift", "the sentry", "my own merged version",
        ]
    ) func `leaves ordinary words that sound like general terms`(text: String) {
        for confidence in [0.5, 0.9] { #expect(corrected(text, confidence, by: Self.software) == text) }
    }

    @Test(.enabled(if: english != nil)) func `prefers a team's own names and terms to general ones`() {
        let vocabulary = Vocabulary(
            names: ["Ansel"], terms: ["PostGres"], general: ["Postgres", "Ansible", "Redis"], dictionary: english)
        #expect(corrected("postgres is up", 0.9, by: vocabulary) == "PostGres is up")
        #expect(vocabulary.chosen.pronouncedTerms.map(\.spelling) == ["PostGres", "Ansel"])
        #expect(vocabulary.pronouncedTerms.map(\.spelling) == ["PostGres", "Ansel", "Ansible", "Redis"])
    }

    @Test(.enabled(if: english != nil)) func `leaves frequent words unchanged`() {
        let words = CommonWords.function.union(CommonWords.frequent).sorted()
        #expect(words.count > 500)
        // Each by itself, between two words that match nothing.
        for start in stride(from: 0, to: words.count, by: 40) {
            let text = words[start..<min(start + 40, words.count)].joined(separator: " 零 ")
            #expect(corrected(text, 0.9, by: Self.usual) == text)
        }
    }

    @Test(.enabled(if: english != nil)) func `requires a better match for confident words`() {
        let vocabulary = vocabulary(names: ["Joaquin"], terms: [])
        #expect(corrected("joachim found it", 0.1, by: vocabulary) == "joachim found it")
        let docker = self.vocabulary(names: [], terms: ["Docker"])
        #expect(corrected("the doctor image", 1, by: docker) == "the doctor image")
        #expect(corrected("the doctor image", 0, by: docker) == "the Docker image")
    }

    @Test func `works without a dictionary`() {
        let vocabulary = vocabulary(names: ["Kathryn"], terms: ["Grafana"], dictionary: nil)
        #expect(
            corrected("katherine fixed the gruffana board", 0.5, by: vocabulary) == "Kathryn fixed the Grafana board")
        #expect(corrected("catherine's", 0.5, by: vocabulary) == "Kathryn's")
    }

    @Test func `compares letters in other languages, with lower limits`() {
        let vocabulary = vocabulary(names: ["Jürgen"], terms: ["Kubernetes", "Wartung"], language: "de-AT")
        #expect(
            corrected("jurgen hat den kubernetis cluster", 0.5, by: vocabulary) == "Jürgen hat den Kubernetes cluster")
        #expect(corrected("die warnung und die haltung", 0.1, by: vocabulary) == "die warnung und die haltung")
    }

    @Test func `changes nothing without names and terms`() {
        let heard = utterance("john said an apple")
        #expect(heard.corrected(by: Vocabulary()) == heard)
        #expect(heard.corrected(by: Vocabulary(names: ["", " ", "J."], terms: ["", "…"])) == heard)
    }

    @Test(.enabled(if: english != nil)) func `keeps the original words and the times`() {
        let vocabulary = Self.usual
        let one = utterance("the cuban eddies cluster").corrected(by: vocabulary)
        #expect(one.words.map(\.text) == ["the", "Kubernetes", "cluster"])
        #expect(one.words.map(\.heard) == [nil, "cuban eddies", nil])
        #expect(one.words[1].start == 100 && one.words[1].end == 290)
        let same = utterance("the pool request").corrected(by: vocabulary)
        #expect(same.words.map(\.heard) == [nil, "pool", nil])
        #expect(same.words.map(\.start) == [0, 100, 200])
        let more = utterance("the poolrequest").corrected(by: vocabulary)
        #expect(more.words.map(\.text) == ["the", "pull", "request"])
        #expect(more.words.map(\.heard) == [nil, "poolrequest", ""])
        #expect(more.words.map(\.start) == [0, 100, 145] && more.words.map(\.end) == [90, 145, 190])
    }

    @Test(.enabled(if: english != nil), arguments: 0..<12)
    func `is idempotent, and keeps times in order`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let sounds = """
            john jon an ann will the cuban eddies pool request part quest tara farm to reform roll back posters and she
            french end front stand up korea pray every a p i api Kubernetes, (pull request) siobhan's walking jail 零 … 42
            """
        let choice = sounds.split(whereSeparator: \.isWhitespace).map(String.init)
        var end: Int64 = 0
        let words = (0..<Int.random(in: 1...20, using: &generator))
            .map { _ in
                let start = end + Int64.random(in: 0...50, using: &generator)
                end = start + Int64.random(in: 0...90, using: &generator)
                return RecognizedUtterance.Word(
                    text: choice.randomElement(using: &generator) ?? "", start: start, end: end,
                    confidence: Double.random(in: 0...1, using: &generator))
            }
        guard let heard = RecognizedUtterance(words: words, recognizer: "x") else { return }
        let vocabulary = Self.usual
        let once = heard.corrected(by: vocabulary)
        #expect(once.corrected(by: vocabulary) == once)
        #expect(once.start == heard.start && once.end == heard.end)
        #expect(once.words.allSatisfy { $0.start <= $0.end })
        #expect(zip(once.words, once.words.dropFirst()).allSatisfy { $0.end <= $1.start })
        let original = once.words.map { $0.heard ?? $0.text }.filter { !$0.isEmpty }.joined(separator: " ")
        #expect(original == heard.text)
    }
}

@Suite struct `Pronunciations` {
    private func names(_ sounds: [Int]) -> String { sounds.map { Phone.allCases[$0].rawValue }.joined(separator: " ") }

    @Test func `include all of a dictionary's for a word`() {
        let dictionary = PronunciationDictionary(text: "'bout B AW T\na AH\na(2) EY\nabout AH B AW1 T\nzoo Z UW\n")
        #expect(dictionary.pronunciations(of: "a").map(names) == ["AH", "EY"])
        #expect(dictionary.pronunciations(of: "'bout").map(names) == ["B AW T"])
        #expect(dictionary.pronunciations(of: "about").map(names) == ["AH B AW T"])
        #expect(dictionary.pronunciations(of: "zoo").map(names) == ["Z UW"])
        for word in ["", "b", "zzz", "a b", "\n", "ab"] { #expect(dictionary.pronunciations(of: word) == []) }
        #expect(PronunciationDictionary(path: "/nowhere.dict") == nil)
        #expect(PronunciationDictionary(text: "").pronunciations(of: "a") == [])
    }

    @Test(.enabled(if: english != nil)) func `of every word are found in the installed dictionary`() throws {
        let dictionary = try #require(english)
        let lines = try String(contentsOfFile: dictionaryPath, encoding: .utf8).split(separator: "\n")
        // Bisection needs a sorted file; up to one word in a hundred may be out of order.
        let sample = stride(from: 0, to: lines.count, by: 97).map { lines[$0].prefix { $0 != " " } }
            .filter { !$0.contains("(") }
        let missing = sample.count { dictionary.pronunciations(of: String($0)).isEmpty }
        #expect(missing * 100 < sample.count)
    }

    @Test(
        arguments: [
            ("terraform", "T EH R AE F AO R M"), ("jira", "JH IH R AH"), ("yuki", "Y UW K IY"), ("knight", "N AY T"),
            ("phone", "F OW N"), ("cache", "K AE CH"), ("xena", "Z EH N AH"), ("", ""),
            ("kubernetes", "K UW B ER N IY T IY Z"),
        ]
    ) func `are derived from letters`(word: String, phones: String) {
        #expect(names(LetterToSound.phones(of: word)) == phones)
    }

    @Test(
        arguments: [
            ("Éléna", "elena"), ("ŁUKASZ", "lukasz"), ("o’Neill", "o'neill"), ("Straße", "strasse"), ("ﬁx", "fix"),
            ("Ａｎｎ２", "ann2"), ("naïve-ish", "naiveish"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("…", ""),
        ]
    ) func `are of letters without accents and ligatures`(word: String, letters: String) {
        #expect(Pronouncer.letters(word).unicodeScalars.elementsEqual(letters.unicodeScalars))
    }

    @Test func `of abbreviations and camel-case names are joined from parts`() {
        let pronouncer = Pronouncer(dictionary: nil)
        #expect(pronouncer.pronunciations(of: "API").map(names).first == "EY P IY AY")
        #expect(pronouncer.pronunciations(of: "S3").map(names).first == "EH S TH R IY")
        #expect(pronouncer.pronunciations(of: "…") == [])
    }

    @Test func `have distances that grow with their differences`() {
        func distance(_ first: Phone, _ second: Phone) -> Float {
            PhoneDistance.substitution(first.index, second.index)
        }
        for phone in Phone.allCases {
            #expect(distance(phone, phone) == 0)
            for other in Phone.allCases where other != phone {
                #expect(distance(phone, other) == distance(other, phone))
                #expect(distance(phone, other) > 0 && distance(phone, other) <= 1)
            }
        }
        #expect(distance(.B, .P) < distance(.B, .S))
        #expect(distance(.IH, .IY) < distance(.IH, .AO))
        #expect(distance(.M, .N) < distance(.M, .K))
    }
}
