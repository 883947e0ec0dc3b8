import AudioDevices

/// Reads a recording and finds the stretches of speech in it. [one thread at a time]
///
/// Which stretches it finds depends on nothing but the recording and what is known of it. It holds no more sound than the
/// longest stretch.
struct StretchReader {
    /// How far a stretch goes on past a change of speaker or a cut in mid-speech, so that the last word is whole: 0.5 s.
    private static let lookahead: Int64 = 8000
    /// What is heard again before the first word that follows a cut: 300 ms.
    private static let preRoll: Int64 = 4800

    private let recording: any RecordedAudio
    private let boundaries: [Int64]
    private var converter: SpeechConverter
    private var mask: CueMask
    /// A second of the recording.
    private var buffer: [Int16]
    /// The next frame to be read.
    private(set) var position: Int64
    private let end: Int64
    private var hasEnded = false

    // From here on, positions are samples at 16 kHz from the start frame on.
    private var audio = SampleWindow()
    private var endpointer = Endpointer()
    private var grouping: StretchGrouping
    /// The speech that goes on: from where it is heard, where it set in, and from where on it is its own.
    private var open: (start: Int64, onset: Int64, own: Int64)?
    /// Up to where speech has been given to a stretch.
    private var given: Int64 = 0
    private var found: [FoundStretch] = []
    private var count = 0

    /// A reader of what is to be transcribed.
    init(_ speech: RecordedSpeech, cutting: StretchCutting) throws(RecognizerError) {
        recording = speech.recording
        let scale = speech.scale
        boundaries = speech.boundaries.map(scale.sample).filter { $0 > 0 }.sorted()
        converter = try SpeechConverter(sampleRate: scale.sampleRate)
        mask = CueMask(cues: SpeechConverter.convert(speech.cues))
        for (cue, frame) in speech.cueFrames { mask.mark(cue, at: scale.sample(at: frame)) }
        buffer = [Int16](repeating: 0, count: scale.sampleRate)
        position = speech.startFrame
        end = recording.frames
        grouping = StretchGrouping(cutting)
    }

    /// The next stretch; nil if there is no more speech.
    ///
    /// - Throws: An error if the recording cannot be read.
    mutating func next() throws(AudioError) -> FoundStretch? {
        while found.isEmpty {
            guard !hasEnded else { return nil }
            try read()
        }
        return found.removeFirst()
    }

    private mutating func read() throws(AudioError) {
        let wanted = Int(min(Int64(buffer.count), max(end - position, 0)))
        let (recording, start) = (recording, position)
        let count = try buffer.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
            try recording.read(from: start, into: UnsafeMutableBufferPointer(rebasing: buffer[..<wanted]))
        }
        position += Int64(count)
        // A file may hold less than its header says.
        hasEnded = count < wanted || position >= end
        hear(
            buffer.withUnsafeBufferPointer {
                converter.convert(UnsafeBufferPointer(rebasing: $0[..<count]), endOfInput: hasEnded)
            }
        )
        let silentUpTo = open?.start ?? endpointer.earliestStart
        take(hasEnded ? grouping.finish() : grouping.pass(upTo: silentUpTo))
        audio.drop(before: min(silentUpTo, grouping.start ?? .max))
    }

    private mutating func hear(_ samples: [Int16]) {
        var free: [Int16] = []
        mask.pass(samples, flush: hasEnded) { free += $0 }
        audio.append(contentsOf: free)
        while audio.end - endpointer.position >= Int64(FrameFeatures.frameLength) { hearFrame() }
        if hasEnded { close(at: audio.end) }
    }

    private mutating func hearFrame() {
        let start = endpointer.position
        let event = audio.withSamples(start..<start + Int64(FrameFeatures.frameLength)) { endpointer.hear($0) }
        switch event {
        case .began(let start, let onset): open = (start, onset, given)
        case .ended: close(at: endpointer.position)
        case .tooLong(let quietest): cut(at: quietest)
        case nil: obeyBoundary()
        }
    }

    /// Ends the stretch if the speaker changed in it a while ago.
    private mutating func obeyBoundary() {
        guard let open, let boundary = boundaries.first(where: { $0 > open.onset }),
            boundary + Self.lookahead <= endpointer.position
        else { return }
        if endpointer.lastSpeech > boundary {
            cut(at: boundary)
        } else {
            endpointer.end()
            close(at: endpointer.position)
        }
    }

    /// Ends the stretch though speech goes on; the next one has heard what is around the cut as well.
    private mutating func cut(at cut: Int64) {
        guard let speech = open else { return }
        add(heard: speech.start..<min(cut + Self.lookahead, endpointer.position), own: min(speech.own, cut)..<cut)
        endpointer.cut(at: cut)
        open = (max(speech.start, cut - Self.preRoll), cut, cut)
    }

    private mutating func close(at end: Int64) {
        guard let speech = open else { return }
        open = nil
        add(heard: speech.start..<end, own: min(speech.own, end)..<end)
    }

    private mutating func add(heard: Range<Int64>, own: Range<Int64>) {
        given = own.upperBound
        let middle = (max(heard.lowerBound, own.lowerBound) + own.upperBound) / 2
        let lower = boundaries.last { $0 <= middle } ?? 0
        let upper = boundaries.first { $0 > middle } ?? .max
        take(grouping.add(StretchPart(heard: heard, own: own, turn: lower..<upper)))
    }

    private mutating func take(_ part: StretchPart?) {
        guard let part, !part.heard.isEmpty else { return }
        found.append(FoundStretch(number: count, part: part, samples: audio.withSamples(part.heard) { Array($0) }))
        count += 1
    }
}

extension RecordedSpeech {
    /// Places in it, in frames and in samples.
    var scale: FrameScale { FrameScale(sampleRate: recording.sampleRate, startFrame: startFrame) }

    /// The utterances that are a stretch's own, in frames of the recording, none across a boundary.
    ///
    /// What was heard at the edge of two stretches belongs to that in which the middle of the word lies.
    func place(_ heard: [RecognizedUtterance], of part: StretchPart) -> [RecognizedUtterance] {
        let start = part.heard.lowerBound
        return heard.flatMap { utterance in
            let words = utterance.words.compactMap { word -> RecognizedUtterance.Word? in
                guard part.own.contains(start + (word.start + word.end) / 2) else { return nil }
                let placed = (start + max(word.start, 0)).clamped(to: part.heard)
                let end = (start + word.end).clamped(to: part.heard)
                return RecognizedUtterance.Word(
                    text: word.text,
                    start: scale.frame(at: placed),
                    end: scale.frame(at: max(placed, end)),
                    confidence: word.confidence
                )
            }
            return RecognizedUtterance(words: words, recognizer: utterance.recognizer)?.cut(at: boundaries) ?? []
        }
    }
}

extension Int64 {
    fileprivate func clamped(to range: Range<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
