import Assets
import AudioDevices
import AudioFiles
import Glibc
import MeetingModel
import MeetingTiming
import RecognizerProcess
import SpeechRecognition
import WhisperModels

/// What `doctor` looks at in the recogniser of a language.
struct RecognizerChecks {
    /// The recogniser that a meeting would have.
    let choice: RecognizerChoice
    /// The tag of the language.
    let language: String
    /// Whether somebody has chosen the recogniser.
    let isChosen: Bool

    /// Whether there is one, whether a better one could be had, and how fast it is.
    func run() -> [Check] {
        if let problem = choice.problem { return [.failed("recogniser", problem, status: .warn)] }
        if let substitution = choice.substitution { return [.failed("recogniser", substitution, status: .warn)] }
        let check = Check.ok("recogniser", choice.introduction)
        if let model = choice.whisper { return [check, speed(of: model)] }
        return [check] + (isChosen ? [] : [whatIsMissing])
    }

    /// Why it is not Whisper.
    private var whatIsMissing: Check {
        let name = "whisper"
        let models = Composition.whisperModels
        guard let model = models.best(for: language) else {
            let path = RecognizerProgram.path(of: "standup-whisper")
            let build = access(path, X_OK) == 0 ? "" : "tools/speech, then "
            return .warn(
                name, "no model for the language \(language) in \(models.path), PocketSphinx makes more mistakes",
                mend: build + "standup models install \(WhisperLanguage(language) == .english ? "base" : "small")")
        }
        let program = RecognizerProgram.whisper(model, language: language)
        return .warn(
            name, "its program is missing or may not be run, \(program.path), PocketSphinx makes more mistakes",
            mend: "tools/speech")
    }

    /// How long a model takes for a sentence.
    private func speed(of model: WhisperModel) -> Check {
        let name = "whisper speed"
        do {
            let sound = try Self.sentence()
            let recognizer = try ProcessRecognizer(
                .whisper(model, language: language), mode: .whole)
            let start = Composition.clock.now
            try recognizer.begin()
            recognizer.isBehind = true
            _ = try sound.withUnsafeBufferPointer { samples throws(RecognizerError) in try recognizer.hear(samples) }
            _ = try recognizer.end()
            let time = Composition.clock.now - start
            let length = Duration.seconds(Double(sound.count) / 16_000)
            let finding = "\(Self.seconds(length)) of speech transcribed in \(Self.seconds(time)) (model \(model.name))"
            guard time > length else { return .ok(name, finding) }
            return .warn(
                name, finding + ", too slow to keep up with a meeting",
                mend: "use a smaller model, such as --recognizer whisper:tiny.en, see standup models")
        } catch {
            return .failed(name, error, status: .warn)
        }
    }

    /// Some seconds of a recorded voice, at 16 kHz.
    private static func sentence() throws -> [Int16] {
        let reader = try AudioFileReader(path: AssetFolder.locate("Voices/ann.wav"))
        var sound = [Float](repeating: 0, count: Int(reader.frames))
        let count = try sound.withUnsafeMutableBufferPointer { sound throws(AudioError) in
            try reader.read(into: sound)
        }
        let samples = try SampleRateConverter.convert(Array(sound.prefix(count)), from: reader.sampleRate, to: 16_000)
        return samples.map(PCM16.sample)
    }

    private static func seconds(_ duration: Duration) -> String {
        "\((duration.seconds * 10).rounded() / 10) s"
    }
}
