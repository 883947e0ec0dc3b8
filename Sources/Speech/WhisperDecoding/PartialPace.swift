/// When an utterance is decoded that has not ended yet.
package struct PartialPace {
    /// At least so many samples at 16 kHz lie between two times: 1.5 s.
    ///
    /// Measured: with 1 s twice as many of the words that are shown change, for half as much work again.
    private static let least = 24_000

    private var last = 0
    private var distance = least

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

    /// An utterance of so many samples was decoded, which took so long.
    ///
    /// No more than half of the time is spent so, however busy the machine is.
    package mutating func note(at count: Int, took: Duration) {
        last = count
        distance = max(Self.least, Int(took / .seconds(1) * 2 * 16_000))
    }
}
