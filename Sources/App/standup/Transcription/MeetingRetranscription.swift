import FoundationEssentials
import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import StandupSpeech

/// Transcribes a meeting again, for the command and for the application.
struct MeetingRetranscription {
    private let meeting: Meeting
    private let history: History
    private let channel: AudioChannel?
    private let recognition: SegmentRecognition
    private let transcription: MeetingTranscription
    /// Whether a part of the recording has not been transcribed yet, and will be.
    private let completes: Bool
    private let finished: @Sendable (Meeting.ID) -> Void
    /// The lock that keeps others from transcribing the meeting; release it at the end.
    let lock: LiveLock

    static func lockName(of meeting: Meeting.ID) -> String { "transcribe-\(meeting)" }

    /// Prepares the transcription of a recording, by the recognizer for a language.
    ///
    /// - Throws: A `TranscriptionObstacle` if the meeting is being transcribed already, or what reading the cues throws.
    init(
        of meeting: Meeting, _ recording: StoredRecording, channel: AudioChannel?, language: String,
        by recognition: SegmentRecognition, in history: History, _ composition: Composition
    ) throws {
        guard let lock = try LiveLock.acquire(Self.lockName(of: meeting.id), in: history.folder) else {
            throw TranscriptionObstacle.busy(meeting)
        }
        self.meeting = meeting
        self.history = history
        self.channel = channel
        self.recognition = recognition
        self.lock = lock
        // The rest of an interrupted meeting's words completes its minutes.
        completes = channel == nil && meeting.awaitsTranscription
        finished = composition.makeMinutesWhenFinal(in: history.store, posts: completes ? .interrupted : .none)
        transcription = MeetingTranscription(
            of: meeting, recording: recording, channel: channel, cues: .standard, by: recognition, language: language,
            prompt: history.prompt(for: meeting), store: history.store)
    }

    /// Transcribes, and returns the number of the transcript, which is current then; nil without words.
    ///
    /// After a cancellation or an error, a later one resumes where it stopped.
    func run(jobs: Int, report: @escaping @Sendable (TranscriptionProgress) -> Void) async throws -> Int? {
        let number = try await transcription.run(
            jobs: jobs, now: { Timestamp.now },
            report: report)
        // The whole recording is now transcribed, so the next meeting need not do it in the background.
        if completes {
            try history.store.record([MeetingChange.transcribed(upTo: meeting.duration)], in: meeting.id)
        }
        if number != nil { finished(meeting.id) }
        return number
    }
}

extension SegmentRecognition {
    /// The maximum number of jobs; more decoders need more memory than most machines have.
    static let mostJobs = 64

    /// The number of recognizers for this machine: one per core, fewer if memory is short.
    var jobsOfMachine: Int {
        let cores = min(ProcessInfo.processInfo.activeProcessorCount, Self.mostJobs)
        return jobs(cores: cores, freeMemory: FreeMemory.bytes { try? SmallFile.read($0) })
    }
}

/// Why a meeting cannot be transcribed again.
enum TranscriptionObstacle: ProgramError, Hashable {
    case live(Meeting)
    case noRecording(Meeting)
    /// The file of its recording is missing.
    case missing(Meeting, path: String)
    /// The file of its recording has fewer frames than were recorded.
    case incomplete(path: String, frames: Int64, of: Int64)
    /// It is being transcribed already.
    case busy(Meeting)

    var exitCode: Failure.Code {
        switch self {
        case .live, .busy: .failed
        case .noRecording, .missing, .incomplete: .notFound
        }
    }

    var line: String {
        switch self {
        case .live(let meeting):
            "\(DisplayText(quoting: meeting.title)) (\(meeting.id)) is still running; transcribe it when it has ended"
        case .noRecording(let meeting):
            "\(DisplayText(quoting: meeting.title)) \(meeting.lackOfRecording); there is nothing to transcribe"
        case .missing(let meeting, let path):
            "the recording \(path) of \(DisplayText(quoting: meeting.title)) is missing; put it back (the transcripts "
                + "are kept)"
        case .incomplete(let path, let frames, let all):
            "the recording \(path) is incomplete (\(frames) of \(all) frames); restore it, or transcribe what is left "
                + "as a file: \(SuggestedCommand("transcribe", path))"
        case .busy(let meeting):
            "\(DisplayText(quoting: meeting.title)) (\(meeting.id)) is being transcribed already; wait until that is "
                + "done"
        }
    }
}
