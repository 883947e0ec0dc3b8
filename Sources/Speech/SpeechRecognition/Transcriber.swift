public import AudioDevices

/// Hears a recording from a frame on and gives its words, with their places in the recording.
///
/// It finds the utterances, keeps the program's own cues from the recogniser, and ends an utterance where the speaker
/// changes. Everything happens in the calls, on one queue; a call takes as long as the recogniser does. What it gives does
/// not depend on how many frames it is handed at a time.
///
/// After an error it is of no more use: `confirmed` tells from which frame on another can begin.
public final class Transcriber {
    /// The next frame of the recording that is to be heard.
    public private(set) var position: Int64

    /// Everything before this frame is final and has been given.
    ///
    /// Another transcriber that begins here, and is told the boundaries and cues from a second before, loses and repeats
    /// no word.
    public private(set) var confirmed: Int64

    /// What the recogniser has learned about the microphone.
    public var learnedState: [Float]? { recognizer?.learnedState ?? learnedAtEnd }

    /// The failure that another recogniser has made good since this was last called; nil if there was none.
    package func takeSubstitution() -> RecognizerSubstitution? { recognizer?.takeSubstitution() }

    /// Whether what it hears was recorded seconds ago, so that its words are late already.
    package var isBehind = false {
        didSet { if isBehind != oldValue { recognizer?.isBehind = isBehind } }
    }

    /// How much the recogniser hears at a time: 100 ms.
    private static let step: Int64 = 1600
    /// How far it hears past a change of speaker before it ends the utterance, so that the last word is whole: 0.5 s.
    private static let lookahead: Int64 = 8000
    /// What is heard again before the first word that follows a cut: 300 ms.
    private static let preRoll: Int64 = 4800

