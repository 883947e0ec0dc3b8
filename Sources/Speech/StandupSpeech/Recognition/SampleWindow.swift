/// The newest samples of a stream, addressed by stream position.
struct SampleWindow {
    /// The position of the first stored sample.
    private(set) var start: Int64
    private var samples: [Int16] = []
    private var dropped = 0

    init(start: Int64 = 0) {
        self.start = start
    }

    /// The position after the last stored sample.
    var end: Int64 { start + Int64(samples.count - dropped) }

    mutating func append(contentsOf new: some Sequence<Int16>) {
        samples.append(contentsOf: new)
    }

    mutating func drop(before position: Int64) {
        let count = Int(min(max(position, start), end) - start)
        dropped += count
        start += Int64(count)
        // Removing from the front moves all the rest, so it waits until more than half is dropped.
        if dropped > samples.count / 2 {
            samples.removeFirst(dropped)
            dropped = 0
        }
    }

    /// Calls a closure with those samples of the range that are stored.
    func withSamples<Result, Failure: Error>(
        _ range: Range<Int64>,
        _ body: (UnsafeBufferPointer<Int16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let held = indices(range)
        return try samples.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: buffer[held]))
        }
    }

    mutating func withMutableSamples(_ range: Range<Int64>, _ body: (UnsafeMutableBufferPointer<Int16>) -> Void) {
        let held = indices(range)
        samples.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[held])) }
    }

    private func indices(_ range: Range<Int64>) -> Range<Int> {
        let held = range.clamped(to: start..<end)
        return dropped + Int(held.lowerBound - start)..<dropped + Int(held.upperBound - start)
    }
}
