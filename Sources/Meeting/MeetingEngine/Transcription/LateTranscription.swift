package import MeetingHistory
package import MeetingModel
package import Sound
package import StandupSpeech
import Synchronization

/// Transcribes the part of an interrupted meeting's recording that was not yet transcribed.
///
/// To stop it, cancel its task: finished segments are kept, and another run does the rest.
package struct LateTranscription: Sendable {
    private let meeting: Meeting
    private let store: any MeetingJournal & StandupStore
    private let recording: any RecordedAudio
    private let cues: CueSounds?
    private let recognizer: RecognizerSource

    /// `meeting` must have its turns; `cues` are the sounds that the recording may contain.
    package init(
        of meeting: Meeting, recording: any RecordedAudio, cues: CueSounds?, recognizer: RecognizerSource,
        store: any MeetingJournal & StandupStore
    ) {
        self.meeting = meeting
        self.store = store
        self.recording = recording
        self.cues = cues
        self.recognizer = recognizer
    }

    /// Transcribes the rest with one recognizer, and stores each segment when it is done.
    ///
    /// - Throws: What the history, the recording or the recognizer throws, or `CancellationError`.
    package func run() async throws {
        let rate = recording.sampleRate
        let assignment = try SpeakerAssignment(
            of: meeting, sampleRate: rate, by: recognizer.segments, in: store)
        let channels = recording.eachChannel
        // The call's words wait in memory for those of the room, so that what is stored is whole up to its end.
        let waiting = Mutex<[Utterance]>([])
        // The call's words that were stored last may still have an echo.
        let taken = Mutex<[Utterance]>([])
        for (channel, audio) in channels.dropFirst() {
            try await hear(audio) { heard in
                waiting.withLock { $0 += meeting.utterances(heard.utterances, by: assignment, on: channel) }
            }
        }
        try await hear(channels[0].audio) { heard in
            let end = Duration(frames: heard.end, at: rate)
            let echoes = EchoedWords(of: waiting.withLock { $0 } + taken.withLock { $0 })
            let own = meeting.utterances(heard.utterances, by: assignment, on: channels[0].channel)
                .compactMap { echoes.removed(from: $0) }
            let ready = waiting.withLock { $0.removePrefix { $0.end <= end } }
            taken.withLock { $0 = ready }
            let utterances = (own + ready).inOrder()
            try store.record(utterances.map(MeetingChange.utterance) + [.transcribed(upTo: end)], in: meeting.id)
        }
        let rest = waiting.withLock { $0 }
        if !rest.isEmpty { try store.record(rest.map(MeetingChange.utterance), in: meeting.id) }
        try store.record([.transcribed(upTo: meeting.duration)], in: meeting.id)
    }
}

extension LateTranscription {
    private func hear(
        _ audio: any RecordedAudio, deliver: @escaping @Sendable (RecognizedSegment) throws -> Void
    ) async throws {
        var speech = RecordedSpeech(of: meeting, recording: audio, cues: cues, by: recognizer.segments, in: store)
        speech.startFrame = (meeting.transcribedUpTo ?? .zero).frames(at: audio.sampleRate)
        try await RecordingTranscription(of: speech, by: recognizer.segments, jobs: 1).run { heard, _ in
            try deliver(heard)
        }
    }
}

extension [Utterance] {
    fileprivate mutating func removePrefix(while condition: (Utterance) -> Bool) -> [Utterance] {
        let prefix = prefix(while: condition)
        removeFirst(prefix.count)
        return Array(prefix)
    }
}
