@testable import StandupSpeech
import Testing

/// One token per text, ending half a second apart.
private func tokens(_ texts: String..., segment: Int = 0, logProbability: Double = -0.1) -> [WhisperToken] {
    texts.enumerated()
        .map { index, text in
            WhisperToken(
                bytes: Array(text.utf8), segment: segment, logProbability: logProbability, end: (index + 1) * 8000)
        }
}

private func spoken(_ ranges: Range<Int>...) -> SpokenSegments {
    var probabilities = [Float](repeating: 0, count: 2000)
    for range in ranges { for window in range { probabilities[window] = 1 } }
    return SpokenSegments(probabilities: probabilities, samples: 2000 * 512)
}

private func words(_ tokens: [WhisperToken]) -> [RecognizedWord] {
    WhisperTranscript.words(of: tokens, spoken: spoken(0..<1000), samples: 512_000)
}

struct `Words from Whisper's tokens` {
    @Test func `have their punctuation, and the mean probability of their tokens`() {
        let heard = words(tokens(" To", "day", ",", " it", "'", "s", " done", ".", " OK", "?", logProbability: -0.5))
        #expect(heard.map(\.text) == ["Today,", "it's", "done.", "OK?"])
        #expect(heard.allSatisfy { abs($0.confidence - 0.6065) < 0.001 })
        #expect(words(tokens(" sure", logProbability: 0.01)).map(\.confidence) == [1])
        #expect(words(tokens(" odd", logProbability: .nan)).map(\.confidence) == [0])
    }

    @Test func `start at the end of the one before, and end with their last letter`() {
        let heard = words(tokens(" To", "day", ",", " it", " is"))
        #expect(heard.map(\.start) == [0, 16_000, 32_000])
        #expect(heard.map(\.end) == [16_000, 32_000, 40_000])
    }

    @Test func `do not start in the pause before them`() {
        let spoken = spoken(5..<20, 40..<60)
        let heard = WhisperTranscript.words(
            of: [
                WhisperToken(bytes: Array(" Yes".utf8), segment: 0, logProbability: 0, end: 10_000),
                WhisperToken(bytes: Array(" and".utf8), segment: 0, logProbability: 0, end: 24_000),
                WhisperToken(bytes: Array(" no".utf8), segment: 0, logProbability: 0, end: 30_000),
            ], spoken: spoken, samples: 40_000)
        #expect(heard.map(\.start) == [5 * 512, 40 * 512, 24_000])
        #expect(heard.map(\.end) == [10_000, 24_000, 30_000])
    }

    @Test func `are in order and within the sound for any token times`() {
        let ends: [Int?] = [nil, 90_000, 3000, nil, -5, .max]
        let tokens = ends.enumerated()
            .map { WhisperToken(bytes: Array(" w\($0)".utf8), segment: 0, logProbability: 0, end: $1) }
        let heard = WhisperTranscript.words(of: tokens, spoken: spoken(0..<9, 100..<200), samples: 80_000)
        #expect(heard.count == 6)
        var earliest = 0
        for word in heard {
            #expect(earliest <= word.start && word.start <= word.end && word.end <= 80_000)
            earliest = word.start
        }
    }

    @Test func `have complete characters in any script, on one line`() {
        let han = Array(" 안녕".utf8)
        let halves = [han[..<3], han[3...]].enumerated()
            .map { WhisperToken(bytes: Array($1), segment: 0, logProbability: 0, end: 100 * ($0 + 1)) }
        #expect(words(halves).map(\.text) == ["안녕"])
        #expect(words([halves[0]]).map(\.text) == [])
        #expect(words(tokens(" one\n", "two\u{1b}[2J", "\u{2028}")).map(\.text) == ["onetwo[2J"])
    }

    @Test func `are limited in length without spaces`() {
        let heard = words(tokens("今天", "天气", "很好", "，", "我们", "去吧", "。", "好"))
        #expect(heard.map(\.text) == ["今天天气很好，", "我们去吧。", "好"])
        let long = words((0..<200).map { tokens(String(Character(UnicodeScalar(0x4e00 + $0)!)))[0] })
        #expect(long.count == 5 && long.allSatisfy { $0.text.utf8.count <= 200 })
    }

    @Test(arguments: [
        ([" [", "Music", "]"], []), ([" (", "laughs", ")", " So"], ["So"]), ([" *", "sighs", "*"], []),
        ([" [", "BLANK", "_", "AUDIO", "]", " Yes", "."], ["Yes."]), ([" ♪", " la", " la", " ♪"], []),
        ([" the", " (", "old", " one"], ["the", "(old", "one"]), ([" -", " Yes", " ...", " no"], ["Yes", "no"]),
        ([" 2", " *", " 3"], ["2", "3"]),
    ])
    func `exclude annotations of sounds`(decoded: [String], heard: [String]) {
        let tokens = decoded.map { WhisperToken(bytes: Array($0.utf8), segment: 0, logProbability: 0, end: nil) }
        #expect(words(tokens).map(\.text) == heard)
    }

