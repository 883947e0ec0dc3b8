/// Finds speech with Silero's voice activity detector, in a process of the program that runs Whisper. [one thread at a
/// time]
///
/// Loud noises, which `Endpointer` takes for speech, are none for the detector.
package final class SpeechDetector {
    /// The setting with the path of its model, for the recognizer's process.
    package static let setting = "detector"

    /// The margin around detected speech, and the pause that is part of it, in samples: 0.1 and 0.3 s.
    private static let margin = 1600
    private static let pause = 4800

    private let process: ProcessRecognizer

    /// Starts the process and loads the model.
    package init() throws(RecognizerError) {
        let program = RecognizerProgram(
            name: "silero", path: RecognizerProgram.path(of: "standup-whisper"),
            model: [Self.setting: RecognizerProgram.path(of: "ggml-silero-v6.2.0.bin")])
        process = try ProcessRecognizer(program, mode: .whole)
    }

    /// The speech in a sound: mono, 16 kHz, up to 30 s.
    package func speech(in samples: [Int16]) throws(RecognizerError) -> [Range<Int>] {
        try process.begin()
        _ = try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in try process.hear(samples) }
        var found: [Range<Int>] = []
        for word in try process.end() {
            let start = max(word.start - Self.margin, 0)
            let end = min(word.end + Self.margin, samples.count)
            if let last = found.last, start - last.upperBound < Self.pause {
                found[found.count - 1] = last.lowerBound..<end
            } else {
                found.append(start..<end)
            }
        }
        return found
    }
}
