public import MeetingModel

extension MeetingTimer {
    /// Something that happened in the meeting.
    public struct Event: Hashable, Sendable, Codable {
        /// When it happened, in meeting time: since the start, not counting pauses.
        public let at: Duration
        /// What happened.
        public let kind: Kind

        /// An event at a meeting time.
        public init(at: Duration, kind: Kind) {
            self.at = at
            self.kind = kind
        }

        /// The kinds of event.
        ///
        /// A change of speaker is `turnEnded`, `ding`, `turnStarted`, all at the same time. Each `paused` is followed
        /// by a `resumed`, no later than the end of the meeting. `meetingEnded` is always last.
        public enum Kind: Hashable, Sendable, Codable {
            /// The meeting started.
            case started
            /// A turn started.
            ///
            /// `index` is the number of attendees who are finished. `slot` is the total time given to the attendee.
            /// `remaining` is the rest of it (negative: overtime of an earlier turn).
            case turnStarted(Attendee.ID, index: Int, slot: Duration, remaining: Duration)
            /// The turn has this much time left.
            case turnWarning(Attendee.ID, remaining: Duration)
            /// A turn ended after `used`, of which `overtime` was past the slot.
            case turnEnded(Attendee.ID, used: Duration, overtime: Duration)
            /// The ding sounds: the speaker changes, or overtime begins.
            case ding
            /// The countdown stopped.
            case paused(Pause.Reason)
            /// The countdown resumed, or the meeting ended, after this much real time.
            case resumed(after: Duration)
            /// A question stopped the countdown.
            case asked(Question)
            /// A command changed nothing.
            case refused(Refusal)
            /// The speaker, the queue or their times changed; this is the new lineup.
            ///
            /// Sent after every such change except elapsed time, so it is enough to follow the queue.
            case queueChanged(Lineup)
            /// The parts of these attendees changed, in the order of the start.
            case attendeesChanged([Part])
            /// The meeting ended after this much meeting time.
            case meetingEnded(EndReason, duration: Duration)
        }
    }

    /// Why a meeting ended.
    public enum EndReason: String, Hashable, Sendable, Codable {
        /// The last slot ran out.
        case finished
        /// The user ended and kept it.
        case saved
        /// The user discarded it.
        case discarded
        /// The program was told to stop; the meeting is kept.
        case interrupted
    }

    /// An attendee's part in the meeting.
    public struct Part: Identifiable, Hashable, Sendable, Codable {
        /// The attendee.
        public let id: Attendee.ID
        /// The time given to the attendee: the first division, shared time and extensions.
        ///
        /// Unused time stays included: a slot of 60 s is still 60 s if only 40 s were used.
        public let slot: Duration
        /// The total length of the attendee's turns, including overtime.
        public let used: Duration
        /// The part of `used` past the slot.
        public let overtime: Duration
        /// Whether the attendee has spoken.
        ///
        /// Attendees marked absent in the first half of their slot are absent. Those skipped within a second have not
        /// spoken.
        public let state: MeetingAttendee.State
    }

    /// The speaker and the queue, with their times.
    public struct Lineup: Hashable, Sendable, Codable {
        /// The speaker, or an attendee in the queue.
        public struct Place: Identifiable, Hashable, Sendable, Codable {
            /// The attendee.
            public let id: Attendee.ID
            /// The total time given to the attendee.
            public let slot: Duration
            /// The time left; negative for a speaker in overtime.
            public let remaining: Duration

            /// Creates a place from an attendee, the time given and the time left.
            public init(id: Attendee.ID, slot: Duration, remaining: Duration) {
                self.id = id
                self.slot = slot
                self.remaining = remaining
            }
        }

        /// The speaker; nil before the start.
        public let speaker: Place?
        /// The queue, next speaker first.
        public let queue: [Place]
        /// The attendees marked absent, in the order of the start.
        public let absent: [Attendee.ID]

        /// Creates a lineup from a speaker, the queue and the absent attendees.
        public init(speaker: Place?, queue: [Place], absent: [Attendee.ID]) {
            self.speaker = speaker
            self.queue = queue
            self.absent = absent
        }
    }

    /// The phase of a meeting.
    public enum Phase: Hashable, Sendable, Codable {
        /// The meeting has not started.
        case notStarted
        /// The countdown runs.
        case running
        /// The countdown is paused.
        case paused(Pause.Reason)
        /// The countdown is stopped until a question is answered.
        case asking(Question)
        /// The meeting has ended.
        case ended(EndReason)
    }
}
