import MeetingModel
import StandupSpeech

extension [Turn] {
    /// The attendee whose turn it was at a meeting time; nil if the meeting has no turns.
    func speaker(at time: Duration) -> Attendee.ID? {
        (lastIndex(startedBy: time).map { self[$0] } ?? first)?.attendee
    }
}

extension Utterance {
    /// `sampleRate` is the recording's, in Hz.
    init(
        _ heard: RecognizedUtterance, attendee: Attendee.ID, sampleRate: Int, channel: AudioChannel? = nil,
        isInterjection: Bool = false
    ) {
        func time(_ frame: Int64) -> Duration { Duration(frames: frame, at: sampleRate) }
        self.init(
            attendee: attendee, start: time(heard.start), end: time(heard.end), text: heard.text,
            recognizer: heard.recognizer,
            words: heard.words.map {
                Word(
                    text: $0.text, start: time($0.start), end: time($0.end), confidence: $0.confidence, heard: $0.heard)
            },
            channel: channel,
            isInterjection: isInterjection)
    }
}
