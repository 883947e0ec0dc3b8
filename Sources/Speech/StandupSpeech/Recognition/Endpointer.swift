/// Detects the start and end of speech in 10 ms frames at 16 kHz.
///
/// A frame is active if its level is well above the noise floor. Speech is a segment with enough active frames, some of
/// them voiced, and a changing level: steady noise is unvoiced, and a hum has a constant level. It needs no time to
/// adapt to a room.
struct Endpointer {
    /// A detected event; positions are samples from the start.
    enum Event: Hashable {
        /// Speech started at `onset`; its first sounds may reach back to `start`.
        case began(start: Int64, onset: Int64)
        /// The utterance has ended with a pause, which starts at `lastSpeech`.
        case ended(lastSpeech: Int64)
        /// The utterance has reached its maximum length; its quietest recent point is `quietest`.
        case tooLong(quietest: Int64)
    }

    /// Lengths in frames of 10 ms.
    private enum Length {
        /// The frames by which speech is detected.
        static let vote = 30
        /// The frames before the onset that belong to the utterance.
        static let preRoll = 30
        /// The pause that ends an utterance.
        static let hangover = 60
        /// The pause that ends a long utterance.
        ///
        /// Measured: with a shorter pause Whisper more often misses a word beside the cut.
        static let shortHangover = 40
        /// The length from which `shortHangover` applies, and the maximum length.
        static let long = 800
        static let limit = 1500
        /// The range before the maximum in which to look for a quiet point.
        static let cutWindow = 20..<250
    }

    /// The recent frames that make speech, of `Length.vote`.
    private struct Threshold {
        /// The least number of active frames.
        let active: Int
        /// The least number of voiced frames.
        let voiced: Int
        /// The least spread of their levels in dB.
        let spread: Float

        static let start = Threshold(active: 16, voiced: 6, spread: 2.5)
        static let continuation = Threshold(active: 5, voiced: 2, spread: 1.5)
    }

    private static let frameLength = Int64(FrameFeatures.frameLength)

    /// The position of the next frame.
    private(set) var position: Int64
    private(set) var isInSpeech = false
    /// The end of the last active frame.
    private(set) var lastSpeech: Int64

    private var analyzer = FrameAnalyzer()
    private var floor = NoiseFloor(initial: 0, lowest: 0)
    private var utteranceStart: Int64 = 0
    /// The most recent frames, newest last.
    private var votes: [Vote] = []
    private var levels: [Float] = []

    private struct Vote {
        var level: Float
        var isActive: Bool
        var isVoiced: Bool
    }

    init(start: Int64 = 0) {
        position = start
        lastSpeech = start
        votes.reserveCapacity(Length.vote + 1)
        levels.reserveCapacity(Length.cutWindow.upperBound + 1)
    }

    /// The earliest position at which a later utterance can start.
    var earliestStart: Int64 {
        max(lastSpeech, position - Int64(Length.vote + Length.preRoll) * Self.frameLength)
    }

    /// Whether a sound may be a pause that is heard by itself: it is as long as one, and no speech is found in it.
    static func isPause(_ samples: [Int16]) -> Bool {
        guard samples.count > Segmentation.longestPause else { return false }
        var endpointer = Endpointer()
        let length = FrameFeatures.frameLength
        return !samples.withUnsafeBufferPointer { samples in
            stride(from: 0, through: samples.count - length, by: length).contains { start in
                endpointer.process(UnsafeBufferPointer(rebasing: samples[start..<start + length])) != nil
            }
        }
    }

    /// Analyses the next 160 samples.
    mutating func process(_ frame: UnsafeBufferPointer<Int16>) -> Event? {
        addVote(analyzer.analyze(frame))
        position += Self.frameLength
        return isInSpeech ? speechEvent() : silenceEvent()
    }

    /// Records that the utterance was cut at a position, where the next one starts.
    mutating func cut(at position: Int64) {
        utteranceStart = position
    }

    /// Records that the caller has ended the utterance.
    mutating func end() {
        isInSpeech = false
    }

    private mutating func addVote(_ features: FrameFeatures) {
        floor.hear(features.level)
        let isActive = features.level > floor.level + FrameFeatures.activeLevel
        if votes.count == Length.vote { votes.removeFirst() }
        votes.append(
            Vote(level: features.level, isActive: isActive, isVoiced: isActive && features.isVoiced))
        if levels.count == Length.cutWindow.upperBound { levels.removeFirst() }
        levels.append(features.level)
    }

    private mutating func silenceEvent() -> Event? {
        guard reaches(.start), let firstActive = votes.firstIndex(where: \.isActive) else { return nil }
        let onset = position - Int64(votes.count - firstActive) * Self.frameLength
        let start = max(onset - Int64(Length.preRoll) * Self.frameLength, lastSpeech, 0)
        isInSpeech = true
        utteranceStart = start
        extendSpeech()
        return .began(start: start, onset: onset)
    }

    private mutating func speechEvent() -> Event? {
        if reaches(.continuation) { extendSpeech() }
        let silence = (position - lastSpeech) / Self.frameLength
        let length = (position - utteranceStart) / Self.frameLength
        if silence >= Int64(length > Length.long ? Length.shortHangover : Length.hangover) {
            end()
            return .ended(lastSpeech: lastSpeech)
        }
        return length >= Length.limit ? .tooLong(quietest: quietest) : nil
    }

    private func reaches(_ threshold: Threshold) -> Bool {
        votes.count(where: \.isActive) >= threshold.active && votes.count(where: \.isVoiced) >= threshold.voiced
            && spread >= threshold.spread
    }

    private mutating func extendSpeech() {
        guard let last = votes.lastIndex(where: \.isActive) else { return }
        lastSpeech = max(lastSpeech, position - Int64(votes.count - 1 - last) * Self.frameLength)
    }

    /// The range of the active frames' levels in dB, without the highest and lowest fifth.
    private var spread: Float {
        let levels = votes.filter(\.isActive).map(\.level).sorted()
        guard levels.count > 4 else { return 0 }
        return levels[levels.count * 4 / 5] - levels[levels.count / 5]
    }

    /// The middle of the quietest recent tenth of a second.
    private var quietest: Int64 {
        let width = 10
        let last = levels.count - Length.cutWindow.lowerBound - width
        guard last >= 0 else { return position }
        let sums = (0...last).map { first in levels[first..<first + width].reduce(0, +) }
        let best = sums.indices.min { sums[$0] < sums[$1] } ?? last
        return position - Int64(levels.count - best - width / 2) * Self.frameLength
    }
}
