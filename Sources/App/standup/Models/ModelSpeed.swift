import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech

/// The speed of a model on this machine, measured by transcribing a sentence.
struct ModelSpeed {
    /// The duration of the sentence.
    let length: Duration
    /// The transcription time.
    let time: Duration

    /// Measures the transcription of a recorded sentence, with one thread at normal priority.
    init(of model: WhisperModel, language: String) throws {
        let sound = try Composition.sound("Voices/ann.wav", at: 16_000).map(PCM16.sample)
        let recognizer = try ProcessRecognizer(.whisper(model, language: language), mode: .whole)
        let start = Composition.clock.now
        try recognizer.begin()
        recognizer.isBehind = true
        _ = try sound.withUnsafeBufferPointer { samples throws(RecognizerError) in try recognizer.hear(samples) }
        _ = try recognizer.end()
        time = Composition.clock.now - start
        length = .seconds(Double(sound.count) / 16_000)
    }

    init(length: Duration, time: Duration) {
        (self.length, self.time) = (length, time)
    }

    /// The measurement as a phrase: `11.2 s of speech transcribed in 1.3 s`.
    var text: String { "\(Self.seconds(length)) of speech transcribed in \(Self.seconds(time))" }

    /// Whether transcription is at least as fast as speech.
    var keepsUp: Bool { time <= length }

    /// Whether a model that takes twice as long would keep up too, with half of a core to spare.
    var keepsUpWithTwice: Bool { time * 4 <= length }

    private static func seconds(_ duration: Duration) -> String {
        "\((duration.seconds * 10).rounded() / 10) s"
    }
}
