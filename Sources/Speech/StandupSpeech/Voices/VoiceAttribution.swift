package import MeetingModel

/// Decides by voice who spoke: the owner of a turn, unless a person with a profile is clearly more similar.
package struct VoiceAttribution: Sendable {
    /// A part of an utterance, and who spoke it instead of its owner; nil if nobody did for sure.
    package struct Part: Hashable, Sendable {
        package let utterance: RecognizedUtterance
        package let speaker: Attendee.ID?

        package init(utterance: RecognizedUtterance, speaker: Attendee.ID?) {
            self.utterance = utterance
            self.speaker = speaker
        }
    }

    /// What it takes to name a person: how similar the voice is, and how much more than the owner's and every other one.
    private struct Limit {
        let similarity: Float
        let margin: Float
    }

    private typealias Known = (id: Attendee.ID, voice: VoiceEmbedding)

    /// Windows with one voice.
    private struct Stretch {
        var windows: Range<Int>
        var speaker: Attendee.ID?
    }

    // Chosen on the voices of other people than those in the benchmark, so that an owner's words are hardly ever taken.

    /// The similarity for an utterance as a whole, by its seconds; between them, it grows evenly.
    ///
    /// Nobody is named by less.
    private static let whole: [(seconds: Double, similarity: Float)] = [(1, 0.43), (2, 0.51), (4, 0.57)]
    private static let wholeMargin: Float = 0.15
    /// The limits for a part of an utterance, by its number of windows; one says too little.
    private static let parts = [
        2: Limit(similarity: 0.35, margin: 0.2), 3: Limit(similarity: 0.4, margin: 0.2),
        4: Limit(similarity: 0.45, margin: 0.2),
    ]
    /// The penalty of a change of voice within an utterance, as similarity.
    private static let penalty: Float = 0.1
    /// How far from a change of voice a pause between words is looked for, and how long it is at least, in seconds.
    private static let (reach, pause) = (0.5, 0.1)

    private let profiles: [Attendee.ID: VoiceProfile]
    /// The frames of the recording per second.
    private let sampleRate: Int

    package init(_ profiles: [Attendee.ID: VoiceProfile], sampleRate: Int) {
        self.profiles = profiles.filter(\.value.isKnown)
        self.sampleRate = sampleRate
    }

    /// The parts of an utterance by speaker, in order; one if the voice does not change.
    ///
    /// `owner` is who has the turn, nil on the other side of a call; `others` are those who may have spoken instead. In the
    /// turn of an owner whose voice is not known, nobody is named.
    package func parts(
        of utterance: RecognizedUtterance, owner: Attendee.ID?, among others: [Attendee.ID]
    ) -> [Part] {
        let own = owner.flatMap { profiles[$0]?.voice }
        let known = others.compactMap { id in profiles[id].map { Known(id, $0.voice) } }
        let windows = utterance.voices
        guard !known.isEmpty, !windows.isEmpty, (owner == nil) == (own == nil) else {
            return [Part(utterance: utterance, speaker: nil)]
        }
        var stretches = stretches(of: windows, own, known)
        for index in stretches.indices {
            stretches[index].speaker = speaker(of: stretches[index].windows, in: windows, own, known)
        }
        let borders = zip(stretches, stretches.dropFirst()).filter { $0.speaker != $1.speaker }
            .map { border(between: windows[$0.windows.upperBound - 1], windows[$1.windows.lowerBound], in: utterance) }
        return utterance.cut(at: borders)
            .map { part in
                let middle = (part.start..<part.end).middle
                let nearest = windows.indices.min {
                    abs(windows[$0].frames.middle - middle) < abs(windows[$1].frames.middle - middle)
                }
                let stretch = stretches.first { $0.windows.contains(nearest ?? 0) }
                return Part(utterance: part, speaker: stretch?.speaker)
            }
    }

    /// The windows by the voice that they resemble most, with a penalty for changes.
    private func stretches(of windows: [HeardVoice], _ own: VoiceEmbedding?, _ known: [Known]) -> [Stretch] {
        let voices = known.map(\.voice) + (own.map { [$0] } ?? [])
        let path = VoiceEmbedding.path(through: windows.map(\.voice), voices) { _ in Self.penalty }
        var stretches: [Stretch] = []
        for index in path.indices {
            if index > 0, path[index] == path[index - 1], let last = stretches.indices.last {
                stretches[last].windows = stretches[last].windows.lowerBound..<index + 1
            } else {
                stretches.append(Stretch(windows: index..<index + 1))
            }
        }
        return stretches
    }

    /// Who is clearly more similar to a stretch than its owner and everybody else; nil if nobody is.
    private func speaker(
        of stretch: Range<Int>, in windows: [HeardVoice], _ own: VoiceEmbedding?, _ known: [Known]
    ) -> Attendee.ID? {
        let voices = windows[stretch].map(\.voice)
        let isWhole = stretch.count == windows.count
        guard let first = windows.first, let last = windows.last, let mean = VoiceEmbedding(meanOf: voices),
            let limit = isWhole
                ? wholeLimit(frames: last.frames.upperBound - first.frames.lowerBound)
                : Self.parts[min(stretch.count, 4)]
        else { return nil }
        // Of two windows, each of which hears something of the voices around it, one is clearer.
        let heard = !isWhole && stretch.count == 2 ? voices : [mean]
        let verdicts = heard.map { voice -> (id: Attendee.ID, similarity: Float, lead: Float)? in
            let ranked = known.map { (id: $0.id, similarity: $0.voice.similarity(to: voice) ?? -1) }
                .sorted { $0.similarity > $1.similarity }
            let rivals =
                ranked.dropFirst().prefix(1).map(\.similarity) + (own.map { [$0.similarity(to: voice) ?? 1] } ?? [])
            return ranked.first.map { ($0.id, $0.similarity, $0.similarity - (rivals.max() ?? -1)) }
        }
        guard let best = verdicts.compactMap({ $0 }).max(by: { $0.lead < $1.lead }),
            best.similarity >= limit.similarity,
            best.lead >= limit.margin
        else { return nil }
        return best.id
    }

    private func wholeLimit(frames: Int64) -> Limit? {
        let seconds = Double(frames) / Double(sampleRate)
        guard let shorter = Self.whole.last(where: { $0.seconds <= seconds }) else { return nil }
        let longer = Self.whole.first { $0.seconds > seconds } ?? shorter
        let share =
            longer.seconds > shorter.seconds ? (seconds - shorter.seconds) / (longer.seconds - shorter.seconds) : 0
        let similarity = shorter.similarity + Float(share) * (longer.similarity - shorter.similarity)
        return Limit(similarity: similarity, margin: Self.wholeMargin)
    }

    /// The frame at which the voice changes between two windows: in the longest pause between words nearby, if there is one.
    private func border(between first: HeardVoice, _ second: HeardVoice, in utterance: RecognizedUtterance) -> Int64 {
        let change = (first.frames.upperBound + second.frames.lowerBound) / 2
        let (reach, pause) = (Int64(Self.reach * Double(sampleRate)), Int64(Self.pause * Double(sampleRate)))
        let pauses = zip(utterance.words, utterance.words.dropFirst())
            .map { (length: $1.start - $0.end, middle: ($0.end + $1.start) / 2) }
            .filter { $0.length >= pause && abs($0.middle - change) <= reach }
        return pauses.max { $0.length < $1.length }?.middle ?? change
    }
}
