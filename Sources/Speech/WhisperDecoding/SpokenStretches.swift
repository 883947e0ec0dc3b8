/// Where in a sound the detector finds speech.
package struct SpokenStretches: Hashable, Sendable {
    /// The stretches with speech, in samples at 16 kHz, in order.
    package let ranges: [Range<Int>]
    /// Whether the detector is sure of any stretch: it nearly always is of spoken words, and is not of a chime.
    let isSure: Bool

    /// Whether there is no speech.
    package var isEmpty: Bool { ranges.isEmpty }

    /// The samples for which the detector gives one probability: 32 ms.
    private static let window = 512
    /// The probability at which speech begins.
    private static let threshold: Float = 0.5
    /// The probability at which the detector is sure.
    private static let sure: Float = 0.98
    /// The lowest probability at which speech continues.
    private static let continued: Float = 0.35
    /// The windows without speech after which it has ended: 96 ms.
    private static let shortestPause = 3
    /// Anything shorter than so many windows, 96 ms, is a click.
    private static let shortestSpeech = 3

    /// The stretches by the probability of speech in each window of a sound of so many samples.
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

    /// The start of the last stretch that begins before a place; nil if there is none.
    func onset(before place: Int) -> Int? {
        ranges.last { $0.lowerBound < place }?.lowerBound
    }
}
