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
        vocabulary = Vocabulary(of: meeting, in: store, language: self.language, recognition)
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

extension Vocabulary {
    /// The names of a meeting's attendees, and the terms of its standup, if that still exists.
    init(of meeting: Meeting, in store: any StandupStore, language: String, _ recognition: SegmentRecognition) {
        let standup = (try? store.standups())?.first { $0.id == meeting.standupID }
        // The unknown speaker of an imported recording, who has the id of the standup, is not one to be spoken of.
        let known = meeting.attendees.filter { $0.id.rawValue != meeting.standupID.rawValue }
        self.init(
            names: known.map(\.name), terms: standup?.vocabulary ?? [], language: language, for: recognition)
    }
}

extension Meeting {
    /// The recognized utterances, each assigned to the attendee whose turn it was; empty without turns.
    ///
    /// `channel` is nil for a recording of one channel.
    func utterances(
        _ heard: [RecognizedUtterance], sampleRate: Int, channel: AudioChannel? = nil
    ) -> [Utterance] {
        let attendees = attendees.map { Attendee(id: $0.id, name: $0.name, isRemote: $0.isRemote) }
        return heard.compactMap { heard in
            turns.speaker(at: Duration(frames: (heard.start + heard.end) / 2, at: sampleRate))
                .map { speaker in
                    Utterance(
                        heard, attendee: speaker, sampleRate: sampleRate, channel: channel,
                        isInterjection: channel.map { attendees.isInterjection(on: $0, during: speaker) } ?? false)
                }
        }
    }
}
