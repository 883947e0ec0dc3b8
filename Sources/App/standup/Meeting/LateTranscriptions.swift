import AudioDevices
import AudioFiles
import MeetingEngine
import MeetingHistory
import MeetingModel
import SpeechRecognition

/// Transcribes in the background what interrupted meetings left to be heard.
struct LateTranscriptions {
    /// The history with the meetings.
    let store: any MeetingStore
    /// The folder with their recordings.
    let folder: DataFolder
    /// Gives the cues that are not to be heard; asked for when there is something to be transcribed.
    let cues: @Sendable () -> CueSounds?

    /// Begins after a delay, and ends when all is transcribed or the task is cancelled.
    ///
    /// `source` makes the recogniser of a language; a meeting in a language that has none waits for another time. So does
    /// one that can be gone on with, which hears the rest itself then, unless it is of a standup that begins a new one.
    func start(
        after delay: Duration = .zero, beginning standup: Standup.ID? = nil,
        source: @escaping @Sendable (_ language: String) -> RecognizerSource?
    ) -> Task<Void, Never> {
        Task.detached {
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
        guard let meeting = try? store.meeting(id), LateTranscription.isNeeded(for: meeting),
            let source = source(meeting.language),
            let path = try? meeting.recording.map({ try folder.recordingPath($0.fileName) }),
            let recording = try? KeptRecording(path: path)
        else { return }
        // What it did not get done, the next start does.
        try? await LateTranscription(of: meeting, recording: recording, cues: cues(), recognizer: source, store: store)
            .run()
    }
}
