import CWhisper
import StandupSpeech

/// Finds speech with Silero's detector; each stretch of speech is a word. [one thread at a time]
@safe final class SpeechFinder: SpeechRecognizer {
    let name = "silero"
    let learnedState: [Float]? = nil
    var isBehind = false

    /// The niceness of detection: nothing waits for it.
    private static let niceness: Int32 = 5

    private let whisper: OpaquePointer
    private var samples: [Float] = []

    /// Loads the detector at a path.
    init(detector: String) throws(RecognizerError) {
        _ = try WhisperRecognizer.checkedVersion()
        guard let whisper = unsafe standup_whisper_load(nil, detector, STANDUP_WHISPER_HEADS_TOP, 0) else {
            throw .failed(
                name: name, reason: "cannot load \(detector): \(unsafe String(cString: standup_whisper_error()))")
        }
        unsafe self.whisper = whisper
    }

    deinit {
        unsafe standup_whisper_free(whisper)
    }

    func begin() { samples = [] }

    func hear(_ samples: UnsafeBufferPointer<Int16>) -> String {
        unsafe self.samples += samples.map { Float($0) / 32_768 }
        return ""
    }

    func end() throws(RecognizerError) -> [RecognizedWord] {
        defer { samples = [] }
        return try unsafe SpokenSegments(in: samples, by: whisper, niceness: Self.niceness).ranges
            .map { RecognizedWord(text: "speech", start: $0.lowerBound, end: $0.upperBound, confidence: 1) }
    }
}

extension SpokenSegments {
    /// What the detector finds in a sound; the pointer is that of `standup_whisper_load`.
    @unsafe init(in samples: [Float], by whisper: OpaquePointer, niceness: Int32) throws(RecognizerError) {
        var probabilities: UnsafePointer<Float>?
        let count = unsafe standup_whisper_detect(
            whisper, Self.audible(samples), Int32(samples.count), niceness, &probabilities)
        guard count >= 0 else {
            throw .failed(
                name: "whisper",
                reason: "the speech detector failed: \(unsafe String(cString: standup_whisper_error()))")
        }
        unsafe self.init(
            probabilities: UnsafeBufferPointer(start: probabilities, count: Int(count)), samples: samples.count)
    }
}
