import Foundation
import MeetingModel
import StandupSpeech

/// Decides who speaks in sound files, as a meeting does: by profiles that are learned from other files.
struct VoiceTrials {
    private struct Trial: Decodable {
        /// The files from which each person's profile is learned.
        let profiles: [String: [String]]
        /// Who has the turn; nil on the other side of a call.
        let owner: String?
        /// What is said in the turn: one utterance.
        let file: String
    }

    private struct Part: Encodable {
        /// Seconds from the first sample.
        let start: Double
        let end: Double
        /// Who was named instead of the owner.
        let speaker: String?
    }

    /// The length of a word, in samples: nothing is recognized.
    private static let word = 4000

    private var listener: VoiceListener
    private var heard: [String: RecognizedUtterance] = [:]
    private var profiles: [[String]: VoiceProfile] = [:]

    init(model path: String) throws {
        listener = VoiceListener(VoiceRecognition(try VoiceModel(path: path)))
    }

    /// The answer to a line of input, in JSON.
    mutating func answer(to line: String) throws -> Data {
        let trial = try JSONDecoder().decode(Trial.self, from: Data(line.utf8))
        var known: [Attendee.ID: VoiceProfile] = [:]
        for (name, files) in trial.profiles { known[Attendee.ID(rawValue: name)] = try profile(of: files) }
        let owner = trial.owner.map(Attendee.ID.init(rawValue:))
        let parts = VoiceAttribution(known, sampleRate: 16_000)
            .parts(of: try utterance(trial.file), owner: owner, among: known.keys.filter { $0 != owner })
        return try JSONEncoder()
            .encode([
                "parts": parts.map {
                    Part(
                        start: Double($0.utterance.start) / 16_000, end: Double($0.utterance.end) / 16_000,
                        speaker: $0.speaker?.rawValue)
                }
            ])
    }

    /// What a meeting learns from turns of one person.
    private mutating func profile(of files: [String]) throws -> VoiceProfile? {
        if let profile = profiles[files] { return profile }
        let person = Attendee.ID(rawValue: "")
        var lessons = VoiceLessons(sampleRate: 16_000)
        for (turn, file) in files.enumerated() {
            lessons.hear(try utterance(file).voices, in: turn, of: person, isOwn: true)
        }
        profiles[files] = lessons.profiles(after: [:])[person]
        return profiles[files]
    }

    private mutating func utterance(_ file: String) throws -> RecognizedUtterance {
        if let utterance = heard[file] { return utterance }
        let samples = try Main.samples(file)
        let words = stride(from: 0, to: samples.count, by: Self.word)
            .map {
                RecognizedUtterance.Word(
                    text: "", start: Int64($0), end: Int64(min($0 + Self.word, samples.count)), confidence: 1)
            }
        guard let silent = RecognizedUtterance(words: words, recognizer: "") else { throw CocoaError(.fileReadUnknown) }
        let utterance = listener.heard(silent, at: FrameScale(sampleRate: 16_000, startFrame: 0)) {
            Array(samples[Int($0.lowerBound)..<min(Int($0.upperBound), samples.count)])
        }
        if let failure = listener.takeFailure() { throw failure }
        heard[file] = utterance
        return utterance
    }
}
