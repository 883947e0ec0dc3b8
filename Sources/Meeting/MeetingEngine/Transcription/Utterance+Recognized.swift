import MeetingModel
import StandupSpeech

extension [Turn] {
    /// The attendee whose turn it was at a meeting time; nil if the meeting has no turns.
    func speaker(at time: Duration) -> Attendee.ID? {
        (lastIndex(startedBy: time).map { self[$0] } ?? first)?.attendee
    }
}

/// Gives what was heard in a recording to the attendees: by turn, by side of a call, and by voice.
struct SpeakerAssignment {
    let attendees: [Attendee]
    /// The recording's, in Hz.
    let sampleRate: Int
    /// Nil if voices are not told apart.
    var voices: VoiceAttribution?

    /// The parts of what was heard by speaker, in order, during an attendee's turn.
    ///
    /// `channel` is nil for a recording of one channel.
    func utterances(
        _ heard: RecognizedUtterance, during owner: Attendee.ID, on channel: AudioChannel? = nil
    ) -> [Utterance] {
        let isInterjection = channel.map { attendees.isInterjection(on: $0, during: owner) } ?? false
        let hasSides = channel != nil && attendees.contains(where: \.isRemote)
        let others = attendees.filter { $0.id != owner && (!hasSides || $0.channel == channel) }
        let parts = voices?.parts(of: heard, owner: isInterjection ? nil : owner, among: others.map(\.id))
        return (parts ?? [VoiceAttribution.Part(utterance: heard, speaker: nil)])
            .map { part in
                Utterance(
                    part.utterance, attendee: part.speaker ?? owner, sampleRate: sampleRate, channel: channel,
                    isInterjection: isInterjection && part.speaker == nil, isByVoice: part.speaker != nil)
            }
    }
}

extension Utterance {
    /// `sampleRate` is the recording's, in Hz.
    fileprivate init(
        _ heard: RecognizedUtterance, attendee: Attendee.ID, sampleRate: Int, channel: AudioChannel?,
        isInterjection: Bool, isByVoice: Bool
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
            isInterjection: isInterjection,
            isByVoice: isByVoice)
    }
}
