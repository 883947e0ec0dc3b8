package import MeetingHistory
import MeetingModel
import Sound
import StandupSpeech

/// The parts of a history that a transcription reads and writes.
package typealias TranscribedMeetings = MeetingJournal & StandupStore & TranscriptStore & TranscriptionStore

extension RecordedSpeech {
    /// No utterance crosses the end of a turn or a pause, each change of speaker has a ding, and the vocabulary of the
    /// meeting's standup corrects words.
    init(
        of meeting: Meeting, recording: any RecordedAudio, cues: CueSounds?, language: String? = nil,
        by recognition: SegmentRecognition, in store: any StandupStore
    ) {
        self.init(recording, language: language ?? meeting.language)
        let standup = store.standup(of: meeting)
        // The unknown speaker of an imported recording, who has the id of the standup, is not one to be spoken of.
        let known = meeting.attendees.filter { $0.id.rawValue != meeting.standupID.rawValue }
        vocabulary = Vocabulary(
            names: known.map(\.name), terms: standup?.vocabulary ?? [], language: self.language, for: recognition)
        tellsVoicesApart = standup?.learnsVoices ?? false
        let rate = recording.sampleRate
        self.cues = cues
        boundaries = (meeting.turns.compactMap(\.end) + meeting.pauses.map(\.at)).map { $0.frames(at: rate) }
        cueFrames = meeting.turns.dropFirst().map { (.ding, $0.start.frames(at: rate)) }
    }
}

extension RecordedAudio {
    /// Its channels, each as a recording of one channel; a recording with one has no name for it.
    var eachChannel: [(channel: AudioChannel?, audio: any RecordedAudio)] {
        guard channels > 1 else { return [(nil, self)] }
        return AudioChannel.allCases.map { ($0, ChannelAudio($0, of: self)) }
    }
}

extension [Utterance] {
    /// The utterances of all channels in the order of their starts.
    func inOrder() -> [Utterance] {
        enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }
}

extension StandupStore {
    /// The standup of a meeting, if that still exists.
    fileprivate func standup(of meeting: Meeting) -> Standup? {
        (try? standups())?.first { $0.id == meeting.standupID }
    }
}

extension SpeakerAssignment {
    /// The assignment in a meeting's recording, with the profiles of its people if its standup learns voices.
    init(
        of meeting: Meeting, sampleRate: Int, by recognition: SegmentRecognition,
        in store: any MeetingJournal & StandupStore
    ) throws(HistoryError) {
        attendees = meeting.attendees.map { Attendee(id: $0.id, name: $0.name, isRemote: $0.isRemote) }
        self.sampleRate = sampleRate
        if let model = recognition.voices?.key, store.standup(of: meeting)?.learnsVoices == true {
            voices = VoiceAttribution(
                try store.voices(of: attendees.map(\.id), model: model), sampleRate: sampleRate)
        }
    }
}

extension Meeting {
    /// The recognized utterances, assigned to attendees; empty without turns.
    ///
    /// `channel` is nil for a recording of one channel.
    func utterances(
        _ heard: [RecognizedUtterance], by assignment: SpeakerAssignment, on channel: AudioChannel?
    ) -> [Utterance] {
        heard.flatMap { heard in
            turns.speaker(at: Duration(frames: (heard.start + heard.end) / 2, at: assignment.sampleRate))
                .map { assignment.utterances(heard, during: $0, on: channel) } ?? []
        }
    }
}
