import Localization
import MeetingHistory
import MeetingModel
import Presentation

extension PastMeeting {
    /// The length and format of the recording, or that its file is missing.
    func recordingFact(_ loaded: LoadedMeeting, _ localizer: Localizer) -> Fact {
        Fact(localizer(.meetingRecordingLabel), recording(loaded, localizer))
    }

    /// What became of the minutes at each other service.
    func posts(_ posts: [MinutesPost], _ localizer: Localizer) -> [Fact] {
        posts.map { Fact(localizer(.meetingPostsLabel), Message($0).text(localizer)) }
    }

    /// The lead's private note.
    func note(_ meeting: Meeting, _ localizer: Localizer) -> Fact? {
        guard let note = meeting.note, !note.isEmpty else { return nil }
        return Fact(localizer(.meetingNote), DisplayText(note).description)
    }

    private func recording(_ loaded: LoadedMeeting, _ localizer: Localizer) -> String {
        guard let recording = loaded.meeting.recording else {
            if loaded.meeting.recordingRemoved { return localizer(.meetingRecordingRemoved) }
            return loaded.recorder.map {
                localizer(.meetingRecordingElsewhere(name: .text(DisplayText($0).description)))
            } ?? localizer(.meetingRecordingNone)
        }
        guard loaded.recordingPath != nil else {
            return localizer(.meetingRecordingGone(file: .text(recording.fileName)))
        }
        // The length is rounded as in the seek bar.
        let length = Substitution.text(recording.duration.clockText(.position))
        let rate = Substitution.number(
            Double(recording.sampleRate) / 1000, fractionDigits: recording.sampleRate % 1000 == 0 ? 0 : 1)
        return localizer(
            recording.channels > 1
                ? .meetingRecordingFileOfCall(length: length, rate: rate)
                : .meetingRecordingFile(length: length, rate: rate))
    }
}

extension Message {
    init(_ post: MinutesPost) {
        let name: Substitution = .text(DisplayText(post.destination).description)
        let reason: Substitution = .reason(post.reason)
        switch post.state {
        case .sent: self = .meetingPostsSent(name: name)
        case .sending: self.init(sendingElsewhereTo: post.destination)
        case .waiting where post.reason.isEmpty: self = .meetingPostsWaiting(name: name)
        case .waiting: self = .meetingPostsRetrying(name: name, reason: reason)
        case .refused: self = .meetingPostsRefused(name: name, reason: reason)
        case .unknown: self = .meetingPostsUnknown(name: name)
        }
    }

    init(sendingElsewhereTo destination: String) {
        self = .meetingPostsSending(name: .text(DisplayText(destination).description))
    }
}
