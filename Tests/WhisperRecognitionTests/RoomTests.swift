import StandupSpeech
import TestSupport
import Testing

/// The words of a recording that is transcribed from a room.
@Suite(.needsWhisper, .serialized, .timeLimit(.minutes(10)))
struct `Whisper in a room` {
    private func errors(_ samples: [Float], of speech: Room.Speech) async throws -> WordErrors {
        let recording = HeldRecording(Room.integers(samples), sampleRate: 16_000)
        let recognition = SegmentRecognition.whisper(try Whisper.model("base"), language: "en")
        let utterances = try await RecordingTranscription(of: recording, by: recognition).results
            .reduce(into: []) { $0.append($1.text) }
        var errors = WordErrors()
        errors.add(
            utterances.joined(separator: " ").lowercased().filter { $0.isLetter || $0 == " " }, reference: speech.words)
        return errors
    }

    @Test(arguments: [-30.0, -24, -20])
    func `loses few words in a hum, even if the hum is louder than the voice`(level: Double) async throws {
        let speech = try Room.speech()
        let hum = Room.hum(speech.samples.count, level: level)
        #expect(try await errors(Room.mix(speech.samples, with: hum), of: speech).rate < 0.1)
    }

    @Test func `loses few words beside a keyboard`() async throws {
        let speech = try Room.speech()
        let keys = Room.keys(speech.samples.count, level: -18)
        #expect(try await errors(Room.mix(speech.samples, with: keys), of: speech).rate < 0.1)
    }

    @Test(arguments: [-40.0, -55])
    func `loses few words of a quiet voice`(level: Double) async throws {
        let speech = try Room.speech()
        #expect(try await errors(speech.samples.map { $0 * Room.amplitude(level + 24) }, of: speech).rate < 0.1)
    }

    @Test func `loses few words of a quiet voice after a loud one`() async throws {
        let speech = try Room.speech()
        let samples = speech.samples.enumerated().map { $0 < speech.samples.count / 2 ? $1 : $1 / 10 }
        #expect(try await errors(samples, of: speech).rate < 0.1)
    }

    @Test func `loses few words in a reverberant and noisy room`() async throws {
        let speech = try Room.speech()
        let noise = Room.noise(speech.samples.count, smoothing: 0.95, level: -34)
        let samples = Room.mix(Room.reverberant(speech.samples, seconds: 0.5), with: noise)
        #expect(try await errors(samples, of: speech).rate < 0.1)
    }

    /// Nearly all were lost when speech had to be 8 dB louder than noise; half of them are more than the model understands.
    @Test func `finds the words in white noise 6 dB below the voice`() async throws {
        let speech = try Room.speech()
        let noise = Room.noise(speech.samples.count, smoothing: 0, level: -30)
        #expect(try await errors(Room.mix(speech.samples, with: noise), of: speech).rate < 0.5)
    }

    @Test func `loses few words where somebody else speaks`() async throws {
        let speech = try Room.speech()
        #expect(try await errors(Room.overlapped(speech, by: 6), of: speech).rate < 0.07)
    }

    @Test func `hears short answers`() async throws {
        let speech = try Room.answers([
            "Yes.", "No blockers.", "Not yet.", "Done.", "Nothing from me.", "I agree.", "Next week.", "It works.",
            "No.", "Same here.",
        ])
        let noise = Room.noise(speech.samples.count, smoothing: 0.95, level: -30)
        let samples = Room.mix(Room.reverberant(speech.samples, seconds: 0.5), with: noise)
        #expect(try await errors(samples, of: speech).rate < 0.25)
    }
}
