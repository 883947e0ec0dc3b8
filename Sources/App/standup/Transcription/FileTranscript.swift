import ArgumentParser
import MeetingHistory
import MeetingModel
import StandupSpeech

/// The transcript of a sound file in `transcribe --json`; offsets are in seconds.
struct FileTranscript: Codable, Hashable {
    struct Utterance: Codable, Hashable {
        var start: Double
        var end: Double
        var text: String
        var recognizer: String
        var words: [Word]
    }

    struct Word: Codable, Hashable {
        var text: String
        var start: Double
        var end: Double
        var confidence: Double
    }

    var file: String
    var duration: Double
    var sampleRate: Int
    var language: String
    var recognizer: String
    var transcript: [Utterance]

    init(
        path: String, recording: SoundFile, language: String, recognizer: String,
        utterances: [RecognizedUtterance]
    ) {
        let rate = Double(recording.sampleRate)
        file = path
        duration = Double(recording.frames) / rate
        sampleRate = recording.sampleRate
        self.language = language
        self.recognizer = recognizer
        transcript = utterances.map { utterance in
            Utterance(
                start: Double(utterance.start) / rate, end: Double(utterance.end) / rate, text: utterance.text,
                recognizer: utterance.recognizer,
                words: utterance.words.map {
                    Word(
                        text: $0.text, start: Double($0.start) / rate, end: Double($0.end) / rate,
                        confidence: $0.confidence)
                })
        }
    }

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case txt, srt, vtt, json
    }

    /// The utterances as subtitles without speaker names.
    func subtitles(as format: TranscriptFormat) throws -> String {
        var generator = SystemRandomNumberGenerator()
        let nobody = Attendee.ID(using: &generator)
        let start = Timestamp(nanosecondsSince1970: 0)
        let meeting = Meeting(
            id: Meeting.ID(using: &generator), standupID: Standup.ID(using: &generator), title: "", startedAt: start,
            attendees: [MeetingAttendee(id: nobody, name: "", slot: .zero)],
            transcript: transcript.map { utterance in
                MeetingModel.Utterance(
                    attendee: nobody, start: .seconds(utterance.start), end: .seconds(utterance.end),
                    text: utterance.text, recognizer: utterance.recognizer,
                    words: utterance.words.map {
                        MeetingModel.Word(
                            text: $0.text, start: .seconds($0.start), end: .seconds($0.end), confidence: $0.confidence)
                    })
            })
        return try MeetingTranscript(of: meeting, startedAt: LocalTime(start)).text(as: format)
    }

    /// A line of text for each utterance, with its offset.
    var lines: [String] {
        transcript.map { utterance in
            let offset = Duration.seconds(Int64(utterance.start)).clockText(.position)
            let indent = String(repeating: " ", count: max(7 - offset.count, 0))
            return "\(indent)\(offset)  \(DisplayText(utterance.text))"
        }
    }
}
