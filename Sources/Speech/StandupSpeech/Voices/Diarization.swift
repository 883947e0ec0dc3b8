package import MeetingModel

/// Who speaks when in a recording: turns by voices that are numbered in order of appearance.
///
/// The method is that of 3D-Speaker (Chen et al., "3D-Speaker-Toolkit", 2024): windows of speech are embedded and clustered
/// (`VoiceClustering`); a group with little speech is no voice. Then each window gets the voice that it resembles most, with
/// a penalty for changes, by Viterbi's algorithm. Where two people speak at once, one is missed.
package struct Diarization: Hashable, Sendable {
    package struct Turn: Hashable, Sendable {
        /// The index of the voice.
        package let voice: Int
        /// In samples at 16 kHz from the start frame of the recording.
        fileprivate(set) var range: Range<Int64>

        package var start: Duration { .nanoseconds(range.lowerBound * 62_500) }
        package var end: Duration { .nanoseconds(range.upperBound * 62_500) }
    }

    /// A piece of speech, and the voice in a window around it.
    struct Window: Hashable, Sendable {
        let range: Range<Int64>
        let voice: VoiceEmbedding
        /// Whether the voice was heard long enough to be compared with others.
        var isClear = true
    }

    /// The most voices that are told apart.
    package static let mostVoices = 32

    // Chosen on meetings made of the prompts and readings of 12 people, none of whom is in the benchmark.

    /// The mean similarity from which two groups of windows are one.
    private static let windowSimilarity: Float = 0.35
    /// The similarity of their means from which two groups are one voice: means differ less by what is said.
    private static let meanSimilarity: Float = 0.5
    /// The least speech of a voice, in samples: 2 s.
    private static let shortest = 32_000
    /// The penalty of a change, as similarity; it falls with the length of the pause, to 0 at 1 s.
    private static let penalty: Float = 0.3
    private static let longPause: Float = 16_000

    /// What it takes to name a voice: the similarity to a profile, and how much less the next one's is.
    private static let named: (similarity: Float, margin: Float) = (0.57, 0.15)

    /// The length of a window and the greatest distance to the next one: 1.5 and 0.75 s.
    private static let length: Int64 = 24_000
    private static let step: Int64 = 12_000
    /// The least length of a window whose voice is compared with others: 0.7 s.
    fileprivate static let clear = 11_200

    package private(set) var turns: [Turn] = []
    /// The mean of each voice.
    package let voices: [VoiceEmbedding]

    /// Finds the voices in windows, which are in order; with a number, at most so many.
    init(_ windows: [Window], atMost number: Int? = nil) {
        let clear = windows.filter(\.isClear)
        let centers = Self.centers(of: clear.isEmpty ? windows : clear, atMost: number)
        var order: [Int] = []
        for (window, center) in zip(windows, Self.path(through: windows, centers)) {
            if !order.contains(center) { order.append(center) }
            let turn = Turn(voice: order.firstIndex(of: center) ?? 0, range: window.range)
            if let last = turns.last, last.voice == turn.voice, last.range.upperBound == turn.range.lowerBound {
                turns[turns.count - 1].range = last.range.lowerBound..<turn.range.upperBound
            } else {
                turns.append(turn)
            }
        }
        voices = order.map { centers[$0] }
    }

    /// The attendees whose voices these clearly are, each of one voice at most.
    package func attendees(_ profiles: [Attendee.ID: VoiceProfile]) -> [Int: Attendee.ID] {
        let known = profiles.filter(\.value.isKnown)
        let clear = voices.indices.compactMap { index -> (voice: Int, attendee: Attendee.ID, similarity: Float)? in
            guard let voice = voices[index].distinctive else { return nil }
            let ranked = known.map { (id: $0, similarity: $1.voice.similarity(to: voice) ?? -1) }
                .sorted { $0.similarity > $1.similarity }
            guard let best = ranked.first, best.similarity >= Self.named.similarity,
                best.similarity - (ranked.dropFirst().first?.similarity ?? -1) >= Self.named.margin
            else { return nil }
            return (index, best.id, best.similarity)
        }
        var named: [Int: Attendee.ID] = [:]
        for match in clear.sorted(by: { $0.similarity > $1.similarity }) where !named.values.contains(match.attendee) {
            named[match.voice] = match.attendee
        }
        return named
    }

    /// The pieces of speech, and the window around each; a short one is its own window.
    static func pieces(of speech: Range<Int64>) -> [(range: Range<Int64>, window: Range<Int64>)] {
        let starts = speech.windows(of: length, step: step).map(\.lowerBound)
        guard starts.count > 1 else { return [(speech, speech)] }
        // The border of two pieces is the middle of what their windows share.
        let borders = zip(starts, starts.dropFirst()).map { ($0 + length + $1) / 2 }
        return zip(zip([speech.lowerBound] + borders, borders + [speech.upperBound]), starts)
            .map { ($0.0..<$0.1, $1..<$1 + length) }
    }

    /// The mean of each voice.
    private static func centers(of windows: [Window], atMost number: Int?) -> [VoiceEmbedding] {
        func mean(_ members: [Int]) -> VoiceEmbedding? { VoiceEmbedding(meanOf: members.map { windows[$0].voice }) }
        let groups = VoiceClustering(windows.map(\.voice)).groups(atLeast: windowSimilarity)
        let sorted = Dictionary(grouping: windows.indices) { groups[$0] }
            .map { (members: $0.value, length: $0.value.reduce(0) { $0 + windows[$1].range.count }) }
            .sorted { ($1.length, $0.members[0]) < ($0.length, $1.members[0]) }
        // Those with enough speech, or the largest.
        let long = sorted.prefix(max(sorted.prefix { $0.length >= shortest }.count, 1)).map(\.members)
        let clustering = VoiceClustering(long.compactMap(mean))
        var joined = number.map(clustering.groups) ?? clustering.groups(atLeast: meanSimilarity)
        if Set(joined).count > mostVoices { joined = clustering.groups(mostVoices) }
        return Dictionary(grouping: long.indices) { joined[$0] }
            .sorted { $0.key < $1.key }.compactMap { mean($0.value.flatMap { long[$0] }) }
    }

    /// The center of each window; the penalty of a change falls with the length of the pause.
    private static func path(through windows: [Window], _ centers: [VoiceEmbedding]) -> [Int] {
        VoiceEmbedding.path(through: windows.map(\.voice), centers) { index in
            let pause = Float(windows[index].range.lowerBound - windows[max(index - 1, 0)].range.upperBound)
            return penalty * min(max(1 - pause / longPause, 0), 1)
        }
    }
}

