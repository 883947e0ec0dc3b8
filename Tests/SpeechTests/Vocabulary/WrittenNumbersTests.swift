import Testing

@testable import StandupSpeech

@Suite struct `Numbers of words` {
    private typealias Word = RecognizedUtterance.Word

    private func utterance(_ text: String, confidences: [Double] = []) throws -> RecognizedUtterance {
        let words = text.split(separator: " ").enumerated()
            .map { index, word in
                Word(
                    text: String(word), start: Int64(index) * 100, end: Int64(index) * 100 + 90,
                    confidence: confidences.isEmpty ? 0.5 : confidences[index])
            }
        return try #require(RecognizedUtterance(words: words, recognizer: "x"))
    }

    private func written(_ text: String, _ language: String = "en", terms: [String] = []) throws -> String {
        try utterance(text).corrected(by: Vocabulary(terms: terms, language: language, writesNumbers: true)).text
    }

    @Test(
        arguments: [
            ("we deployed version three point two.", "we deployed version 3.2."),
            ("version three point two point one is out", "version 3.2.1 is out"),
            ("Three point two is out.", "3.2 is out."),
            ("three dot two", "3.2"),
            ("version two point oh", "version 2.0"),
            ("it grew by zero point five percent", "it grew by 0.5%"),
            ("one point five hours", "1.5 hours"),
            ("pi is three point one four", "pi is 3.14"),
            ("go to version ten point twelve", "go to version 10.12"),
            ("ticket four one seven is done", "ticket 417 is done"),
            ("Ticket four one seven, and that was it.", "Ticket 417, and that was it."),
            ("ticket number four one seven", "ticket number 417"),
            ("ticket 4 1 7", "ticket 417"),
            ("ticket 4-1-7.", "ticket 417."),
            ("ticket four seventeen is open", "ticket 417 is open"),
            ("ticket four hundred and seventeen", "ticket 417"),
            ("ticket seven is done", "ticket 7 is done"),
            ("the ticket number seven is done", "the ticket number 7 is done"),
            ("pull request twelve is merged", "pull request 12 is merged"),
            ("merge request number three is merged", "merge request number 3 is merged"),
            ("issue forty-two", "issue 42"),
            ("bug twenty five", "bug 25"),
            ("we had an error five oh three", "we had an error 503"),
            ("HTTP four oh four again", "HTTP 404 again"),
            ("it listens on port eighty eighty", "it listens on port 8080"),
            ("on port three thousand", "on port 3000"),
            ("in sprint four", "in sprint 4"),
            ("we are in room two oh one", "we are in room 201"),
            ("step one: build it", "step 1: build it"),
            ("build nine failed", "build 9 failed"),
            ("I upgraded to version three", "I upgraded to version 3"),
            ("call extension four one seven please", "call extension 417 please"),
            ("twenty five tests failed", "25 tests failed"),
            ("forty-two tests failed", "42 tests failed"),
            ("Twenty-five people came.", "25 people came."),
            ("a hundred and twenty rows", "120 rows"),
            ("two hundred rows", "200 rows"),
            ("one hundred percent", "100%"),
            ("a hundred percent sure", "100% sure"),
            ("five percent of them", "5% of them"),
            ("five per cent of them", "5% of them"),
            ("5 percent of them", "5% of them"),
            ("two thousand and nineteen", "2019"),
            ("ten thousand users", "10,000 users"),
            ("a hundred and twenty five thousand users", "125,000 users"),
            ("fifteen hundred lines", "1500 lines"),
            ("thirteen bugs", "13 bugs"),
            ("twenty five million rows", "25 million rows"),
            ("ten to fifteen minutes", "10 to 15 minutes"),
            ("ten or fifteen people", "10 or 15 people"),
            ("it fell by five to ten percent", "it fell by 5 to 10%"), ("one or two megabytes", "1 or 2 megabytes"),
            ("five megabytes of logs", "5 megabytes of logs"),
            ("let us meet at half past nine", "let us meet at 9:30"),
            ("at half-past nine.", "at 9:30."),
            ("a quarter to ten", "9:45"),
            ("quarter past one", "1:15"),
            ("at quarter to one", "at 12:45"),
            ("at nine thirty", "at 9:30"),
            ("from nine thirty to ten fifteen", "from 9:30 to 10:15"),
            ("at ten o'clock", "at 10 o'clock"),
            ("by nine oh five", "by 9:05"),
            ("at ten to nine", "at 8:50"),
            ("twenty five past nine", "9:25"),
            ("nine thirty am works", "9:30 am works"),
            ("at nine p.m.", "at 9 p.m."),
            ("at 9 30", "at 9:30"),
            ("on the eighteenth", "on the 18th"),
            ("by the twenty-first we are done", "by the 21st we are done"),
            ("by the twenty first.", "by the 21st."),
            ("the third of March", "the 3rd of March"),
            ("March the second", "March the 2nd"),
            ("until May first", "until May 1st"),
            ("Friday the thirteenth", "Friday the 13th"),
            ("until the thirtieth", "until the 30th"),
            ("since twenty twenty six", "since 2026"),
            ("in nineteen ninety nine", "in 1999"),
            ("on March third twenty twenty six", "on March 3rd 2026"),
            ("between five and twenty", "between 5 and 20"),
            ("I say oh twenty five", "I say oh 25"),
        ]
    ) func `are written in English`(spoken: String, expected: String) throws {
        #expect(try written(spoken, "en-GB") == expected)
    }

