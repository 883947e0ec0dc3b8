/// Schedules the decoding of an unfinished utterance for partial results.
package struct PartialResultSchedule {
    /// The minimum interval between partial results, in samples at 16 kHz: 1.5 s.
    ///
    /// Measured: with 1 s twice as many displayed words change, for one and a half times the work.
    private static let shortest = 24_000

    private var last = 0
    private var distance = shortest

    package init() {}

    package mutating func begin() {
        last = 0
    }

    /// Whether an utterance of `count` samples should be decoded.
    package func isDue(at count: Int) -> Bool {
        count - last >= distance
    }

    /// Records a decoding of `count` samples and its duration.
    ///
    /// Decoding takes at most half of the time, however busy the machine is.
    package mutating func note(at count: Int, took: Duration) {
        last = count
        distance = max(Self.shortest, Int(took / .seconds(1) * 2 * 16_000))
    }
}
