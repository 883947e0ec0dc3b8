import MeetingHistory
package import MeetingModel
package import Sound
package import StandupSpeech
import Synchronization

/// Transcribes a meeting's whole recording again and keeps the result as a transcript beside the others.
///
/// Finished segments are kept in a draft, apart from the transcripts: after a cancellation, an error or the end of the
/// program the same transcription resumes where it stopped, and ends with the same result.
package struct MeetingTranscription: Sendable {
    private let meeting: Meeting
    private let recording: any RecordedAudio
    private let recognition: SegmentRecognition
    private let store: any TranscribedMeetings
    /// Whether all channels are transcribed.
    private let isWhole: Bool
    private let speeches: [(channel: AudioChannel?, speech: RecordedSpeech)]

    /// Creates the transcription of a meeting.
    ///
    /// `meeting` must have its turns. `channel` is the only channel to transcribe; nil for all. `cues` are the sounds
    /// that the recording may contain; `prompt` lists names and terms likely to be said in it.
    package init(
        of meeting: Meeting, recording: any RecordedAudio, channel: AudioChannel? = nil, cues: CueSounds?,
        by recognition: SegmentRecognition, language: String? = nil, prompt: String = "",
        store: any TranscribedMeetings
    ) {
        isWhole = channel == nil || recording.channels == 1
        self.meeting = meeting
        self.recording = recording
        self.recognition = recognition
        self.store = store
        let wanted = recording.eachChannel.filter { channel == nil || $0.channel == nil || $0.channel == channel }
        speeches = wanted.map { channel, audio in
            var speech = RecordedSpeech(
                of: meeting, recording: audio, cues: cues, language: language, by: recognition, in: store)
            speech.prompt = prompt
            return (channel, speech)
        }
    }

    /// Transcribes with several recognizers in parallel and keeps the transcript, which is shown from then on.
    ///
    /// If the meeting has ended without words, such as an imported one, the result becomes its own transcript. If no
    /// words are recognized, nothing is kept.
    ///
    /// - Parameters:
    ///   - jobs: The number of recognizers.
    ///   - now: The instant at which the transcript is made.
    ///   - report: Called with the progress after each segment. [any thread]
    /// - Returns: The number of the transcript; nil if no words were recognized.
    /// - Throws: What the history, the recording or the recognizer throws, or `CancellationError`.
    package func run(
        jobs: Int, now: () -> Timestamp, report: @escaping @Sendable (TranscriptionProgress) -> Void = { _ in }
    ) async throws -> Int? {
        // Apart from the draft of all channels, which it must not end.
        let only = isWhole ? "" : speeches[0].channel.map { "/only-\($0.rawValue)" } ?? ""
        let draft = recognition.key + "/" + speeches[0].speech.language + only
        var utterances: [Utterance] = []
        for (index, (channel, speech)) in speeches.enumerated() {
            utterances += try await hear(speech, channel, jobs: jobs, draft: draft) { [count = speeches.count] in
                report($0.part(index, of: count))
            }
        }
        utterances = utterances.merged()
        guard !utterances.isEmpty, try !keepAsOwn(utterances) else {
            try store.dequeueTranscript(QueuedTranscript(meeting: meeting.id, draft: draft))
            return utterances.isEmpty ? nil : 1
        }
        return try store.addTranscript(
            utterances, to: meeting.id, recognizer: recognition.name, at: now(), finishing: draft
        )
    }

    /// Transcribes one channel; its finished segments are in the draft.
    private func hear(
        _ speech: RecordedSpeech, _ channel: AudioChannel?, jobs: Int, draft: String,
        report: @escaping @Sendable (TranscriptionProgress) -> Void
    ) async throws -> [Utterance] {
        let assignment = try SpeakerAssignment(
            of: meeting, sampleRate: recording.sampleRate, by: recognition, in: store)
        let name = DraftPart.name(of: draft, channel ?? .room)
        let kept = Dictionary(
            try store.draft(name, of: meeting.id).map { ($0.frames, $0.utterances) }, uniquingKeysWith: { $1 }
        )
        // If the recording has changed, segments of the draft that no longer match it are ignored.
        let parts = Mutex<[Range<Int64>: [Utterance]]>([:])
        try await RecordingTranscription(of: speech, by: recognition, jobs: jobs)
            .run(
                isKnown: { frames in
                    guard let utterances = kept[frames] else { return false }
                    parts.withLock { $0[frames] = utterances }
                    return true
                },
                deliver: { heard, progress in
                    let utterances = meeting.utterances(heard.utterances, by: assignment, on: channel)
                    // A substitute's words are not kept in the draft: a resumed transcription tries the segment again.
                    if heard.substitution == nil {
                        try store.keep(
                            DraftPart(frames: heard.frames, utterances: utterances), in: name, of: meeting.id)
                    }
                    parts.withLock { $0[heard.frames] = utterances }
                    report(progress)
                }
            )
        return parts.withLock { parts in
            parts.sorted { $0.key.lowerBound < $1.key.lowerBound }.flatMap(\.value)
        }
    }

    /// Keeps the words as the meeting's own transcript, unless that has words already, the meeting still runs, or a
    /// channel was left out.
    private func keepAsOwn(_ utterances: [Utterance]) throws(HistoryError) -> Bool {
        guard isWhole, let now = try store.meeting(meeting.id), now.state != .live, now.transcript.isEmpty,
            try store.transcriptVersions(of: meeting.id).map(\.number) == [1]
        else { return false }
        let changes = utterances.map { MeetingChange.utterance($0) } + [.transcribed(upTo: now.duration)]
        try store.record(changes, in: meeting.id)
        return true
    }
}
