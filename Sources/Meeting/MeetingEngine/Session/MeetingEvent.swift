public import MeetingModel
public import SpeechRecognition

/// Something that happened in a meeting.
public struct MeetingEvent: Hashable, Sendable {
    /// When, in meeting time: pauses are not counted.
    public let at: Duration
    /// What.
    public let kind: Kind

    /// An event at a meeting time.
    public init(at: Duration, kind: Kind) {
        self.at = at
        self.kind = kind
    }

    /// What can happen.
    public enum Kind: Hashable, Sendable {
        /// The meeting started, with these attendees and slots.
        case meetingStarted(Meeting.ID, standup: Standup.ID, length: Duration, attendees: [MeetingAttendee])
        /// The meeting goes on that had been interrupted, after so much time without the program.
        case meetingResumed(gap: Duration)
        /// An attendee's turn started, the index-th of the meeting's attendees, with so much time.
        case turnStarted(Attendee.ID, name: String, index: Int, slot: Duration)
        /// Who speaks, who waits and how much time they have is now this.
        case queueChanged(MeetingTimer.Lineup)
        /// A slot ends soon.
        case turnWarning(Attendee.ID, remaining: Duration)
        /// A turn ended, after so much time, of which so much was past the slot.
        case turnEnded(Attendee.ID, used: Duration, overtime: Duration)
        /// The ding sounded.
        case ding
        /// The countdown and the recording stand still.
        case paused(Pause.Reason)
        /// They go on, after so much real time.
        case resumed(paused: Duration)
        /// A question is open; `MeetingSession.answer` closes it.
        case asked(MeetingTimer.Question)
        /// The microphone's level over a tenth of a second.
        case level(AudioLevel)
        /// What the present utterance sounds like so far.
        case transcriptPartial(Attendee.ID, text: String)
        /// An utterance is final.
        case transcriptFinal(Utterance)
        /// The microphone is gone.
        case deviceLost(device: String)
        /// The microphone is back, after so much silence.
        case deviceRestored(gap: Duration)
        /// The recording holds silence in place of sound that did not come; it is told when sound comes again.
        case gap(Gap)
        /// Another microphone is heard from now on: the sound server took it, or somebody chose it.
        case deviceChanged(device: String)
        /// The microphone has given nothing but silence for a while: it may be muted. It is told once.
        case deviceSilent(device: String)
        /// The disk takes everything again, which it has not since a meeting time.
        case diskRestored(since: Duration)
        /// The recogniser failed; the meeting goes on without it.
        case recognizerFailed(RecognizerError)
        /// Something did not work; its description is one line that says what, which and what to do.
        case error(MeetingProblem)
        /// The meeting ended and is in the history, unless it was discarded.
        case meetingEnded(MeetingTimer.EndReason, duration: Duration)
    }
}
