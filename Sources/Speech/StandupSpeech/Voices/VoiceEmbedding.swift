/// A voice as a direction: sounds of one person have similar directions.
package struct VoiceEmbedding: Hashable, Sendable {
    package static let size = 192

    /// The direction, 192 numbers of length 1.
    package let values: [Float]
    /// The key of the model; embeddings of different models cannot be compared.
    package let model: String

    /// Normalizes a model's result; nil unless it has 192 finite numbers, and a direction.
    package init?(_ values: [Float], model: String) {
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard values.count == Self.size, length.isFinite, length > 0 else { return nil }
        // What was stored of length 1 comes back as it was.
        self.values = abs(length - 1) < 1e-5 ? values : values.map { $0 / length }
        self.model = model
    }

    /// The direction without what all voices have in common, which tells people apart better.
    package var distinctive: VoiceEmbedding? {
        VoiceEmbedding(zip(values, Self.common).map { $0 - $1 / 1000 }, model: model)
    }

    /// The mean of the embeddings of many voices, in thousandths, for the model `VoiceModel.key`.
    private static let common: [Float] = [
        -4, -38, 31, -68, -38, 36, 3, 26, 3, -42, -49, 8, -45, -34, 30, 57, -4, 62, 20, -29, 59, 8, -33, 11, 1, -17,
        -49, 50, -28, -8, 9, -42, 13, -32, 5, -22, -55, -26, 42, -6, 19, 16, -38, -15, 7, 3, 22, 0, 49, 12, 0, -45,
        -7, 27, 23, 34, 53, -23, -14, -31, -16, 31, 38, -5, 20, 36, 15, -12, -6, -77, 33, 20, -26, 14, -42, -2, -6,
        52, -4, -1, 13, 12, 3, 41, 34, 47, 13, -20, -40, -50, 12, 20, 8, 5, -19, 59, 20, -46, 0, -37, 2, -13, 63, 3,
        14, 26, 22, 29, -36, -38, 56, -64, -16, -1, 14, 35, 24, 66, 40, -20, -26, 37, -9, -10, -34, 28, -28, 14, -17,
        29, -32, -18, -7, -9, -8, 6, -20, -48, 0, 14, -3, 15, 5, 66, 5, -27, 20, -40, -13, -47, 4, -86, -14, 55, -37,
        -15, 6, -10, -28, 21, -4, -52, -8, -16, -7, -10, 48, -19, 6, -12, 60, 10, 41, 51, -25, -14, 53, 32, -30, -23,
        -38, 3, 33, 0, -4, -17, -10, -12, -12, -16, -31, 18,
    ]

    /// The mean direction of voices of one model; nil if there is none.
    package init?(meanOf voices: [VoiceEmbedding]) {
        guard let first = voices.first else { return nil }
        self.init(Self.sum(of: voices[...]), model: first.model)
    }

    static func sum(of voices: ArraySlice<VoiceEmbedding>) -> [Float] {
        var sum = [Float](repeating: 0, count: size)
        for voice in voices { for index in sum.indices { sum[index] += voice.values[index] } }
        return sum
    }

    /// The cosine of the angle to another voice, -1 to 1; nil if it is another model's.
    package func similarity(to other: VoiceEmbedding) -> Float? {
        model == other.model ? zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 } : nil
    }

    /// Which of the voices speaks in each window, so that the similarities without the penalties of changes are the greatest
    /// in total (Viterbi's algorithm); `penalty` gets the index of the window after a change.
    static func path(
        through windows: [VoiceEmbedding], _ voices: [VoiceEmbedding], penalty: (_ index: Int) -> Float
    ) -> [Int] {
        guard !voices.isEmpty else { return [] }
        var scores = [Float](repeating: 0, count: voices.count)
        var best = 0
        /// For each window and voice the voice before it.
        var origins: [[UInt8]] = []
        for (index, window) in windows.enumerated() {
            let change = scores[best] - penalty(index)
            origins.append(scores.indices.map { UInt8(scores[$0] >= change ? $0 : best) })
            for voice in voices.indices {
                scores[voice] = max(scores[voice], change) + (voices[voice].similarity(to: window) ?? -1)
            }
            best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
        }
        var path: [Int] = []
        for origins in origins.reversed() {
            path.append(best)
            best = Int(origins[best])
        }
        return path.reversed()
    }
}