    @Test func `are empty without speech`() {
        #expect(
            WhisperTranscript.words(of: tokens(" Thank", " you", "."), spoken: spoken(), samples: 16_000).isEmpty)
    }

    @Test(arguments: [(-0.9, Float(0.97), false), (-0.8, 0.97, true), (-0.9, 0.99, true), (.nan, 0.97, false)])
    func `need a higher probability if the detector is not sure of speech`(
        logProbability: Double, speech: Float, isHeard: Bool
    ) {
        // Confident punctuation does not raise a word's confidence, nor does detected speech that is a click.
        let tokens = tokens(" Hmm", logProbability: logProbability) + tokens(".", logProbability: 0)
        let spoken = SpokenSegments(probabilities: [1, 0, 0, 0, speech, 0.6, 0.6, 0, 0, 0], samples: 5120)
        let heard = WhisperTranscript.words(of: tokens, spoken: spoken, samples: 5120)
        #expect(heard.map(\.text) == (isHeard ? ["Hmm."] : []))
    }

    @Test(arguments: [
        ("\"I finished it. Now I test it.\"", "I finished it. Now I test it."),
        ("\"I finished it.\" “Now I test it.”", "I finished it. Now I test it."), ("\"Yes.\"", "Yes."),
        ("„Ich bin fertig.“ Und du?", "Ich bin fertig. Und du?"), ("\"I am still at it", "I am still at it"),
        ("and then it works.\"", "and then it works."),
        ("the page \"Login\" is broken.", "the page \"Login\" is broken."),
        ("\"Login\" is broken.", "\"Login\" is broken."),
    ])
    func `have no quotation marks around whole sentences`(decoded: String, heard: String) {
        #expect(words(spelled(decoded)).map(\.text).joined(separator: " ") == heard)
    }

    @Test(arguments: [
        ("It works. Thank you.", 10, "It works."), ("It works. Thank you. Thank you.", 10, "It works."),
        ("Es geht. Vielen Dank.", 10, "Es geht."), ("It works. Thank you.", 70, "It works. Thank you."),
        ("Thank you.", 10, "Thank you."), ("It works. Thank Ben.", 10, "It works. Thank Ben."),
    ])
    func `have no thanks from the silence after speech`(decoded: String, end: Int, heard: String) {
        let words = WhisperTranscript.words(of: spelled(decoded), spoken: spoken(0..<end + 24), samples: 512_000)
        #expect(words.map(\.text).joined(separator: " ") == heard)
    }

    /// One token per word, ending half a second apart.
    private func spelled(_ text: String) -> [WhisperToken] {
        text.split(separator: " ").enumerated().map { index, word in
            WhisperToken(bytes: Array(" \(word)".utf8), segment: 0, logProbability: -0.1, end: (index + 1) * 8000)
        }
    }

    @Test func `come from probable segments only`() {
        let all =
            tokens(" one", " two", logProbability: -0.3) + tokens(" Thank", " you", segment: 1, logProbability: -1.3)
            + tokens(" three", segment: 2, logProbability: -1)
        #expect(words(all.probable).map(\.text) == ["one", "two", "three"])
    }
}

struct `Repeated passages` {
    private func removed(_ text: String) -> String {
        Repetitions.removed(from: text.split(separator: " ").map(String.init), text: \.self).joined(separator: " ")
    }

    @Test(arguments: [
        ("so so so so so so so so done", "so done"), ("uhm, uhm I did, uh uh, that", "uhm, I did, uh that"),
        ("I know, I know, I know, I know. I know that", "I know, that"),
        ("and the next one is this and the next one is this and the next one is this", "and the next one is this"),
        (
            "a b c d e f g h i j k l m n o p a b c d e f g h i j k l m n o p a b c d e f g h i j k l m n o p q",
            "a b c d e f g h i j k l m n o p q"
        ),
    ])
    func `are removed`(text: String, rest: String) {
        #expect(removed(text) == rest)
    }

    @Test(arguments: [
        "", "no", "no no no no no", "das weiß er. Er kommt morgen", "bye bye", "thank you thank you thank you",
        "we will see we will see what comes",
        "one two three one two four one two five",
    ])
    func `are kept if people may have said them`(text: String) {
        #expect(removed(text) == text)
    }
}
