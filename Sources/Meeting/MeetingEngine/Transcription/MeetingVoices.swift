package import MeetingHistory
package import MeetingModel
package import Sound
package import StandupSpeech

extension MeetingJournal {
    /// The profiles of those attendees whose voices were learned; damaged ones are ignored.
    func voices(
        of attendees: [Attendee.ID], model: String
    ) throws(HistoryError) -> [Attendee.ID: VoiceProfile] {
        var profiles: [Attendee.ID: VoiceProfile] = [:]
        for id in attendees {
            let numbers = try recognizerState(LearnedVoice.prefix(of: id) + model)
            profiles[id] = numbers.flatMap { VoiceProfile(numbers: $0, model: model) }
        }
        return profiles
    }

    /// Learns the voices of those who do not refuse, beside what other programs have learned since the meeting's start.
    package func learn(_ lessons: VoiceLessons, model: String) throws(HistoryError) {
        let old = try voices(of: lessons.attendees, model: model)
        for (id, profile) in lessons.profiles(after: old) {
            let prefix = LearnedVoice.prefix(of: id)
            guard try recognizerState(prefix + LearnedVoice.refusal) == nil else { continue }
            try saveRecognizerState(profile.numbers, for: prefix + model)
        }
    }

    /// Learns voices from the recording of a meeting that has ended: each from the words that stand under the name, except
    /// those that were found by voice.
    ///
    /// - Throws: A `HistoryError`, `RecognizerError` or `AudioError`.
    package func learnVoices(
        from meeting: Meeting, recording: any RecordedAudio, by voices: VoiceRecognition
    ) throws {
        let rate = recording.sampleRate
        var lessons = VoiceLessons(sampleRate: rate)
        var listener = VoiceListener(voices)
        for (number, utterance) in meeting.transcript.enumerated()
        where utterance.interjection == nil && !utterance.isByVoice {
            let frames = utterance.start.frames(at: rate)..<max(utterance.start, utterance.end).frames(at: rate)
            let audio = ChannelAudio(utterance.channel ?? .room, of: recording)
            lessons.hear(
                try listener.voices(in: frames.clamped(to: 0..<recording.frames), of: audio), in: number,
                of: utterance.attendee,
                isOwn: true)
        }
        try learn(lessons, model: voices.key)
    }
}
