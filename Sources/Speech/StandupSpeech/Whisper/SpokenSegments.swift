/// The speech segments that the voice activity detector finds.
package struct SpokenSegments: Hashable, Sendable {
    /// The segments in samples at 16 kHz, in order.
    package let ranges: [Range<Int>]
    /// Whether any probability is near 1, as in nearly all speech, but not in chimes.
    let isSure: Bool

    package var isEmpty: Bool { ranges.isEmpty }

    /// The peak to which quiet sound is raised before the detector hears it.
    private static let peak: Float = 0.5
    /// The samples per gain, 0.5 s.
    ///
    /// A gain is that of the loudest sound up to 1 s away.
    private static let step = 8000

    /// The sound as the detector needs it, whose probability of speech falls with the level.
    ///
    /// Quiet short answers were lost before, also next to a loud voice. No noise without speech is taken for speech when it
    /// is raised.
    package static func audible(_ samples: [Float]) -> [Float] {
        let peaks = stride(from: 0, to: samples.count, by: step).map { start in
            samples[start..<min(start + step, samples.count)].reduce(0) { max($0, abs($1)) }
        }
        let gains = peaks.indices.map { index in
            let loudest = peaks[max(index - 2, 0)...min(index + 2, peaks.count - 1)].max() ?? 0
            return loudest > 0 ? max(peak / loudest, 1) : 1
        }
        return samples.indices.map { index in
            // Between the middles of steps, gains change linearly.
            let place = Float(index) / Float(step) - 0.5
            let first = Int(max(place, 0))
            let second = min(first + 1, gains.count - 1)
            let share = min(max(place - Float(first), 0), 1)
            return samples[index] * (gains[first] + (gains[second] - gains[first]) * share)
        }
    }

    /// The samples per probability: 32 ms.
    private static let window = 512
    /// The probability at which speech starts.
    private static let threshold: Float = 0.5
    /// The probability at which the detector is sure.
    private static let sure: Float = 0.98
    /// The minimum probability at which speech continues.
    private static let continued: Float = 0.35
    /// The windows without speech that end a segment: 96 ms.
    private static let shortestPause = 3
    /// The minimum windows of a segment, 96 ms; shorter ones are clicks.
    private static let shortestSpeech = 3

    /// Finds the segments of a sound from the speech probability of each window.
    package init(probabilities: some Sequence<Float>, samples: Int) {
        var found: [Range<Int>] = []
        var open: Range<Int>?
        let probabilities = Array(probabilities)
        for (index, probability) in probabilities.enumerated() {
            if probability >= (open == nil ? Self.threshold : Self.continued) {
                open = (open?.lowerBound ?? index)..<index + 1
            } else if let ended = open, index + 1 - ended.upperBound >= Self.shortestPause {
                found.append(ended)
                open = nil
            }
        }
        if let open { found.append(open) }
        found.removeAll { $0.count < Self.shortestSpeech }
        isSure = found.contains { probabilities[$0].contains { $0 >= Self.sure } }
        ranges = found.map { min($0.lowerBound * Self.window, samples)..<min($0.upperBound * Self.window, samples) }
    }

    /// The start of the last segment that starts before a position; nil if there is none.
    func onset(before place: Int) -> Int? {
        ranges.last { $0.lowerBound < place }?.lowerBound
    }
}
