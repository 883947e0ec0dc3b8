import Testing

@testable import standup

@Suite struct `The recommended model` {
    @Test func `is the better one where the quick one leaves most of the time`() {
        let speed = ModelSpeed(length: .seconds(10), time: .milliseconds(2500))
        #expect(
            RecommendedModel.choice(after: speed)
                == "10.0 s of speech transcribed in 2.5 s with tiny.en: this machine is fast enough for base, which "
                + "finds more names and terms. Another model: standup models install NAME, then "
                + "--recognizer whisper:NAME")
    }

    @Test func `is the quick one where the better one could fall behind`() {
        let speed = ModelSpeed(length: .seconds(10), time: .milliseconds(2501))
        #expect(RecommendedModel.choice(after: speed).contains("base finds more names and terms, but is too slow"))
        #expect(speed.keepsUp)
    }
}
