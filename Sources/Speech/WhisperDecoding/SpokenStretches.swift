/// Where in a sound a detector of speech finds some.
package struct SpokenStretches: Hashable, Sendable {
    /// The stretches with speech, in samples at 16 kHz, in order.
    package let ranges: [Range<Int>]

    /// Whether there is none.
    package var isEmpty: Bool { ranges.isEmpty }

    /// The samples for which the detector gives one probability: 32 ms.
    private static let window = 512
    /// What is this probable is speech.
    private static let threshold: Float = 0.5
    /// Speech goes on while it is this probable.
    private static let continued: Float = 0.35
    /// Speech ends with so many windows without it: 96 ms.
    private static let shortestPause = 3
    /// What has fewer windows than this, 96 ms, is a click.
    private static let shortestSpeech = 3

    /// The stretches by the probability of speech in each window of a sound of so many samples.
    package init(probabilities: some Sequence<Float>, samples: Int) {
        var found: [Range<Int>] = []
        var open: Range<Int>?
        for (index, probability) in probabilities.enumerated() {
            if probability >= (open == nil ? Self.threshold : Self.continued) {
                open = (open?.lowerBound ?? index)..<index + 1
            } else if let ended = open, index + 1 - ended.upperBound >= Self.shortestPause {
                found.append(ended)
                open = nil
            }
        }
        if let open { found.append(open) }
        ranges = found.filter { $0.count >= Self.shortestSpeech }
            .map { min($0.lowerBound * Self.window, samples)..<min($0.upperBound * Self.window, samples) }
    }

    /// Where the speech begins that is heard at a place; nil if there was none before.
    func onset(before place: Int) -> Int? {
        ranges.last { $0.lowerBound < place }?.lowerBound
    }
}
