package import Sound
import Synchronization

/// Hears whose voice speaks in the utterances of a transcription.
package struct VoiceRecognition: Sendable {
    /// The embedding of the voice in a sound: mono, 16 kHz, at least `VoiceEmbedder.lengths.lowerBound` samples. [any
    /// thread]
    package typealias Embed = @Sendable (_ samples: [Int16]) throws(RecognizerError) -> VoiceEmbedding

    /// Identifies the model: embeddings of different models cannot be compared.
    package let key: String
    /// Loads the model. [any thread]
    package let make: @Sendable () throws(RecognizerError) -> Embed

    package init(key: String, make: @escaping @Sendable () throws(RecognizerError) -> Embed) {
        self.key = key
        self.make = make
    }

    package init(_ model: VoiceModel) {
        self.init(key: VoiceModel.key) { () throws(RecognizerError) in
            let loaded = LoadedVoices(try VoiceEmbedder(model))
            return { samples throws(RecognizerError) in try loaded.embed(samples) }
        }
    }

    /// The same, with a model that is loaded once for all who use it.
    package func shared() -> VoiceRecognition {
        let shared = SharedVoices()
        return VoiceRecognition(key: key) { [make] () throws(RecognizerError) in try shared.embed(loadedBy: make) }
    }
}

/// A process with a model, which embeds one sound after the other. [any thread]
private final class LoadedVoices: Sendable {
    private let embedder: Mutex<VoiceEmbedder>

    init(_ embedder: sending VoiceEmbedder) {
        self.embedder = Mutex(embedder)
    }

    func embed(_ samples: [Int16]) throws(RecognizerError) -> VoiceEmbedding {
        try embedder.withLock { embedder throws(RecognizerError) in try embedder.embed(samples) }
    }
}

private final class SharedVoices: Sendable {
    private let loaded = Mutex<VoiceRecognition.Embed?>(nil)

    func embed(
        loadedBy make: () throws(RecognizerError) -> VoiceRecognition.Embed
    ) throws(RecognizerError) -> VoiceRecognition.Embed {
        try loaded.withLock { loaded throws(RecognizerError) in
            if let loaded { return loaded }
            let embed = try make()
            loaded = embed
            return embed
        }
    }
}

/// The voice in a window of an utterance.
package struct HeardVoice: Hashable, Sendable {
    /// The window, in frames of the recording.
    package let frames: Range<Int64>
    package let voice: VoiceEmbedding

    package init(frames: Range<Int64>, voice: VoiceEmbedding) {
        self.frames = frames
        self.voice = voice
    }
}

/// Adds the voices to utterances. [one thread at a time]
package struct VoiceListener {
    /// The length of a window and the distance to the next one, in samples at 16 kHz: 1 and 0.5 s.
    ///
    /// Shorter windows say too little about a voice; longer ones miss short interjections.
    private static let window: (length: Int64, step: Int64) = (16_000, 8_000)

    private var recognition: VoiceRecognition?
    private var embed: VoiceRecognition.Embed?
    private var failure: RecognizerError?

    /// Creates a listener; without a recognition it hears nothing.
    package init(_ recognition: VoiceRecognition?) {
        self.recognition = recognition
    }

    /// Returns and clears the error after which it hears nothing more.
    package mutating func takeFailure() -> RecognizerError? {
        defer { failure = nil }
        return failure
    }

    /// The utterance with the voices in its windows; one of up to 2.5 s is a single window.
    ///
    /// `sound` gets ranges of samples at 16 kHz, and returns what there is of them.
    package mutating func heard(
        _ utterance: RecognizedUtterance, at scale: FrameScale, in sound: (Range<Int64>) -> [Int16]
    ) -> RecognizedUtterance {
        guard let recognition else { return utterance }
        var utterance = utterance
        do throws(RecognizerError) {
            if embed == nil { embed = try recognition.make() }
            guard let embed else { return utterance }
            for window in Self.windows(of: scale.sample(at: utterance.start)..<scale.sample(at: utterance.end)) {
                let samples = sound(window)
                guard samples.count >= VoiceEmbedder.lengths.lowerBound else { continue }
                guard let voice = try embed(samples).distinctive else { continue }
                utterance.voices.append(
                    HeardVoice(
                        frames: scale.frame(at: window.lowerBound)..<scale.frame(at: window.upperBound), voice: voice))
            }
        } catch {
            (self.recognition, embed, failure) = (nil, nil, error)
            utterance.voices = []
        }
        return utterance
    }

    /// The voices in an utterance of a recording of one channel.
    ///
    /// - Throws: A `RecognizerError` or an `AudioError`.
    package mutating func voices(in frames: Range<Int64>, of recording: any RecordedAudio) throws -> [HeardVoice] {
        var samples = SampleWindow()
        samples.append(contentsOf: try recording.speechSamples(in: frames))
        let word = RecognizedUtterance.Word(text: "", start: frames.lowerBound, end: frames.upperBound, confidence: 1)
        guard let utterance = RecognizedUtterance(words: [word], recognizer: "") else { return [] }
        let scale = FrameScale(sampleRate: recording.sampleRate, startFrame: frames.lowerBound)
        let heard = heard(utterance, at: scale) { range in samples.withSamples(range) { Array($0) } }
        if let failure = takeFailure() { throw failure }
        return heard.voices
    }

    /// The voices in what is spoken in a part of a recording of one channel.
    package mutating func voices(
        in frames: Range<Int64>, of recording: any RecordedAudio, spokenBy detector: SpeechDetector
    ) throws -> [HeardVoice] {
        var voices: [HeardVoice] = []
        for start in stride(from: frames.lowerBound, to: frames.upperBound, by: 30 * recording.sampleRate) {
            let part = start..<min(start + Int64(30 * recording.sampleRate), frames.upperBound)
            let scale = FrameScale(sampleRate: recording.sampleRate, startFrame: start)
            for found in try detector.speech(in: recording.speechSamples(in: part)) {
                let spoken = scale.frame(at: Int64(found.lowerBound))..<scale.frame(at: Int64(found.upperBound))
                voices += try self.voices(in: spoken.clamped(to: part), of: recording)
            }
        }
        return voices
    }

    private static func windows(of range: Range<Int64>) -> [Range<Int64>] {
        2 * Int64(range.count) > 5 * window.length ? range.windows(of: window.length, step: window.step) : [range]
    }
}

extension Range<Int64> {
    var middle: Int64 { lowerBound + (upperBound - lowerBound) / 2 }

    /// Windows at equal distances of at most `step`, of which the last ends with the range; the range itself if it is not
    /// longer than one.
    func windows(of length: Int64, step: Int64) -> [Range<Int64>] {
        let rest = Int64(count) - length
        guard rest > 0 else { return [self] }
        let steps = (rest + step - 1) / step
        return (0...steps).map { lowerBound + rest * $0 / steps }.map { $0..<$0 + length }
    }
}

extension RecordedAudio {
    /// Its samples at 16 kHz.
    fileprivate func speechSamples(in frames: Range<Int64>) throws -> [Int16] {
        var sound = [Int16](repeating: 0, count: frames.count)
        let count = try sound.withUnsafeMutableBufferPointer { try read(from: frames.lowerBound, into: $0) }
        var converter = try SpeechConverter(sampleRate: sampleRate)
        return sound.withUnsafeBufferPointer {
            converter.convert(UnsafeBufferPointer(rebasing: $0[..<count]), endOfInput: true)
        }
    }
}