    private let scale: FrameScale
    private let makeVocabulary: () -> Vocabulary
    private let makeRecognizer: (Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    /// The names and terms by which utterances are corrected.
    private var vocabulary = Vocabulary()
    private var recognizer: (any SpeechRecognizer)?
    private var converter: SpeechConverter?
    private var failure: RecognizerError?
    private var isFinished = false
    private var learnedAtEnd: [Float]?

    private var mask: CueMask
    /// From here on, positions are samples at 16 kHz from the start frame on.
    private var audio = SampleWindow()
    private var endpointer = Endpointer()
    private var open: OpenUtterance?
    /// No utterance that is still to come begins before this position.
    private var closedEnd: Int64 = 0
    private var boundaries: [Int64] = []
    private var results: [TranscriptResult] = []

    /// A transcriber of a recording with so many frames per second.
    ///
    /// The recogniser is made when the first frames are heard, on that queue.
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

    /// A transcriber that corrects utterances by a vocabulary.
    ///
    /// That is made, as is the recogniser that may know it, when the first frames are heard, on that queue.
    package init(
        sampleRate: Int,
        cues: CueSounds?,
        startFrame: Int64 = 0,
        makeVocabulary: @escaping () -> Vocabulary,
        makeRecognizer: @escaping (Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    ) {
        scale = FrameScale(sampleRate: sampleRate, startFrame: startFrame)
        position = startFrame
        confirmed = startFrame
        mask = CueMask(cues: SpeechConverter.convert(cues))
        self.makeVocabulary = makeVocabulary
        self.makeRecognizer = makeRecognizer
    }

    /// The next attendee's turn starts at a frame: utterances are cut there.
    ///
    /// It may be told until the speech that crosses it has been given as final.
    public func markBoundary(at frame: Int64) {
        boundaries.append(frame)
        boundaries.sort()
    }

    /// A cue's first frame was played at a frame of the recording: its sound is not heard.
    ///
    /// It must be told before that frame is heard. The sound may reach the microphone up to 250 ms later.
    public func markCue(_ cue: Cue, at frame: Int64) {
        mask.mark(cue, at: scale.sample(at: frame))
    }

    /// Hears the next frames of the recording.
    public func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> [TranscriptResult] {
        try attempt { transcriber throws(RecognizerError) in
            try transcriber.take(samples)
            transcriber.position += Int64(samples.count)
        }
    }

    /// Hears what is left of the recording, which ends here.
    ///
    /// Nothing can be heard afterwards.
    public func finish() throws(RecognizerError) -> [TranscriptResult] {
        try attempt { transcriber throws(RecognizerError) in
            guard transcriber.recognizer != nil else { return }
            try transcriber.take(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
            if transcriber.open != nil { try transcriber.close(at: transcriber.audio.end) }
            transcriber.isFinished = true
            // It may be a process of 100 MB, and nobody needs it any more.
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
        audio.drop(before: final)
        boundaries.removeAll { $0 < confirmed }
        return results
    }

    private func take(_ samples: UnsafeBufferPointer<Int16>, isLast: Bool = false) throws(RecognizerError) {
        if recognizer == nil {
            vocabulary = makeVocabulary()
            recognizer = try makeRecognizer(vocabulary)
        }
        if converter == nil { converter = try SpeechConverter(sampleRate: scale.sampleRate) }
        let converted = converter?.convert(samples, endOfInput: isLast) ?? []
        mask.pass(converted, flush: isLast) { audio.append(contentsOf: $0) }
        while audio.end - endpointer.position >= Int64(FrameFeatures.frameLength) { try hearFrame() }
    }

    private func hearFrame() throws(RecognizerError) {
        let start = endpointer.position
        let event = audio.withSamples(start..<start + Int64(FrameFeatures.frameLength)) { endpointer.hear($0) }
        switch event {
        case .began(let start, let onset):
            try begin(at: max(start, closedEnd), onset: onset)
        case .ended:
            try close(at: endpointer.position)
        case .tooLong(let quietest):
            try split(at: quietest)
        case nil:
            try obeyBoundary()
        }
        try feed(upTo: endpointer.position, all: false)
    }
}

extension Transcriber {
    /// Ends the utterance if the speaker changed in it a while ago.
    private func obeyBoundary() throws(RecognizerError) {
        guard let open, let boundary = firstBoundary(after: open.onset),
            boundary + Self.lookahead <= endpointer.position
        else { return }
        if endpointer.lastSpeech > boundary {
            try split(at: boundary)
        } else {
            endpointer.end()
            try close(at: endpointer.position)
        }
    }

    /// The utterance that the recogniser hears now.
    private struct OpenUtterance {
        /// Where the recogniser began to hear it.
        let start: Int64
        /// Where speech set in.
        let onset: Int64
        /// Up to where the recogniser has heard it.
        var heard: Int64
        var text = ""
    }

    private func begin(at start: Int64, onset: Int64) throws(RecognizerError) {
        try recognizer?.begin()
        open = OpenUtterance(start: start, onset: onset, heard: start)
    }

    /// Lets the recogniser hear the utterance up to a position, in whole steps unless `all` of it is wanted.
    private func feed(upTo end: Int64, all: Bool) throws(RecognizerError) {
        guard var utterance = open, let recognizer else { return }
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

    /// Ends the utterance and gives its words.
    private func close(at end: Int64) throws(RecognizerError) {
        guard let utterance = open else { return }
        let words = try endUtterance(at: end)
        give(words, of: utterance)
        closedEnd = max(endpointer.lastSpeech, words.last?.end ?? utterance.start)
    }

    /// Ends the utterance at a position though speech goes on.
    ///
    /// The words before it are given; those after it are heard again, as an utterance of their own. So no word is torn
    /// in two.
    private func split(at cut: Int64) throws(RecognizerError) {
        guard let utterance = open else { return }
        let words = try endUtterance(at: endpointer.position)
        let kept = words.prefix { $0.start + ($0.end - $0.start) / 2 < cut }
        let next = words.dropFirst(kept.count).first
        give(Array(kept), of: utterance)
        let resumed = max(kept.last?.end ?? utterance.start, (next?.start ?? cut) - Self.preRoll)
        closedEnd = resumed
        endpointer.cut(at: resumed)
        // The first whole frame after the cut, which is surely on the next speaker's side.
        let frame = Int64(FrameFeatures.frameLength)
        try begin(at: resumed, onset: max(resumed, (cut / frame + 1) * frame))
    }

    /// Lets the recogniser hear the rest and returns the words, in samples from the start frame on.
    private func endUtterance(at end: Int64) throws(RecognizerError) -> [RecognizedUtterance.Word] {
        try feed(upTo: end, all: true)
        guard let utterance = open, let recognizer else { return [] }
        open = nil
        return try recognizer.end()
            .map { word in
                RecognizedUtterance.Word(
                    text: word.text,
                    start: utterance.start + Int64(word.start),
                    end: min(utterance.start + Int64(word.end), end),
                    confidence: word.confidence
                )
            }
    }

    private func give(_ words: [RecognizedUtterance.Word], of utterance: OpenUtterance) {
        let words = words.map { word in
            RecognizedUtterance.Word(
                text: word.text,
                start: scale.frame(at: word.start),
                end: scale.frame(at: word.end),
                confidence: word.confidence
            )
        }
        if let heard = RecognizedUtterance(words: words, recognizer: recognizer?.name ?? "") {
            results += heard.cut(at: boundaries).map { .final($0.corrected(by: vocabulary)) }
        } else if !utterance.text.isEmpty {
            results.append(.partial(text: "", start: scale.frame(at: utterance.onset)))
        }
    }

    /// The first boundary after a sample, in samples.
    private func firstBoundary(after sample: Int64) -> Int64? {
        boundaries.lazy.map(scale.sample).first { $0 > sample }
    }
}
