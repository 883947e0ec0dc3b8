import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech

/// Transcribes the rest of interrupted meetings in the background.
struct LateTranscriptions {
    let store: any TranscribedMeetings & FinalMinutesStore
    let folder: DataFolder
    /// Called with each meeting whose transcript is complete.
    let finished: @Sendable (Meeting.ID) -> Void

    /// Starts after a delay; ends when everything is transcribed or the task is canceled.
    ///
    /// `source` creates the recognizer for a language; a meeting whose language has none is left for another time. A
    /// resumable meeting is left too, because it transcribes the rest itself when it resumes. The exception is
    /// `standup`, which begins a new meeting: its resumable meeting is transcribed.
    func start(
        after delay: Duration = .zero, beginning standup: Standup.ID? = nil,
        source: @escaping @Sendable (_ language: String) -> RecognizerSource?
    ) -> Task<Void, Never> {
        Task.detached(executorPreference: DiskExecutor(label: "standup.late-transcriptions")) {
            try? await Task.sleep(for: delay)
            let resumable = (try? store.resumableMeetings()) ?? []
            let waiting = Set(resumable.filter { $0.standupID != standup }.map(\.id))
            for id in (try? store.untranscribedMeetings()) ?? [] where !Task.isCancelled && !waiting.contains(id) {
                await transcribe(id, source)
            }
        }
    }

    private func transcribe(
        _ id: Meeting.ID, _ source: @Sendable (_ language: String) -> RecognizerSource?
    ) async {
        guard let lock = try? LiveMeetingLock.acquire(id, in: folder) else { return }
        defer { lock.release() }
        // Somebody may be transcribing it again already.
        guard let transcribing = try? LiveLock.acquire(MeetingRetranscription.lockName(of: id), in: folder) else {
            return
        }
        defer { transcribing.release() }
        guard let meeting = try? store.meeting(id), meeting.awaitsTranscription,
            let source = source(meeting.language),
            let path = try? meeting.recording.map({ try folder.recordingPath($0.fileName) }),
            let recording = try? StoredRecording(path: path)
        else { return }
        // The next start continues a transcription that failed.
        let transcription = LateTranscription(
            of: meeting, recording: recording, cues: .standard, recognizer: source, store: store)
        guard (try? await transcription.run()) != nil else { return }
        finished(id)
    }
}
