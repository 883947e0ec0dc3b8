import Glibc
import StandupSpeech

/// Recognizes a language of tones: each word is a loud segment, with a number given by its peak in steps of 500 above
/// 4000.
///
/// A split word, or a word without its middle, is misrecognized.
final class ToneRecognizer: SpeechRecognizer {
    let name = "tones"
    let learnedState: [Float]? = [1, 2, 3]
    private var samples: [Int16] = []
    private var failsAt: Int?

    init(failsAt: Int? = nil) {
        self.failsAt = failsAt
    }

    func begin() throws(RecognizerError) {
        samples = []
    }

    func hear(_ new: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        samples += new
        if let failsAt {
            self.failsAt = failsAt - new.count
            if failsAt < new.count { throw .failed(name: name, reason: "on purpose") }
        }
        return words().map(\.text).joined(separator: " ")
    }

    func end() throws(RecognizerError) -> [RecognizedWord] {
        words()
    }

    /// A word as a tone of steady level, which is no speech to the endpointer.
    static func steadyWord(_ number: Int) -> [Int16] {
        (0..<4800).map { Int16(Double(4000 + 500 * number) * sin(2 * .pi * 130 * Double($0) / 16_000)) }
    }

    /// A word's samples, 0.3 s, and a gap of 0.05 s.
    static func word(_ number: Int) -> [Int16] {
        let scale = Double(4000 + 500 * number) / Double(Signal.syllable(0.3, peak: 0.5).max() ?? 1)
        let syllable = Signal.syllable(0.3, peak: 0.5, pitch: 130).map { Int16((Double($0) * scale).rounded()) }
        return syllable + Signal.silence(0.05)
    }

    private func words() -> [RecognizedWord] {
        var words: [RecognizedWord] = []
        var start: Int?
        var lastLoud = 0
        var peak = 0
        for (index, sample) in (samples + Signal.silence(0.1)).enumerated() {
            if let first = start, index - lastLoud > 400 {
                // A short or quiet segment is part of a split word.
                if lastLoud - first > 2400, peak >= 3750 {
                    let text = "w\((peak - 3750) / 500)"
                    words.append(RecognizedWord(text: text, start: first, end: lastLoud, confidence: 0.9))
                } else if lastLoud - first > 400 {
                    words.append(RecognizedWord(text: "torn", start: first, end: lastLoud, confidence: 0.1))
                }
                start = nil
            }
            if abs(Int(sample)) > 400 {
                if start == nil { (start, peak) = (index, 0) }
                lastLoud = index
                peak = max(peak, Int(sample))
            }
        }
        return words
    }
}
