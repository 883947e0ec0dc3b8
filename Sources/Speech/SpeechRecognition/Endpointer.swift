/// Finds where speech begins and ends in a stream of 10 ms frames at 16 kHz.
///
/// A frame is active if it is well above the noise floor. Speech is a stretch in which a good part of the frames are
/// active, some have the pitch of a voice, and their level moves: steady noise has no pitch, a hum does not move. It needs
/// no time to get used to a room.
struct Endpointer {
    /// Something that was found; positions are samples from the first frame's first.
    enum Event: Hashable {
        /// Speech set in at `onset`; what belongs to it may lie as far back as `start`.
        case began(start: Int64, onset: Int64)
        /// There has been no speech for a while; the last was before `lastSpeech`.
        case ended(lastSpeech: Int64)
        /// Speech goes on for longer than an utterance should; it was quietest at `quietest`.
        case tooLong(quietest: Int64)
    }

    /// Lengths in frames of 10 ms.
    private enum Length {
        static let vote = 30
        static let preRoll = 30
        static let hangover = 60
        /// The pause that ends an utterance which has become long.
        ///
        /// Measured: with a shorter one Whisper more often misses a word beside the cut.
        static let shortHangover = 40
        /// From which length on a short pause ends an utterance, and how long it may be.
        static let long = 800
        static let limit = 1500
        /// How far back from the limit a quiet point is looked for, and how close to it.
        static let cutWindow = 20..<250
    }

    private static let frameLength = Int64(FrameFeatures.frameLength)

    /// Where the next frame starts.
    private(set) var position: Int64
    /// Whether speech goes on.
    private(set) var isInSpeech = false
    /// The end of the last active frame of speech.
    private(set) var lastSpeech: Int64

    private var analyzer = FrameAnalyzer()
    private var floor = NoiseFloor()
    private var utteranceStart: Int64 = 0
    /// The newest frames, the last one last.
    private var votes: [Vote] = []
    private var levels: [Float] = []

    private struct Vote {
        var level: Float
        var isActive: Bool
        var isVoiced: Bool
    }

    /// An endpointer whose first frame starts at a position.
    init(start: Int64 = 0) {
        position = start
        lastSpeech = start
        votes.reserveCapacity(Length.vote + 1)
        levels.reserveCapacity(Length.cutWindow.upperBound + 1)
    }

    /// No speech that is still to be found can begin before this position.
    var earliestStart: Int64 {
        max(lastSpeech, position - Int64(Length.vote + Length.preRoll) * Self.frameLength)
    }

    /// Hears the next 160 samples.
    mutating func hear(_ frame: UnsafeBufferPointer<Int16>) -> Event? {
        take(analyzer.analyze(frame))
        position += Self.frameLength
        return isInSpeech ? speechEvent() : silenceEvent()
    }

    /// The utterance was cut: what follows counts as one that starts here.
    mutating func cut(at position: Int64) {
        utteranceStart = position
    }

    /// The utterance has been ended by somebody else, at a moment without speech.
    mutating func end() {
        isInSpeech = false
    }

    private mutating func take(_ features: FrameFeatures) {
        floor.hear(features.level)
        let isActive = features.level > floor.level + 8
        if votes.count == Length.vote { votes.removeFirst() }
        votes.append(
            Vote(level: features.level, isActive: isActive, isVoiced: isActive && features.periodicity > 0.6)
        )
        if levels.count == Length.cutWindow.upperBound { levels.removeFirst() }
        levels.append(features.level)
    }

    private mutating func silenceEvent() -> Event? {
        guard votes.count(where: \.isActive) >= 16, votes.count(where: \.isVoiced) >= 6, spread >= 2.5,
            let firstActive = votes.firstIndex(where: \.isActive)
        else { return nil }
        let onset = position - Int64(votes.count - firstActive) * Self.frameLength
        let start = max(onset - Int64(Length.preRoll) * Self.frameLength, lastSpeech, 0)
        isInSpeech = true
        utteranceStart = start
        noteSpeech()
        return .began(start: start, onset: onset)
    }

    private mutating func speechEvent() -> Event? {
        if votes.count(where: \.isActive) >= 5, votes.count(where: \.isVoiced) >= 2, spread >= 1.5 { noteSpeech() }
        let silence = (position - lastSpeech) / Self.frameLength
        let length = (position - utteranceStart) / Self.frameLength
        if silence >= Int64(length > Length.long ? Length.shortHangover : Length.hangover) {
            end()
            return .ended(lastSpeech: lastSpeech)
        }
        return length >= Length.limit ? .tooLong(quietest: quietest) : nil
    }

    private mutating func noteSpeech() {
        guard let last = votes.lastIndex(where: \.isActive) else { return }
        lastSpeech = max(lastSpeech, position - Int64(votes.count - 1 - last) * Self.frameLength)
    }

    /// By how many decibels the level of the active frames moves, the fifth at either end left out.
    private var spread: Float {
        let levels = votes.filter(\.isActive).map(\.level).sorted()
        guard levels.count > 4 else { return 0 }
        return levels[levels.count * 4 / 5] - levels[levels.count / 5]
    }

    /// The middle of the quietest tenth of a second of the last ones.
    private var quietest: Int64 {
        let width = 10
        let last = levels.count - Length.cutWindow.lowerBound - width
        guard last >= 0 else { return position }
        let sums = (0...last).map { first in levels[first..<first + width].reduce(0, +) }
        let best = sums.indices.min { sums[$0] < sums[$1] } ?? last
        return position - Int64(levels.count - best - width / 2) * Self.frameLength
    }
}