    @Test(
        arguments: [
            "one of the tests", "no one", "the one thing", "two pull requests",
            "I have two pull requests and three tickets", "one two three testing", "three two one go",
            "the first test", "for the first time", "the second time", "first I did the tests", "on the first test",
            "on the third floor", "the twenty first century", "a hundred times", "a thousand thanks", "fifty fifty",
            "ten fifteen minutes", "two or three hundred", "nine to five", "the build two days ago",
            "we release two apps", "please build two images", "sprint one two people left",
            "at this point two people left", "this is the one point two of us made", "I have one point. Two of them",
            "one to one meetings", "we were at two ten minute calls", "at two twenty minute calls",
            "in March the first version went live", "by the eleventh hour", "on the twentieth test", "we march first",
            "may the first test pass", "nine eleven", "twenty four seven", "half past it", "half of ten",
            "a quarter of them", "two thirds", "thirty second timeout", "twenty-five-minute call", "catch one",
            "five minutes", "twelve people", "zero bugs", "it is 3.2 and 9:30 and 417 and 10000",
            "oh three tests failed", "I for one am proud of this", "release 3.2.1 is out", "0 0 0", "of twenty fifty",
        ]
    ) func `stay words in English where they are small, doubtful or no numbers`(spoken: String) throws {
        #expect(try written(spoken) == spoken)
    }

    @Test(
        arguments: [
            ("Version drei Punkt zwei ist fertig.", "Version 3.2 ist fertig."),
            ("Version drei Punkt zwei Punkt eins", "Version 3.2.1"),
            ("drei Komma zwei Sekunden", "3,2 Sekunden"),
            ("null Komma fünf Prozent", "0,5 %"),
            ("Ticket vier eins sieben ist fertig", "Ticket 417 ist fertig"),
            ("Ticket 4 1 7 ist fertig", "Ticket 417 ist fertig"),
            ("Ticket Nummer vier eins sieben.", "Ticket Nummer 417."),
            ("Ticket vier siebzehn ist offen", "Ticket 417 ist offen"),
            ("Ticket vierhundertsiebzehn", "Ticket 417"),
            ("Ticket vier hundert siebzehn", "Ticket 417"),
            ("das Ticket sieben ist fertig", "das Ticket 7 ist fertig"),
            ("im Sprint vier", "im Sprint 4"),
            ("Fehler vier null vier", "Fehler 404"),
            ("Pull Request zwölf", "Pull Request 12"),
            ("auf Port achtzig achtzig", "auf Port 8080"),
            ("auf Port dreitausend", "auf Port 3000"),
            ("siebzehn Tests", "17 Tests"),
            ("einundzwanzig Tests", "21 Tests"),
            ("ein und zwanzig Tests", "21 Tests"),
            ("hundertzwanzig Zeilen", "120 Zeilen"),
            ("einhundert Zeilen", "100 Zeilen"),
            ("zweitausend Zeilen", "2000 Zeilen"),
            ("zehntausend Zeilen", "10.000 Zeilen"),
            ("dreißig Leute", "30 Leute"),
            ("dreissig Leute", "30 Leute"),
            ("zweiunddreissig Leute", "32 Leute"),
            ("fünf Prozent", "5 %"),
            ("hundert Prozent sicher", "100 % sicher"),
            ("zehn bis fünfzehn Minuten", "10 bis 15 Minuten"),
            ("im Jahr neunzehnhundertneunundneunzig", "im Jahr 1999"),
            ("seit zweitausendsechsundzwanzig", "seit 2026"),
            ("um halb zehn", "um 9:30 Uhr"),
            ("um halb 10.", "um 9:30 Uhr."),
            ("um halb eins", "um 12:30 Uhr"),
            ("um Viertel vor zehn", "um 9:45 Uhr"),
            ("Viertel nach neun", "9:15 Uhr"),
            ("um zehn nach neun", "um 9:10 Uhr"),
            ("fünf vor halb zehn", "9:25 Uhr"),
            ("fünf nach halb zehn", "9:35 Uhr"),
            ("um zehn Uhr dreißig", "um 10:30 Uhr"),
            ("um 10 Uhr 30", "um 10:30 Uhr"),
            ("um zehn Uhr", "um 10 Uhr"),
            ("um ein Uhr", "um 1 Uhr"),
            ("um neun dreißig", "um 9:30 Uhr"),
            ("am achtzehnten", "am 18."),
            ("Am achtzehnten.", "Am 18."),
            ("bis zum einundzwanzigsten sind wir fertig", "bis zum 21. sind wir fertig"),
            ("der achtzehnte ist frei", "der 18. ist frei"),
            ("der achtzehnte", "der 18."),
            ("am dritten März", "am 3. März"),
            ("der erste Mai", "der 1. Mai"),
            ("am zwanzigsten um zehn Uhr", "am 20. um 10 Uhr"),
            ("um 3,2 Prozent", "um 3,2 %"),
            ("fünfzehn Uhr", "15 Uhr"),
        ]
    ) func `are written in German`(spoken: String, expected: String) throws {
        #expect(try written(spoken, "de-AT") == expected)
    }

