import AudioDevices
import AudioFiles
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition

/// Transcribes in the background what interrupted meetings left to be heard.
struct LateTranscriptions {
    /// The history with the meetings.
    let store: any MeetingStore
    /// The folder with their recordings.
    let folder: DataFolder
    /// The cues that are not to be heard.
    let cues: CueSounds?

    /// Begins after a delay, and ends when all is transcribed or the task is cancelled.
    ///
    /// `source` makes the recogniser of a language; a meeting in a language that has none waits for another time.
    func start(
        after delay: Duration = .zero, source: @escaping @Sendable (_ language: String) -> RecognizerSource?
    ) -> Task<Void, Never> {
        Task.detached {
            try? await Task.sleep(for: delay)
            var looked = 0
            while !Task.isCancelled {
                guard let page = try? store.meetings(of: nil, limit: Self.page, offset: looked), !page.isEmpty else {
                    return
                }
                looked += page.count
                for listed in page where LateTranscription.isNeeded(for: listed) && !Task.isCancelled {
                    guard let source = source(listed.language) else { continue }
                    await transcribe(listed.id, source)
                }
            }
        }
    }

    /// How many meetings are looked at in one go: somebody who waits for the history waits no longer than for these.
    private static let page = 100

    private func transcribe(_ id: Meeting.ID, _ source: RecognizerSource) async {
        guard let lock = try? LiveMeetingLock.acquire(id, in: folder) else { return }
        defer { lock.release() }
        guard let meeting = try? store.meeting(id), LateTranscription.isNeeded(for: meeting),
            let path = try? meeting.recording.map({ try folder.recordingPath($0.fileName) }),
            let recording = try? KeptRecording(path: path)
        else { return }
        let late = LateTranscription(
            of: meeting, recording: recording, cues: cues, recognizer: source, store: store, clock: SystemClock())
        await withTaskCancellationHandler {
            _ = try? await late.run()
        } onCancel: {
            late.stop()
        }
    }
}
