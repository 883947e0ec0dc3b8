import Testing
import WhisperDecoding

@Suite struct `An utterance is decoded before its end` {
    private var pace = PartialPace()

    @Test mutating func `each second and a half`() {
        #expect(!pace.isDue(at: 0) && !pace.isDue(at: 23_999) && pace.isDue(at: 24_000))
        pace.note(at: 25_600, took: .milliseconds(200))
        #expect(!pace.isDue(at: 49_599) && pace.isDue(at: 49_600))
        pace.begin()
        #expect(!pace.isDue(at: 23_999) && pace.isDue(at: 24_000))
    }

    @Test mutating func `more seldom where that takes long`() {
        pace.note(at: 24_000, took: .seconds(2))
        #expect(!pace.isDue(at: 24_000 + 63_999) && pace.isDue(at: 24_000 + 64_000))
        // The next utterance finds the machine as busy.
        pace.begin()
        #expect(!pace.isDue(at: 63_999) && pace.isDue(at: 64_000))
        pace.note(at: 64_000, took: .milliseconds(10))
        #expect(pace.isDue(at: 88_000))
    }
}
