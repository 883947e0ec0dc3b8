import Sound

/// Reads a recording and finds its speech segments. [one thread at a time]
///
/// The segments depend only on the recording and its context. It stores no more than the longest segment.
struct SegmentReader {
    private let recording: any RecordedAudio
    private let boundaries: [Int64]
    private var input: SpeechInput
    /// Buffers for one second of the recording, and of the sound of its loudspeaker.
    private var buffer: [Int16]
    private var referenceBuffer: [Int16]
    /// The next frame to read.
    private(set) var position: Int64
    private let end: Int64
    private var hasEnded = false

    // From here on, positions are samples at 16 kHz from the start frame.
    private var audio = SampleWindow()
    private var endpointer = Endpointer()
    private var grouping: SegmentGrouping
    /// The open utterance: start of its samples, onset of speech, start of its own words.
    private var open: (start: Int64, onset: Int64, own: Int64)?
    /// The position up to which all that will be heard belongs to a segment.
    private var given: Int64 = 0
    private let segmentation: Segmentation
    private var found: [DetectedSegment] = []
    private var count = 0

    init(_ speech: RecordedSpeech, segmentation: Segmentation) {
        recording = speech.recording
        let scale = speech.scale
        boundaries = speech.boundaries.map(scale.sample).filter { $0 > 0 }.sorted()
        input = SpeechInput(sampleRate: scale.sampleRate, cues: speech.cues)
        for (cue, frame) in speech.cueFrames { input.mark(cue, at: scale.sample(at: frame)) }
        buffer = [Int16](repeating: 0, count: scale.sampleRate)
        referenceBuffer = recording.reference == nil ? [] : buffer
        position = speech.startFrame
        end = recording.frames
        grouping = SegmentGrouping(segmentation)
        self.segmentation = segmentation
    }

    /// The next segment; nil at the end.
    ///
    /// - Throws: An error if the recording cannot be read or converted.
    mutating func next() throws -> DetectedSegment? {
        while found.isEmpty {
            guard !hasEnded else { return nil }
            try read()
        }
        return found.removeFirst()
    }

    private mutating func read() throws {
        let wanted = Int(min(Int64(buffer.count), max(end - position, 0)))
        let count = try recording.read(from: position, count: wanted, into: &buffer, reference: &referenceBuffer)
        position += Int64(count)
        // A file may be shorter than its header says.
        hasEnded = count < wanted || position >= end
        try hear(count)
        let silentUpTo = open?.start ?? endpointer.earliestStart
        take(hasEnded ? grouping.finish() : grouping.pass(upTo: silentUpTo))
        if open == nil { addPause(upTo: hasEnded ? audio.end : silentUpTo, isOver: hasEnded) }
        audio.drop(
            before: min(
                silentUpTo, grouping.start ?? .max, segmentation.window > 0 ? given - Segmentation.preRoll : .max))
    }

    private mutating func hear(_ count: Int) throws {
        var free: [Int16] = []
        let hasReference = recording.reference != nil
        try buffer.withUnsafeBufferPointer { frames in
            try referenceBuffer.withUnsafeBufferPointer { reference in
                try input.take(
                    UnsafeBufferPointer(rebasing: frames[..<count]),
                    reference: hasReference ? UnsafeBufferPointer(rebasing: reference[..<count]) : nil, isLast: hasEnded
                ) { free += $0 }
            }
        }
        audio.append(contentsOf: free)
        while audio.end - endpointer.position >= Int64(FrameFeatures.frameLength) { hearFrame() }
        if hasEnded { close(at: audio.end) }
    }

    private mutating func hearFrame() {
        let start = endpointer.position
        let event = audio.withSamples(start..<start + Int64(FrameFeatures.frameLength)) { endpointer.process($0) }
        switch event {
        case .began(let start, let onset):
            addPause(upTo: start, isOver: true)
            open = (start, onset, given)
        case .ended: close(at: endpointer.position)
        case .tooLong(let quietest): cut(at: quietest)
        case nil: applyBoundary()
        }
    }

    /// Ends the segment if `Transcriber.lookahead` has passed since a speaker change; a short rest still belongs to it.
    private mutating func applyBoundary() {
        guard let open, let boundary = boundaries.first(where: { $0 > open.onset }),
            boundary + Transcriber.lookahead <= endpointer.position
        else { return }
        if endpointer.lastSpeech > boundary + Transcriber.shortestRest {
            cut(at: boundary)
        } else {
            endpointer.end()
            close(at: endpointer.position)
        }
    }

    /// Cuts the segment within speech; both segments include the samples around the cut.
    private mutating func cut(at cut: Int64) {
        guard let speech = open else { return }
        add(
            heard: speech.start..<min(cut + Segmentation.lookahead, endpointer.position),
            own: min(speech.own, cut)..<cut)
        endpointer.cut(at: cut)
        open = (max(speech.start, cut - Segmentation.preRoll), cut, cut)
    }

    private mutating func close(at end: Int64) {
        guard let speech = open else { return }
        open = nil
        add(heard: speech.start..<end, own: min(speech.own, end)..<end)
    }

    private mutating func addPause(upTo end: Int64, isOver: Bool) {
        while given < end, let pause = segmentation.segment(ofPause: given..<end, isOver: isOver) {
            take(grouping.finish())
            add(heard: pause.heard, own: pause.own)
            take(grouping.finish())
        }
    }

    private mutating func add(heard: Range<Int64>, own: Range<Int64>) {
        given = own.upperBound
        let middle = (max(heard.lowerBound, own.lowerBound) + own.upperBound) / 2
        let lower = boundaries.last { $0 <= middle } ?? 0
        let upper = boundaries.first { $0 > middle } ?? .max
        take(grouping.add(SegmentPart(heard: heard, own: own, turn: lower..<upper)))
    }

    private mutating func take(_ part: SegmentPart?) {
        guard let part, !part.heard.isEmpty else { return }
        found.append(DetectedSegment(number: count, part: part, samples: audio.withSamples(part.heard) { Array($0) }))
        count += 1
    }
}

extension RecordedSpeech {
    var scale: FrameScale { FrameScale(sampleRate: recording.sampleRate, startFrame: startFrame) }

    /// The segment's own utterances, in frames of the recording, split at boundaries.
    ///
    /// A word in the overlap of two segments belongs to the segment that contains its middle.
    func place(_ heard: [RecognizedUtterance], of part: SegmentPart) -> [RecognizedUtterance] {
        let start = part.heard.lowerBound
        let shortest = scale.frame(at: Transcriber.shortestRest) - scale.startFrame
        // Where speech was cut, a word is clipped, however short the rest.
        let inside = boundaries.filter {
            let sample = scale.sample(at: $0)
            return part.own.lowerBound < sample && sample < part.own.upperBound
        }
        let outside = boundaries.filter { !inside.contains($0) }
        return heard.flatMap { utterance -> [RecognizedUtterance] in
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
            guard let own = RecognizedUtterance(words: words, recognizer: utterance.recognizer) else { return [] }
            return own.cut(at: part.joints.map(scale.frame))
                .flatMap { $0.cut(at: inside, shortestRest: shortest) }
                .flatMap { $0.cut(at: outside) }
        }
    }
}

extension Int64 {
    fileprivate func clamped(to range: Range<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
