/// When an unfinished utterance is decoded for a partial result.
package struct PartialPace {
    /// The shortest distance between two partial results, in samples at 16 kHz: 1.5 s.
    ///
    /// Measured: with 1 s twice as many of the shown words change, for one and a half times the work.
    private static let shortest = 24_000

    private var last = 0
    private var distance = shortest

    /// A pace at the beginning of an utterance.
    package init() {}

    /// An utterance begins.
    package mutating func begin() {
        last = 0
    }

    /// Whether it is time to decode an utterance of so many samples.
    package func isDue(at count: Int) -> Bool {
        count - last >= distance
    }

    /// Notes that an utterance of so many samples was decoded, and how long that took.
    ///
    /// Decoding takes half of the time at most, however busy the machine is.
    package mutating func note(at count: Int, took: Duration) {
        last = count
        distance = max(Self.shortest, Int(took / .seconds(1) * 2 * 16_000))
    }
}
