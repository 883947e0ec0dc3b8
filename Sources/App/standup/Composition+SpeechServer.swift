import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import StandupSpeech

extension Composition {
    /// Creates the queue of a speech server and starts it; `report` receives the errors that stop the queue.
    func makeTranscriptQueue(
        _ recognition: SegmentRecognition, store: any TranscribedMeetings & FinalMinutesStore,
        report: @escaping @Sendable (RecognizerError) -> Void
    ) -> TranscriptQueue {
        let folder = folder
        let dependencies = TranscriptQueue.Dependencies(
            recognition: recognition, store: store, cues: .standard,
            open: { recording in try StoredRecording(path: folder.recordingPath(recording.fileName)) },
            prompt: { store.prompt(for: $0) },
            claim: { meeting in try? LiveLock.acquire("transcribe-\(meeting)", in: folder) },
            now: { Timestamp.now },
            finished: makeMinutesWhenFinal(in: store, posts: .interrupted))
        return TranscriptQueue(dependencies, report: report)
    }
}
