package import MeetingModel

/// The voices in the turns of a meeting, from which profiles are learned.
package struct VoiceLessons: Sendable {
    private struct Turn {
        let attendee: Attendee.ID
        var voices: [HeardVoice] = []
        /// Whether somebody else spoke in it: then it teaches nothing.
        var isDisturbed = false
    }

    /// The most windows of a turn that are kept: more than a profile learns from.
    private static let most = 240
    /// The length of what is compared with the voices of others: 3 windows, 2 s.
    private static let block = 3
    /// How much more similar a block is to another person's turns than to the rest of its own if it is that person's.
    private static let margin: Float = 0.1
    /// The least similarity of a window to the voice of its turns: what is below is noise, laughter or a stranger.
    private static let likeness: Float = 0.15

    private let sampleRate: Int
    private var turns: [Int: Turn] = [:]

    /// `sampleRate` is the recording's, in Hz.
    package init(sampleRate: Int) {
        self.sampleRate = sampleRate
    }

    package var attendees: [Attendee.ID] { Set(turns.values.map(\.attendee)).sorted { $0.rawValue < $1.rawValue } }

    /// Adds what was heard in an attendee's turn; `isOwn` is whether all of it was the attendee's.
    package mutating func hear(_ voices: [HeardVoice], in turn: Int, of attendee: Attendee.ID, isOwn: Bool) {
        var heard = turns[turn] ?? Turn(attendee: attendee)
        heard.voices += voices.prefix(Self.most - heard.voices.count)
        if !isOwn { heard.isDisturbed = true }
        turns[turn] = heard
    }

    /// The profiles of those whose voices were heard alone, with what they were before.
    package func profiles(after old: [Attendee.ID: VoiceProfile]) -> [Attendee.ID: VoiceProfile] {
        let turns = self.turns.filter { !$0.value.isDisturbed && !$0.value.voices.isEmpty }
        let lessons = Dictionary(grouping: turns.filter { isAlone($0.key, among: turns) }.values, by: \.attendee)
        var profiles: [Attendee.ID: VoiceProfile] = [:]
        for (attendee, turns) in lessons {
            let voices = turns.flatMap(\.voices)
            guard let mean = VoiceEmbedding(meanOf: voices.map(\.voice)) else { continue }
            let clear = voices.filter { mean.similarity(to: $0.voice) ?? -1 >= Self.likeness }
            profiles[attendee] = VoiceProfile(old[attendee], hearing: clear.map(\.voice), seconds: seconds(of: clear))
        }
        return profiles
    }

    /// Whether no part of a turn resembles somebody else's turns more than the rest of its own.
    private func isAlone(_ number: Int, among turns: [Int: Turn]) -> Bool {
        guard let turn = turns[number] else { return false }
        let others = Dictionary(grouping: turns.values.filter { $0.attendee != turn.attendee }, by: \.attendee).values
            .compactMap { VoiceEmbedding(meanOf: $0.flatMap(\.voices).map(\.voice)) }
        let voices = turn.voices.map(\.voice)
        let total = VoiceEmbedding.sum(of: voices[...])
        for start in 0..<max(voices.count - Self.block + 1, 0) {
            let sum = VoiceEmbedding.sum(of: voices[start..<start + Self.block])
            guard let block = VoiceEmbedding(sum, model: voices[start].model),
                let own = VoiceEmbedding(zip(total, sum).map { $0 - $1 }, model: block.model)
            else { continue }
            let likeness = own.similarity(to: block) ?? 1
            if others.contains(where: { ($0.similarity(to: block) ?? -1) - likeness >= Self.margin }) { return false }
        }
        return true
    }

    /// The length of what the windows cover, which overlap.
    private func seconds(of voices: [HeardVoice]) -> Float {
        var end = Int64.min
        var frames: Int64 = 0
        for heard in voices.sorted(by: { $0.frames.lowerBound < $1.frames.lowerBound }) {
            frames += max(heard.frames.upperBound - max(heard.frames.lowerBound, end), 0)
            end = max(end, heard.frames.upperBound)
        }
        return Float(Double(frames) / Double(sampleRate))
    }
}
