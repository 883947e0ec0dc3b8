import AudioFiles
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition

extension Composition {
    /// The queue of a speech server, which begins its work; `report` is told what keeps it from that.
    func makeTranscriptQueue(
        _ recognition: StretchRecognition, store: any MeetingStore,
        report: @escaping @Sendable (RecognizerError) -> Void
    ) -> TranscriptQueue {
        let folder = folder
        let parts = TranscriptQueue.Parts(
            recognition: recognition, store: store, cues: try? cueSounds(),
            open: { recording in try KeptRecording(path: folder.recordingPath(recording.fileName)) },
            prompt: store.prompt,
            claim: { meeting in try? LiveLock.acquire("transcribe-\(meeting)", in: folder) },
            now: { Timestamp(nanosecondsSince1970: Composition.clock.nanosecondsSince1970) })
        return TranscriptQueue(parts, report: report)
    }
}
