import MeetingModel
public import Sound

/// The part of a live transcription that turns frames into words, for those who read the recording themselves.
///
/// It finds utterances, removes the program's own cues, and ends an utterance at a speaker change. All work happens in
/// its calls, on one queue; a call takes as long as the recognizer. The results do not depend on the number of frames
/// per call.
///
/// After an error, discard it; another transcriber can continue from `confirmed`.
public final class Transcriber {
    /// The next frame of the recording to transcribe.
    public private(set) var position: Int64

    /// The frame before which all results are final and returned.
    ///
    /// A new transcriber that starts here, with the boundaries and cues since one second before, neither loses nor
    /// repeats a word. Only where nothing was found, a second detector may find words up to 14 s before.
    public private(set) var confirmed: Int64

    /// The recognizer's learned state of the microphone.
    public var learnedState: [Float]? { recognizer?.learnedState ?? learnedAtEnd }

    /// Returns and clears the recognizer's fallback; nil if there was none.
    func takeSubstitution() -> RecognizerSubstitution? { recognizer?.takeSubstitution() }

    /// Returns and clears the error after which voices are not told apart any more.
    func takeVoiceFailure() -> RecognizerError? { voices.takeFailure() }

    /// Whether the input was recorded seconds ago, so that results are late.
    package var isBehind = false {
        didSet { if isBehind != oldValue { recognizer?.isBehind = isBehind } }
    }

    /// The samples per call of the recognizer: 100 ms.
    private static let step: Int64 = 1600
    /// The shortest speech after a speaker change that becomes an utterance: 0.5 s.
    ///
    /// A shorter rest is the end of the sentence; by itself a recognizer would invent words for it.
    static let shortestRest: Int64 = 8000
    /// The length of an utterance beyond a speaker change, after which a shorter rest is over.
    static let lookahead = shortestRest + 4000