    @Test(
        arguments: [
            "der achtzehnte passt", "zwei Tests", "ein Test", "eine von zwei", "keiner", "die eine Sache",
            "zwei Pull Requests", "zwölf Leute", "der erste Test", "zum ersten Mal", "der achtzehnte Test",
            "am ersten Tag", "zum zweiten", "hundert Mal", "tausend Dank", "zwei oder dreihundert",
            "das Release zwei Tage später", "ein Ticket zwei Leute", "das Ticket zwei Kollegen", "in acht nehmen",
            "ich achte darauf", "eins zwei drei Test", "drei Punkt zwei", "fünf vor zehn Leuten", "zwei von drei",
            "Es ist 3,2 und 417 und 10000.", "sechs vier", "kurz vor zehn", "um zehn", "halb fertig",
            "halb so schlimm", "ein Viertel der Tests", "zwanzig dreißig Leute", "Viertel zehn",
            "Punkt eins ist fertig", "neun vor", "zwanziger Jahre",
        ]
    ) func `stay words in German where they are small, doubtful or no numbers`(spoken: String) throws {
        #expect(try written(spoken, "de") == spoken)
    }

    @Test func `keep their times, the lowest confidence and the recognizer's words`() throws {
        let vocabulary = Vocabulary(writesNumbers: true)
        let english = try utterance("Version three point two.", confidences: [0.9, 0.8, 0.3, 0.7]).corrected(
            by: vocabulary)
        #expect(
            english.words == [
                Word(text: "Version", start: 0, end: 90, confidence: 0.9),
                Word(text: "3.2.", start: 100, end: 390, confidence: 0.3, heard: "three point two."),
            ])
        #expect(english.end == 390)
        let german = try utterance("um zehn Uhr dreißig").corrected(by: Vocabulary(language: "de", writesNumbers: true))
        #expect(german.words.map(\.text) == ["um", "10:30", "Uhr"])
        #expect(german.words.map(\.heard) == [nil, "zehn Uhr dreißig", ""])
        #expect(german.words.map(\.start) == [0, 100, 245] && german.words.map(\.end) == [90, 245, 390])
    }

    @Test func `keep what was heard for a term, and leave terms alone`() throws {
        let vocabulary = Vocabulary(terms: ["Grafana", "Studio Twenty Two"], writesNumbers: true)
        let text = try utterance("the gruffana ticket four one seven").corrected(by: vocabulary)
        #expect(text.words.map(\.text) == ["the", "Grafana", "ticket", "417"])
        #expect(text.words.map(\.heard) == [nil, "gruffana", nil, "four one seven"])
        #expect(try written("in Studio Twenty Two", terms: ["Studio Twenty Two"]) == "in Studio Twenty Two")
    }

    @Test(arguments: ["ko", "fr", "tlh"]) func `stay as they are in a language without rules`(language: String) throws {
        #expect(try written("ticket four one seven", language) == "ticket four one seven")
    }

    @Test func `are not changed a second time`() throws {
        for text in ["ticket four one seven", "at half past nine", "ten thousand users", "on the eighteenth"] {
            #expect(try written(written(text)) == written(text))
        }
    }
}
