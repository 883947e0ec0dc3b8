public import MeetingHistory
public import MeetingModel
public import Sound
public import StandupSpeech

/// Something that happened in a meeting.
public struct MeetingEvent: Hashable, Sendable, Codable {
    /// When it happened, in meeting time: pauses are not counted.
    public let at: Duration
    /// What happened.
    public let kind: Kind

    /// An event at a meeting time.
    public init(at: Duration, kind: Kind) {
        self.at = at
        self.kind = kind
    }

    /// The kinds of event.
    public enum Kind: Hashable, Sendable, Codable {
        /// The meeting started, with these attendees and slots.
        case meetingStarted(Meeting.ID, standup: Standup.ID, length: Duration, attendees: [MeetingAttendee])
        /// An interrupted meeting resumed, after this long without the program.
        case meetingResumed(gap: Duration)
        /// An attendee's turn started; `index` is the position among the meeting's attendees.
        case turnStarted(Attendee.ID, name: String, index: Int, slot: Duration)
        /// The attendee whose turn started has these open points of earlier meetings; sent if there are any.
        case openPoints(Attendee.ID, [CarriedPoint])
        /// An open point of the speaker was marked as done, still open or dropped; nil if its mark was taken back.
        case pointMarked(CarriedPoint, Point.State?)
        /// What an attendee wrote for this meeting is due; sent once for each update.
        ///
        /// It is due after the start of the attendee's turn. For one who is absent: before the turn of the next attendee
        /// in the standup's order, or before the end.
        case updateShown(WrittenUpdate)
        /// The speaker, the queue or their times changed; these are the new ones.
        case queueChanged(MeetingTimer.Lineup)
        /// A slot ends soon.
        case turnWarning(Attendee.ID, remaining: Duration)
        /// A turn ended after `used`, of which `overtime` was past the slot.
        case turnEnded(Attendee.ID, used: Duration, overtime: Duration)
        /// The ding sounded.
        case ding
        /// The countdown and the recording stopped.
        case paused(Pause.Reason)
        /// The countdown and the recording resumed after this much real time.
        case resumed(paused: Duration)
        /// A question was opened; `MeetingTimer.Command.answer` closes it.
        case asked(MeetingTimer.Question)
        /// The level of a channel over the last tenth of a second.
        case level(AudioLevel, channel: AudioChannel = .room)
        /// The partial result of a channel's current utterance.
        case transcriptPartial(Attendee.ID, text: String, channel: AudioChannel = .room)
        /// An utterance is final.
        case transcriptFinal(Utterance)
        /// The device of a channel was lost.
        case deviceLost(device: String, channel: AudioChannel = .room)
        /// The device of a channel is back, after this much silence.
        case deviceRestored(gap: Duration, channel: AudioChannel = .room)
        /// A channel contains silence in place of missing sound; sent when sound arrives again.
        case gap(Gap)
        /// Another device is captured from now on: the sound server switched to it, or the user selected it.
        case deviceChanged(device: String, channel: AudioChannel = .room)
        /// The device of a channel has delivered only silence for a while and may be muted; sent once.
        case deviceSilent(device: String, channel: AudioChannel = .room, unheard: PlayingProgram? = nil)
        /// The disk accepts all writes again; it has refused some since this meeting time.
        case diskRestored(since: Duration)
        /// The recognizer failed; the meeting continues without it.
        case recognizerFailed(RecognizerError)
        /// Something failed.
        case error(MeetingProblem)
        /// For how long something was heard on each side of a call; sent before the end.
        case soundHeard([AudioChannel: Duration])
        /// The meeting ended; it is in the history unless it was discarded.
        case meetingEnded(MeetingTimer.EndReason, duration: Duration)
    }
}
