import StandupSpeech
import Testing

@Suite struct `Decoding for partial results` {
    private var pace = PartialResultSchedule()

    @Test mutating func `is due every second and a half`() {
        #expect(!pace.isDue(at: 0) && !pace.isDue(at: 23_999) && pace.isDue(at: 24_000))
        pace.note(at: 25_600, took: .milliseconds(200))
        #expect(!pace.isDue(at: 49_599) && pace.isDue(at: 49_600))
        pace.begin()
        #expect(!pace.isDue(at: 23_999) && pace.isDue(at: 24_000))
    }

    @Test mutating func `is less frequent when decoding is slow`() {
        pace.note(at: 24_000, took: .seconds(2))
        #expect(!pace.isDue(at: 24_000 + 63_999) && pace.isDue(at: 24_000 + 64_000))
        // The machine is still as busy for the next utterance.
        pace.begin()
        #expect(!pace.isDue(at: 63_999) && pace.isDue(at: 64_000))
        pace.note(at: 64_000, took: .milliseconds(10))
        #expect(pace.isDue(at: 88_000))
    }
}