extension RecordedSpeech {
    /// Finds who speaks when; `number` is the greatest number of voices, nil if it is unknown. [one thread at a time]
    ///
    /// Memory grows by an embedding, less than 1 kB, with each 0.75 s of speech.
    ///
    /// - Throws: A `RecognizerError` or `AudioError`, or an error of `report`.
    package func diarization(
        by embedder: VoiceEmbedder, atMost number: Int? = nil, report: (TranscriptionProgress) throws -> Void = { _ in }
    ) throws -> Diarization {
        let detector = try SpeechDetector()
        var reader = SegmentReader(self, segmentation: .atPauses())
        var windows: [Diarization.Window] = []
        while let segment = try reader.next() {
            let (start, own) = (segment.part.heard.lowerBound, segment.part.own)
            for found in try detector.speech(in: segment.samples) {
                let speech = (start + Int64(found.lowerBound)..<start + Int64(found.upperBound)).clamped(to: own)
                for (range, window) in Diarization.pieces(of: speech)
                where window.count >= VoiceEmbedder.lengths.lowerBound {
                    let first = Int(window.lowerBound - start)
                    let voice = try embedder.embed(Array(segment.samples[first..<first + window.count]))
                    windows.append(
                        Diarization.Window(range: range, voice: voice, isClear: window.count >= Diarization.clear))
                }
            }
            try report(
                TranscriptionProgress(
                    done: reader.position - startFrame, known: 0, total: max(recording.frames - startFrame, 1),
                    substitution: nil))
        }
        return Diarization(windows, atMost: number)
    }
}
