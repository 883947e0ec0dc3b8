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
    func learn(_ lessons: VoiceLessons, model: String, of only: Set<Attendee.ID>? = nil) throws(HistoryError) {
        let old = try voices(of: lessons.attendees, model: model)
        for (id, profile) in lessons.profiles(after: old) where only?.contains(id) != false {
            let prefix = LearnedVoice.prefix(of: id)
            guard try recognizerState(prefix + LearnedVoice.refusal) == nil else { continue }
            try saveRecognizerState(profile.numbers, for: prefix + model)
        }
    }

    /// Learns voices from the recording of a meeting that has ended: each from the words that stand under the name, or from
    /// the turns if there are no words.
    ///
    /// Words that were found by voice teach nothing. `only` are those who are learned, nil for all.
    ///
    /// - Throws: A `HistoryError`, `RecognizerError` or `AudioError`.
    package func learnVoices(
        from meeting: Meeting, recording: any RecordedAudio, by voices: VoiceRecognition,
        of only: Set<Attendee.ID>? = nil
    ) throws {
        let rate = recording.sampleRate
        var lessons = VoiceLessons(sampleRate: rate)
        var listener = VoiceListener(voices)
        // A turn has pauses, in which nobody's voice is.
        let detector = meeting.transcript.isEmpty ? try SpeechDetector() : nil
        for (number, part) in meeting.spokenParts.enumerated() {
            let frames = recording.spokenFrames(from: part.start, to: part.end)
            let audio = ChannelAudio(part.channel ?? .room, of: recording)
            let heard =
                try detector.map { try listener.voices(in: frames, of: audio, spokenBy: $0) }
                ?? listener.voices(in: frames, of: audio)
            lessons.hear(heard, in: number, of: part.attendee, isOwn: true)
        }
        try learn(lessons, model: voices.key, of: only)
    }

    /// Whose voice an utterance is, the most similar first: those attendees whose voices are known.
    ///
    /// - Throws: A `HistoryError`, `RecognizerError` or `AudioError`.
    package func likelySpeakers(
        of utterance: Utterance, in meeting: Meeting, recording: @autoclosure () throws -> any RecordedAudio,
        by recognition: VoiceRecognition
    ) throws -> [Attendee.ID] {
        let known = try voices(of: meeting.attendees.map(\.id), model: recognition.key).filter(\.value.isKnown)
        guard !known.isEmpty else { return [] }
        var listener = VoiceListener(recognition)
        let recording = try recording()
        let heard = try listener.voices(
            in: recording.spokenFrames(from: utterance.start, to: utterance.end),
            of: ChannelAudio(utterance.channel ?? .room, of: recording))
        guard let voice = VoiceEmbedding(meanOf: heard.map(\.voice)) else { return [] }
        return known.mapValues { $0.voice.similarity(to: voice) ?? -1 }
            .sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map(\.key)
    }
}

extension RecordedAudio {
    /// The frames of an utterance or a turn, at most three minutes of it: more than is learned from one.
    fileprivate func spokenFrames(from start: Duration, to end: Duration) -> Range<Int64> {
        let end = min(max(start, end), start + .seconds(180))
        return (start.frames(at: sampleRate)..<end.frames(at: sampleRate)).clamped(to: 0..<frames)
    }
}

extension Meeting {
    /// What each attendee has spoken, for sure.
    fileprivate var spokenParts: [(attendee: Attendee.ID, start: Duration, end: Duration, channel: AudioChannel?)] {
        guard transcript.isEmpty else {
            return transcript.filter { $0.interjection == nil && !$0.isByVoice }
                .map { ($0.attendee, $0.start, $0.end, $0.channel) }
        }
        return turns.map { ($0.attendee, $0.start, $0.end ?? duration, nil) }
    }
}
