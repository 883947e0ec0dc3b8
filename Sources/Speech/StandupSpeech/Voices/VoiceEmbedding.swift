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
        self.values = values.map { $0 / length }
        self.model = model
    }

    /// The mean direction of voices of one model; nil if there is none.
    init?(meanOf voices: [VoiceEmbedding]) {
        guard let first = voices.first else { return nil }
        var sum = [Float](repeating: 0, count: Self.size)
        for voice in voices { for index in sum.indices { sum[index] += voice.values[index] } }
        self.init(sum, model: first.model)
    }

    /// The cosine of the angle to another voice, -1 to 1; nil if it is another model's.
    package func similarity(to other: VoiceEmbedding) -> Float? {
        model == other.model ? zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 } : nil
    }
}
