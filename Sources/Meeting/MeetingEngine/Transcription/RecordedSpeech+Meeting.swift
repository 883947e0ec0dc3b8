import AudioDevices
package import MeetingHistory
import MeetingModel
import SpeechRecognition

/// The parts of a history that a transcription reads and writes.
package typealias TranscribedMeetings = MeetingJournal & StandupStore & TranscriptStore & TranscriptionStore

extension RecordedSpeech {
    /// Creates the speech of a meeting's recording.
    ///
    /// No utterance crosses the end of a turn or a pause, each change of speaker has a ding, and the vocabulary of the
    /// meeting's standup corrects words.
    init(
        of meeting: Meeting, recording: any RecordedAudio, cues: CueSounds?, language: String? = nil,
        by recognition: SegmentRecognition, in store: any StandupStore
    ) {
        self.init(recording, language: language ?? meeting.language)
        vocabulary = Vocabulary(of: meeting, in: store, language: self.language, recognition)
        let rate = recording.sampleRate
        self.cues = cues
        boundaries = (meeting.turns.compactMap(\.end) + meeting.pauses.map(\.at)).map { $0.frames(at: rate) }
        cueFrames = meeting.turns.dropFirst().map { (.ding, $0.start.frames(at: rate)) }
    }
}

extension Vocabulary {
    /// The names of a meeting's attendees, and the terms of its standup, if that still exists.
    init(of meeting: Meeting, in store: any StandupStore, language: String, _ recognition: SegmentRecognition) {
        let standup = (try? store.standups())?.first { $0.id == meeting.standupID }
        self.init(
            names: meeting.attendees.map(\.name), terms: standup?.vocabulary ?? [], language: language,
            dictionary: recognition.pronunciations)
    }
}

extension Meeting {
    /// The recognised utterances, each assigned to the attendee whose turn it was; empty without turns.
    func utterances(_ heard: [RecognizedUtterance], sampleRate: Int) -> [Utterance] {
        heard.compactMap { heard in
            turns.speaker(at: Duration(frames: (heard.start + heard.end) / 2, at: sampleRate))
                .map { Utterance(heard, attendee: $0, sampleRate: sampleRate) }
        }
    }
}