    private let scale: FrameScale
    private let makeVocabulary: () -> Vocabulary
    private let makeRecognizer: (Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    /// The names and terms that correct utterances.
    private var vocabulary = Vocabulary()
    private var recognizer: (any SpeechRecognizer)?
    private var voices: VoiceListener
    private var failure: RecognizerError?
    private var isFinished = false
    private var learnedAtEnd: [Float]?

    private var input: SpeechInput
    /// From here on, positions are samples at 16 kHz from the start frame.
    private var audio = SampleWindow()
    private var endpointer = Endpointer()
    private var open: OpenUtterance?
    /// The position before which no later utterance starts.
    private var closedEnd: Int64 = 0
    private let segmentation: Segmentation
    /// The length of the windows of a recognizer that detects speech itself, and also hears pauses; 0 for others.
    private var window: Int64 { segmentation.window }
    /// The position up to which the recognizer has heard all.
    private var given: Int64 = 0
    /// The latest utterances, by which a recognizer with a window understands a short one.
    private var before: [Range<Int64>] = []
    /// The speech so far.
    private(set) var speech = DetectedSpeech()
    /// The longest utterance that is heard with the ones before it, with its pauses, and the length of all: 3 s and 8 s.
    private static let short: (utterance: Int64, window: Int64) = (48_000, 128_000)
    private var boundaries: [Int64] = []
    private var results: [TranscriptResult] = []

    /// Creates a transcriber for a recording at a rate, in Hz.
    ///
    /// The recognizer is created with the first frames, on their queue.
    public convenience init(
        sampleRate: Int,
        cues: CueSounds?,
        startFrame: Int64 = 0,
        makeRecognizer: @escaping () throws(RecognizerError) -> any SpeechRecognizer
    ) {
        self.init(
            sampleRate: sampleRate, cues: cues, startFrame: startFrame, makeVocabulary: { Vocabulary() },
            makeRecognizer: { _ throws(RecognizerError) in try makeRecognizer() })
    }

    /// The vocabulary and the recognizer are created with the first frames, on their queue.
    init(
        sampleRate: Int,
        cues: CueSounds?,
        startFrame: Int64 = 0,
        segmentation: Segmentation = .atPauses(),
        voices: VoiceRecognition? = nil,
        makeVocabulary: @escaping () -> Vocabulary,
        makeRecognizer: @escaping (Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    ) {
        scale = FrameScale(sampleRate: sampleRate, startFrame: startFrame)
        position = startFrame
        confirmed = startFrame
        input = SpeechInput(sampleRate: sampleRate, cues: cues)
        self.segmentation = segmentation
        self.voices = VoiceListener(voices)
        self.makeVocabulary = makeVocabulary
        self.makeRecognizer = makeRecognizer
    }

    /// Marks a speaker change at a frame, where utterances are split.
    ///
    /// Call it before the speech that crosses it is final.
    public func markBoundary(at frame: Int64) {
        boundaries.append(frame)
        boundaries.sort()
    }

    /// Marks a cue that started at a frame, so that its sound is removed.
    ///
    /// Call it before that frame is transcribed. The sound may be captured up to 250 ms later.
    public func markCue(_ cue: Cue, at frame: Int64) {
        input.mark(cue, at: scale.sample(at: frame))
    }

    /// Transcribes the next frames.
    ///
    /// `reference` has as many frames that a loudspeaker played at the same time; its echo is removed. It is given with
    /// all frames or with none.
    public func hear(
        _ samples: UnsafeBufferPointer<Int16>, reference: UnsafeBufferPointer<Int16>? = nil
    ) throws(RecognizerError) -> [TranscriptResult] {
        try attempt { transcriber throws(RecognizerError) in
            try transcriber.take(samples, reference: reference)
            transcriber.position += Int64(samples.count)
        }
    }

    /// Transcribes the rest at the end of the recording; the last call.
    public func finish() throws(RecognizerError) -> [TranscriptResult] {
        try attempt { transcriber throws(RecognizerError) in
            guard transcriber.recognizer != nil else { return }
            try transcriber.take(UnsafeBufferPointer(start: nil, count: 0), reference: nil, isLast: true)
            if transcriber.open != nil { try transcriber.close(at: transcriber.audio.end) }
            try transcriber.hearPause(upTo: transcriber.audio.end, isOver: true)
            transcriber.isFinished = true
            // Frees the recognizer, which may be a process of 100 MB.
            transcriber.learnedAtEnd = transcriber.recognizer?.learnedState
            transcriber.recognizer = nil
        }
    }

    private func attempt(
        _ work: (Transcriber) throws(RecognizerError) -> Void
    ) throws(RecognizerError) -> [TranscriptResult] {
        if let failure { throw failure }
        defer { results = [] }
        do throws(RecognizerError) {
            try work(self)
        } catch {
            failure = error
            throw error
        }
        let final = open?.start ?? max(closedEnd, endpointer.earliestStart)
        confirmed = isFinished ? position : max(confirmed, min(scale.frame(at: final), position))
        let needed = window > 0 ? min(final, given) : final
        audio.drop(before: needed - window)
        boundaries.removeAll { $0 < min(confirmed, scale.frame(at: needed)) }
        return results
    }

    private func take(
        _ samples: UnsafeBufferPointer<Int16>, reference: UnsafeBufferPointer<Int16>?, isLast: Bool = false
    ) throws(RecognizerError) {
        if recognizer == nil {
            vocabulary = makeVocabulary()
            recognizer = try makeRecognizer(vocabulary)
        }
        try input.take(samples, reference: reference, isLast: isLast) { audio.append(contentsOf: $0) }
        while audio.end - endpointer.position >= Int64(FrameFeatures.frameLength) { try hearFrame() }
        if open == nil { try hearPause(upTo: endpointer.earliestStart, isOver: false) }
    }

    private func hearFrame() throws(RecognizerError) {
        let start = endpointer.position
        let event = audio.withSamples(start..<start + Int64(FrameFeatures.frameLength)) { endpointer.process($0) }
        switch event {
        case .began(let start, let onset):
            try hearPause(upTo: max(start, closedEnd), isOver: true)
            try begin(at: max(start, closedEnd), onset: onset)
        case .ended:
            try close(at: endpointer.position)
        case .tooLong(let quietest):
            try split(at: quietest)
        case nil:
            try applyBoundary()
        }
        try feed(upTo: endpointer.position, all: false)
    }
}

extension Transcriber {
    /// Ends the utterance if `lookahead` has passed since a speaker change; a short rest still belongs to it.
    private func applyBoundary() throws(RecognizerError) {
        guard let open, let boundary = firstBoundary(after: open.onset),
            boundary + Self.lookahead <= endpointer.position
        else { return }
        if endpointer.lastSpeech > boundary + Self.shortestRest {
            try split(at: boundary)
        } else {
            boundaries.removeAll { scale.sample(at: $0) == boundary }
            endpointer.end()
            try close(at: endpointer.position)
        }
    }

    private struct OpenUtterance {
        /// The position of its first sample.
        let start: Int64
        let onset: Int64
        /// The position up to which the recognizer has its samples.
        var heard: Int64
        var text = ""
    }

    private func begin(at start: Int64, onset: Int64) throws(RecognizerError) {
        if window == 0 { try recognizer?.begin() }
        open = OpenUtterance(start: start, onset: onset, heard: start)
    }

    private func hearPause(upTo end: Int64, isOver: Bool) throws(RecognizerError) {
        while given < end, let pause = segmentation.segment(ofPause: given..<end, isOver: isOver) {
            let words = try hear(pause.heard).filter { pause.own.contains(Self.middle(of: $0)) }
            let start = pause.own.lowerBound
            give(words, of: OpenUtterance(start: start, onset: start, heard: start), shortestRest: Self.shortestRest)
            given = pause.own.upperBound
            // What the endpointer hears may already be the next utterance.
            closedEnd = max(closedEnd, words.last?.end ?? 0)
        }
    }

    /// Sends samples to the recognizer up to a position, in whole steps unless `all`.
    ///
    /// One with a window gets them when the utterance has ended.
    private func feed(upTo end: Int64, all: Bool) throws(RecognizerError) {
        guard var utterance = open, let recognizer, window == 0 else { return }
        while end - utterance.heard >= (all ? 1 : Self.step) {
            let range = utterance.heard..<min(utterance.heard + Self.step, end)
            let text = try audio.withSamples(range) { samples throws(RecognizerError) in try recognizer.hear(samples) }
            utterance.heard = range.upperBound
            if text != utterance.text {
                utterance.text = text
                results.append(.partial(text: text, start: scale.frame(at: utterance.onset)))
            }
        }
        open = utterance
    }

    /// Ends the utterance and adds its words to the results.
    private func close(at end: Int64) throws(RecognizerError) {
        guard let utterance = open else { return }
        let words = try endUtterance(at: end)
        give(words, of: utterance, shortestRest: Self.shortestRest)
        given = end
        closedEnd = max(endpointer.lastSpeech, words.last?.end ?? utterance.start)
        before = before.suffix(4) + [utterance.start..<end]
        speech.note(endpointer.lastSpeech - utterance.onset, isRecognized: !words.isEmpty)
    }

    /// Splits the utterance within speech.
    ///
    /// The words before the cut are final; the rest becomes a new utterance with an overlap, so that no word is split.
    private func split(at cut: Int64) throws(RecognizerError) {
        guard let utterance = open else { return }
        let words = try endUtterance(at: endpointer.position)
        let kept = words.prefix { Self.middle(of: $0) < cut }
        let next = words.dropFirst(kept.count).first
        give(Array(kept), of: utterance)
        let resumed = max(kept.last?.end ?? utterance.start, (next?.start ?? cut) - Segmentation.preRoll)
        (closedEnd, given) = (resumed, resumed)
        // What was cut is not heard again.
        before = []
        speech.note(min(cut, endpointer.lastSpeech) - utterance.onset, isRecognized: !kept.isEmpty)
        endpointer.cut(at: resumed)
        // The first whole frame after the cut, on the next speaker's side.
        let frame = Int64(FrameFeatures.frameLength)
        try begin(at: resumed, onset: max(resumed, (cut / frame + 1) * frame))
    }

    /// The words of the utterance, in samples from the start frame.
    private func endUtterance(at end: Int64) throws(RecognizerError) -> [RecognizedUtterance.Word] {
        guard let utterance = open else { return [] }
        defer { open = nil }
        guard window > 0 else {
            try feed(upTo: end, all: true)
            return try words(from: utterance.start, to: end)
        }
        let own = utterance.start..<end
        let start = own.count > Self.short.utterance ? own.lowerBound : context(of: own, upTo: Self.short.window)
        let words = try hear(own, from: start)
        guard words.isEmpty else { return words }
        let other = start == own.lowerBound ? context(of: own, upTo: window) : own.lowerBound
        return other == start ? [] : try hear(own, from: other)
    }

    /// The words of an utterance in sound that may start before it.
    private func hear(_ own: Range<Int64>, from start: Int64) throws(RecognizerError) -> [RecognizedUtterance.Word] {
        try hear(start..<own.upperBound).filter { Self.middle(of: $0) >= own.lowerBound }
    }

    /// The words of a sound that the recognizer gets as a whole.
    private func hear(_ range: Range<Int64>) throws(RecognizerError) -> [RecognizedUtterance.Word] {
        guard let recognizer else { return [] }
        try recognizer.begin()
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Int(Self.step)) {
            _ = try audio.withSamples(start..<min(start + Self.step, range.upperBound)) {
                samples throws(RecognizerError) in try recognizer.hear(samples)
            }
        }
        return try words(from: range.lowerBound, to: range.upperBound)
    }

    private func words(from start: Int64, to end: Int64) throws(RecognizerError) -> [RecognizedUtterance.Word] {
        try (recognizer?.end() ?? [])
            .map { word in
                RecognizedUtterance.Word(
                    text: word.text,
                    start: start + Int64(word.start),
                    end: min(start + Int64(word.end), end),
                    confidence: word.confidence
                )
            }
    }

    private static func middle(of word: RecognizedUtterance.Word) -> Int64 { word.start + (word.end - word.start) / 2 }

    /// The start of the earliest utterance that can be heard with another one, if all take at most so many samples.
    private func context(of utterance: Range<Int64>, upTo length: Int64) -> Int64 {
        var start = utterance.lowerBound
        for earlier in before.reversed() {
            guard start - earlier.upperBound <= Segmentation.longestPause,
                utterance.upperBound - earlier.lowerBound <= length
            else { break }
            start = earlier.lowerBound
        }
        return start
    }

    private func give(
        _ words: [RecognizedUtterance.Word], of utterance: OpenUtterance, shortestRest shortest: Int64 = 0
    ) {
        let words = words.map { word in
            RecognizedUtterance.Word(
                text: word.text,
                start: scale.frame(at: word.start),
                end: scale.frame(at: word.end),
                confidence: word.confidence
            )
        }
        if let heard = RecognizedUtterance(words: words, recognizer: recognizer?.name ?? "") {
            let parts = heard.cut(at: boundaries, shortestRest: scale.frame(at: shortest) - scale.startFrame)
            results += parts.map { part in
                .final(
                    voices.heard(part, at: scale) { audio.withSamples($0) { Array($0) } }.corrected(by: vocabulary))
            }
        } else if !utterance.text.isEmpty {
            results.append(.partial(text: "", start: scale.frame(at: utterance.onset)))
        }
    }

    /// The first boundary after a sample, in samples.
    private func firstBoundary(after sample: Int64) -> Int64? {
        boundaries.lazy.map(scale.sample).first { $0 > sample }
    }
}

/// How much detected speech was recognized, in samples.
package struct DetectedSpeech: Hashable, Sendable {
    private var recognized: Int64 = 0
    private var lost: Int64 = 0

    package init() {}

    /// Adds an utterance; sounds of less than a second may be no speech.
    package mutating func note(_ samples: Int64, isRecognized: Bool) {
        if isRecognized { recognized += max(samples, 0) } else if samples >= second { lost += samples }
    }

    /// The speech without words if it is worth a report: 20 s and a tenth of all, or 5 s and most of all; else nil.
    package var unrecognized: Duration? {
        lost >= 20 * second && lost > recognized / 10 || lost >= 5 * second && lost > recognized
            ? Duration(frames: lost, at: Int(second)) : nil
    }

    private var second: Int64 { Int64(SpeechConverter.sampleRate) }
}
