import Glibc
import MeetingHistory
import MeetingModel
import Sound

/// The source of a transcription: a meeting or a sound file.
enum TranscriptionSubject {
    case file(String)
    case meeting(Meeting, History)

    /// Parses the user's argument.
    ///
    /// A path that starts with /, ./ or ../ is a file. Anything else is a meeting, or a file if there is no such meeting.
    ///
    /// Without one, the user picks a meeting.
    init(_ text: String?, _ composition: Composition) throws {
        guard let text else {
            let history = try composition.openHistory()
            let meeting = try history.meeting(nil, asking: "Transcribe which meeting?", among: .recorded)
            self = .meeting(meeting, history)
            return
        }
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

    /// Whether a text ends like a file name, so that the error is about a missing file.
    private static func looksLikeFile(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: "."), dot > text.startIndex else { return false }
        let end = text[dot...].dropFirst()
        return (2...4).contains(end.count) && end.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

extension History {
    /// The complete recording of a meeting; throws a `TranscriptionObstacle` if there is none.
    func recording(of meeting: Meeting) throws -> StoredRecording {
        guard meeting.state != .live else { throw TranscriptionObstacle.live(meeting) }
        guard let kept = meeting.recording, let path = try recordingPath(of: meeting) else {
            throw TranscriptionObstacle.noRecording(meeting)
        }
        guard access(path, F_OK) == 0 else { throw TranscriptionObstacle.missing(meeting, path: path) }
        let recording = try StoredRecording(path: path)
        guard recording.sampleRate == kept.sampleRate, recording.frames + Int64(kept.sampleRate) / 10 >= kept.frames
        else {
            throw TranscriptionObstacle.incomplete(path: path, frames: recording.frames, of: kept.frames)
        }
        return recording
    }

    /// The names and terms that are likely in a meeting.
    func prompt(for meeting: Meeting) -> String {
        store.prompt(for: meeting)
    }
}
