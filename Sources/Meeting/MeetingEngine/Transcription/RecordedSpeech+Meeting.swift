import AudioDevices
import MeetingHistory
import MeetingModel
import SpeechRecognition

extension RecordedSpeech {
    /// The recording of a meeting: where turns ended and where it was paused nobody goes on speaking, and a change of
    /// speaker dinged.
    init(of meeting: Meeting, recording: any RecordedAudio, cues: CueSounds?) {
        self.init(recording, language: meeting.language)
        let rate = recording.sampleRate
        self.cues = cues
        boundaries = (meeting.turns.compactMap(\.end) + meeting.pauses.map(\.at)).map { $0.frames(at: rate) }
        cueFrames = meeting.turns.dropFirst().map { (.ding, $0.start.frames(at: rate)) }
    }
}

extension Meeting {
    /// What was heard in the recording, each utterance as that of whoever had the turn; none if nobody had one.
    func utterances(_ heard: [RecognizedUtterance], sampleRate: Int) -> [Utterance] {
        heard.compactMap { heard in
            turns.speaker(at: Duration(frames: (heard.start + heard.end) / 2, at: sampleRate))
                .map { Utterance(heard, attendee: $0, sampleRate: sampleRate) }
        }
    }
}
