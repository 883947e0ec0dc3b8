public import MeetingModel

/// A change to a meeting as it happens; `Meeting.apply(_:)` applies it.
public enum MeetingChange: Hashable, Sendable {
    /// A turn begins at a meeting time.
    case turnStarted(Attendee.ID, at: Duration)
    /// The open turn ends at a meeting time; a turn of length 0 is removed.
    case turnEnded(at: Duration)
    /// An attendee's part changes to this.
    case attendee(MeetingAttendee)
    /// The countdown pauses.
    case paused(at: Duration, reason: Pause.Reason)
    /// The countdown resumes after a real time.
    case resumed(after: Duration)
    /// The recording contains silence in place of lost sound.
    case gap(Gap)
    /// The recording exists with this number of frames.
    case recording(Recording)
    /// The recording, if any, was removed because of its age.
    case recordingRemoved
    /// An utterance was confirmed.
    case utterance(Utterance)
    /// The recording has been transcribed up to this meeting time.
    case transcribed(upTo: Duration)
    /// The lead's private note changes to this, cut by `Meeting.keptNote`; an empty text removes it.
    case note(String)
    /// The marked passages change to these, in order of their start.
    case marks([PassageMark])
    /// A point, of this meeting or another one, gets this state in all versions; an id without a point is ignored.
    case pointState(Point.ID, Point.State)
    /// The turns of a meeting that is resumed.
    case turns([Turn])
    /// A line that the engine uses to restore the countdown, see `MeetingJournal.countdownSteps`.
    case countdownStep(String)
    /// The countdown will not be restored: the meeting has ended, or will not be resumed.
    case countdownSettled
    /// The meeting has reached this state and duration.
    case state(Meeting.State, duration: Duration)
}
