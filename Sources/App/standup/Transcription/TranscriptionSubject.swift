import AudioFiles
import Glibc
import MeetingHistory
import MeetingModel

/// What is to be transcribed: a meeting, or a sound file.
enum TranscriptionSubject {
    /// The file at a path.
    case file(String)
    /// A meeting, with turns and all.
    case meeting(Meeting, History)

    /// What a user means: with a folder in front it is a file, else a meeting, and a file if there is no such meeting.
    init(_ text: String, _ composition: Composition) throws {
        let isPath = ["/", "./", "../"].contains { text.hasPrefix($0) }
        let exists = access(text, F_OK) == 0
        if isPath || (exists && !composition.folder.hasHistory) {
            self = .file(text)
            return
        }
        let history = try composition.openHistory()
        do {
            self = .meeting(try history.meeting(text), history)
        } catch let error as LookupError {
            switch error {
            case .noStandup, .noMeetings, .noMeeting, .tooFewMeetings:
                guard exists || Self.looksLikeFile(text) else { throw error }
                self = .file(text)
            default: throw error
            }
        }
    }

    /// Whether a name ends like that of a file, so that it is the file that is missing.
    private static func looksLikeFile(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: "."), dot > text.startIndex else { return false }
        let end = text[dot...].dropFirst()
        return (2...4).contains(end.count) && end.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

extension History {
    /// The recording of a meeting, whole.
    func recording(of meeting: Meeting) throws -> KeptRecording {
        let title = DisplayText(quoting: meeting.title)
        if meeting.state == .live {
            throw Failure(.failed, "the meeting runs now, \(title) (\(meeting.id)), transcribe it when it has ended")
        }
        guard let kept = meeting.recording, let path = try recordingPath(of: meeting) else {
            throw Failure(
                .notFound, "no recording, \(title) \(meeting.lackOfRecording), there is nothing to transcribe it from")
        }
        guard access(path, F_OK) == 0 else {
            throw Failure(
                .notFound,
                "the recording is gone, \(path), put it back; the transcripts of \(title) are still there")
        }
        let recording = try KeptRecording(path: path)
        guard recording.sampleRate == kept.sampleRate, recording.frames + Int64(kept.sampleRate) / 10 >= kept.frames
        else {
            throw Failure(
                .notFound,
                "the recording is not whole, \(path) (\(recording.frames) of \(kept.frames) frames), "
                    + "put the whole one back, or transcribe what is left as a file: standup transcribe \(path)")
        }
        return recording
    }

    /// Names and terms that are likely to be said in a meeting.
    func prompt(for meeting: Meeting) -> String {
        store.prompt(for: meeting)
    }
}
