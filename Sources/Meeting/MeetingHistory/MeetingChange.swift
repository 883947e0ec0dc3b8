public import MeetingModel

/// A change of a meeting, as it happens; `Meeting.apply(_:)` says what it does.
public enum MeetingChange: Hashable, Sendable {
    /// A turn begins at a meeting time.
    case turnStarted(Attendee.ID, at: Duration)
    /// The open turn ends at a meeting time; a turn of no length leaves no trace.
    case turnEnded(at: Duration)
    /// An attendee's part is now this.
    case attendee(MeetingAttendee)
    /// The countdown stands still.
    case paused(at: Duration, reason: Pause.Reason)
    /// The countdown goes on after so much real time.
    case resumed(after: Duration)
    /// The recording holds silence here.
    case gap(Gap)
    /// The recording exists and has so many frames.
    case recording(Recording)
    /// The recording, if there was one, has been removed because of its age.
    case recordingRemoved
    /// An utterance was confirmed.
    case utterance(Utterance)
    /// The recording has been transcribed up to this meeting time.
    case transcribed(upTo: Duration)
    /// The lead's private note is now this, as far as `Meeting.keptNote` keeps it; an empty one takes it away.
    case note(String)
    /// The turns are these: of a meeting that goes on after its program has died.
    case turns([Turn])
    /// Something was done to the countdown: a line from which the engine can make it again, see `countdownSteps`.
    case countdownStep(String)
    /// The countdown is not to be made again: the meeting has ended, or is to stay as it is.
    case countdownSettled
    /// The meeting has come to this duration and state.
    case state(Meeting.State, duration: Duration)
}
