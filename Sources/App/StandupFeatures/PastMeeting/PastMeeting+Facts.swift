import Localization
import MeetingHistory
import MeetingModel

extension PastMeeting {
    /// When the meeting was, and how long it took.
    func facts(_ meeting: Meeting, _ localizer: Localizer) -> [Fact] {
        [
            Fact(localizer(.meetingDate), localizer.dateAndTime(meeting.startedAt)),
            Fact(localizer(.meetingLength), localizer.duration(meeting.duration)),
        ]
    }

    func stateFact(_ meeting: Meeting, _ localizer: Localizer) -> Fact {
        Fact(localizer(.meetingStateLabel), state(meeting, localizer))
    }

    /// The length and format of the recording, or that its file is missing.
    func recordingFact(_ loaded: LoadedMeeting, _ localizer: Localizer) -> Fact {
        Fact(localizer(.meetingRecordingLabel), recording(loaded, localizer))
    }

    /// Pauses, missing sound, and how much is transcribed.
    func details(_ meeting: Meeting, _ localizer: Localizer) -> [Fact] {
        var facts: [Fact] = []
        if !meeting.breaks.isEmpty {
            facts.append(Fact(localizer(.meetingPausesLabel), pauses(meeting.breaks, localizer)))
        }
        if !meeting.gaps.isEmpty {
            let whole = meeting.gaps.reduce(Duration.zero) { $0 + ($1.end - $1.start) }
            facts.append(Fact(localizer(.meetingGaps), localizer.duration(whole)))
        }
        if let done = meeting.transcribedUpTo, !meeting.isWhollyTranscribed, meeting.state != .live {
            facts.append(
                Fact(
                    localizer(.meetingTranscribedLabel),
                    localizer(
                        .meetingTranscribedPart(
                            done: .text(done.clockText(.position)), whole: .text(meeting.duration.clockText())))))
        }
        return facts
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

    private func state(_ meeting: Meeting, _ localizer: Localizer) -> String {
        switch meeting.state {
        case .live: localizer(.meetingStateLive)
        case .finished: localizer(.meetingStateFinished)
        case .interrupted: localizer(.meetingStateInterrupted)
        }
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

    private func pauses(_ pauses: [Pause], _ localizer: Localizer) -> String {
        let whole = pauses.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
        return localizer(.meetingPausesWhole(count: .count(pauses.count), time: .duration(whole)))
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
