import Localization
import MeetingHistory
import MeetingModel

extension PastMeeting {
    /// When the meeting was, and how long it took.
    func facts(_ meeting: Meeting, _ localizer: Localizer) -> [Fact] {
        [
            Fact(localizer("meeting.date"), localizer.dateAndTime(meeting.startedAt)),
            Fact(localizer("meeting.length"), localizer.duration(meeting.duration)),
        ]
    }

    func stateFact(_ meeting: Meeting, _ localizer: Localizer) -> Fact {
        Fact(localizer("meeting.state.label"), state(meeting, localizer))
    }

    /// The length and format of the recording, or that its file is missing.
    func recordingFact(_ loaded: LoadedMeeting, _ localizer: Localizer) -> Fact {
        Fact(localizer("meeting.recording.label"), recording(loaded, localizer))
    }

    /// Pauses, missing sound, and how much is transcribed.
    func details(_ meeting: Meeting, _ localizer: Localizer) -> [Fact] {
        var facts: [Fact] = []
        if !meeting.breaks.isEmpty {
            facts.append(Fact(localizer("meeting.pauses.label"), pauses(meeting.breaks, localizer)))
        }
        if !meeting.gaps.isEmpty {
            let whole = meeting.gaps.reduce(Duration.zero) { $0 + ($1.end - $1.start) }
            facts.append(Fact(localizer("meeting.gaps"), localizer.duration(whole)))
        }
        if let done = meeting.transcribedUpTo, !meeting.isWhollyTranscribed, meeting.state != .live {
            facts.append(
                Fact(
                    localizer("meeting.transcribed.label"),
                    localizer(
                        "meeting.transcribed.part",
                        ["done": .text(done.clockText(.position)), "whole": .text(meeting.duration.clockText())])))
        }
        return facts
    }

    /// What became of the minutes at each other service.
    func posts(_ posts: [MinutesPost], _ localizer: Localizer) -> [Fact] {
        posts.map { Fact(localizer("meeting.posts.label"), Message($0).text(localizer)) }
    }

    /// The lead's private note.
    func note(_ meeting: Meeting, _ localizer: Localizer) -> Fact? {
        guard let note = meeting.note, !note.isEmpty else { return nil }
        return Fact(localizer("meeting.note"), DisplayText(note).description)
    }

    private func state(_ meeting: Meeting, _ localizer: Localizer) -> String {
        switch meeting.state {
        case .live: localizer("meeting.state.live")
        case .finished: localizer("meeting.state.finished")
        case .interrupted: localizer("meeting.state.interrupted")
        }
    }

    private func recording(_ loaded: LoadedMeeting, _ localizer: Localizer) -> String {
        guard let recording = loaded.meeting.recording else {
            if loaded.meeting.recordingRemoved { return localizer("meeting.recording.removed") }
            return loaded.recorder.map {
                localizer("meeting.recording.elsewhere", ["name": .text(DisplayText($0).description)])
            } ?? localizer("meeting.recording.none")
        }
        guard loaded.recordingPath != nil else {
            return localizer("meeting.recording.gone", ["file": .text(recording.fileName)])
        }
        // The length is rounded as in the seek bar.
        return localizer(
            recording.channels > 1 ? "meeting.recording.file-of-call" : "meeting.recording.file",
            [
                "length": .text(recording.duration.clockText(.position)),
                "rate": .number(
                    Double(recording.sampleRate) / 1000, fractionDigits: recording.sampleRate % 1000 == 0 ? 0 : 1),
            ])
    }

    private func pauses(_ pauses: [Pause], _ localizer: Localizer) -> String {
        let whole = pauses.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
        return localizer("meeting.pauses.whole", ["count": .count(pauses.count), "time": .duration(whole)])
    }
}

extension Message {
    init(_ post: MinutesPost) {
        let name: Substitution = .text(DisplayText(post.destination).description)
        let reason: Substitution = .reason(post.reason)
        switch post.state {
        case .sent: self.init("meeting.posts.sent", ["name": name])
        case .sending: self.init(sendingElsewhereTo: post.destination)
        case .waiting where post.reason.isEmpty: self.init("meeting.posts.waiting", ["name": name])
        case .waiting: self.init("meeting.posts.retrying", ["name": name, "reason": reason])
        case .refused: self.init("meeting.posts.refused", ["name": name, "reason": reason])
        case .unknown: self.init("meeting.posts.unknown", ["name": name])
        }
    }

    init(sendingElsewhereTo destination: String) {
        self.init("meeting.posts.sending", ["name": .text(DisplayText(destination).description)])
    }
}
