/// What is known of a person's voice: its mean direction over meetings.
///
/// No sound can be made from it.
package struct VoiceProfile: Hashable, Sendable {
    package let voice: VoiceEmbedding
    /// The speech that it rests on, in seconds; what is older counts for less.
    package let seconds: Float
    /// The number of meetings that it was learned in.
    package let meetings: Int

    /// The speech from which a profile is used: less says too little about a voice.
    private static let enough: Float = 10
    /// The similarity from which two people are seldom told apart, measured.
    private static let alike: Float = 0.7
    /// The most speech that a profile keeps, and that a meeting adds: it follows a voice that changes.
    private static let most: (kept: Float, added: Float) = (180, 60)
    /// Whether it rests on enough speech to be used.
    package var isKnown: Bool { seconds >= Self.enough }

    /// Whether another person's voice is so similar that words mostly stay with whose turn it is.
    package func isAlike(_ other: VoiceProfile) -> Bool { voice.similarity(to: other.voice) ?? 0 >= Self.alike }

    /// Reads what `numbers` has; nil if it is damaged.
    package init?(numbers: [Float], model: String) {
        guard numbers.count == VoiceEmbedding.size + 2, let voice = VoiceEmbedding(numbers.dropLast(2), model: model),
            let meetings = Int(exactly: numbers[VoiceEmbedding.size + 1]), meetings > 0,
            (0...Self.most.kept).contains(numbers[VoiceEmbedding.size])
        else { return nil }
        (self.voice, seconds, self.meetings) = (voice, numbers[VoiceEmbedding.size], meetings)
    }

    /// The direction, the seconds and the number of meetings.
    package var numbers: [Float] { voice.values + [seconds, Float(meetings)] }

    /// The profile with the speech of another meeting; nil if there is too little in both.
    package init?(_ old: VoiceProfile?, hearing voices: [VoiceEmbedding], seconds: Float) {
        let heard = min(seconds, Self.most.added)
        guard let mean = VoiceEmbedding(meanOf: voices) else { return nil }
        let kept = min(old?.seconds ?? 0, Self.most.kept - heard)
        let sum = mean.values.indices.map { mean.values[$0] * heard + (old?.voice.values[$0] ?? 0) * kept }
        guard let voice = VoiceEmbedding(sum, model: mean.model) else { return nil }
        (self.voice, self.seconds, meetings) = (voice, kept + heard, (old?.meetings ?? 0) + 1)
    }
}
