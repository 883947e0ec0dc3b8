public import MeetingModel

extension MeetingTimer {
    /// Something that happened in the meeting.
    public struct Event: Hashable, Sendable {
        /// When it happened, in meeting time: since the start, pauses not counted.
        public let at: Duration
        /// What happened.
        public let kind: Kind

        /// An event at a meeting time.
        public init(at: Duration, kind: Kind) {
            self.at = at
            self.kind = kind
        }

        /// What can happen in a meeting.
        ///
        /// A change of speaker is `turnEnded`, `ding`, `turnStarted`, all at one time. Each `paused` is followed by a
        /// `resumed`, at the latest by the end of the meeting. `meetingEnded` is the last of all.
        public enum Kind: Hashable, Sendable {
            /// The meeting began.
            case started
            /// A turn began; `index` counts from 0 those who are done, `slot` is the whole time that the attendee has
            /// been given, `remaining` what is left of it (negative: overtime of an earlier turn).
            case turnStarted(Attendee.ID, index: Int, slot: Duration, remaining: Duration)
            /// So much is left of the turn.
            case turnWarning(Attendee.ID, remaining: Duration)
            /// A turn ended that took `used`, of which `overtime` lay past the slot.
            case turnEnded(Attendee.ID, used: Duration, overtime: Duration)
            /// The ding sounds: another one speaks, or overtime begins.
            case ding
            /// The countdown stands still.
            case paused(Pause.Reason)
            /// The countdown goes on, or the meeting ends, after so much real time.
            case resumed(after: Duration)
            /// A question keeps the countdown waiting.
            case asked(Question)
            /// A command changed nothing.
            case refused(Refusal)
            /// Who speaks, who waits and how much time they have is now this.
            ///
            /// It follows whatever changes any of it, other than time that passes, so it is all that is needed to
            /// follow the queue.
            case queueChanged(Lineup)
            /// What these attendees were given, used or are is now this, in the order of the start.
            case attendeesChanged([Part])
            /// The meeting is over after so much meeting time.
            case meetingEnded(EndReason, duration: Duration)
        }
    }

    /// How a meeting came to its end.
    public enum EndReason: String, Hashable, Sendable, Codable {
        /// The last slot ran out.
        case finished
        /// Somebody ended it and kept it.
        case saved
        /// Somebody threw it away.
        case discarded
        /// The program was told to stop; the meeting is kept.
        case interrupted
    }

    /// An attendee's part in the meeting.
    public struct Part: Identifiable, Hashable, Sendable {
        /// The attendee.
        public let id: Attendee.ID
        /// The time that the attendee was given: the first division, sharing and extensions.
        ///
        /// What was left over stays in it: somebody who used 40 of 60 seconds has a slot of 60.
        public let slot: Duration
        /// The time that the attendee's turns took, overtime included.
        public let used: Duration
        /// The part of `used` that lay past the slot.
        public let overtime: Duration
        /// Whether the attendee had a turn.
        ///
        /// One who is found absent in their first turn is absent.
        public let state: MeetingAttendee.State
    }

    /// Who speaks and who is still to speak, with their times.
    public struct Lineup: Hashable, Sendable {
        /// Somebody who speaks or waits.
        public struct Place: Identifiable, Hashable, Sendable {
            /// The attendee.
            public let id: Attendee.ID
            /// The whole time that the attendee has been given.
            public let slot: Duration
            /// What is left of it; negative for a speaker in overtime.
            public let remaining: Duration

            /// An attendee with the time given and what is left of it.
            public init(id: Attendee.ID, slot: Duration, remaining: Duration) {
                self.id = id
                self.slot = slot
                self.remaining = remaining
            }
        }

        /// The one who speaks; nil before the start.
        public let speaker: Place?
        /// Those who wait for their turn, the next one first.
        public let queue: [Place]
        /// Those who are marked absent, in the order of the start.
        public let absent: [Attendee.ID]

        /// A speaker, those who wait, and those who are absent.
        public init(speaker: Place?, queue: [Place], absent: [Attendee.ID]) {
            self.speaker = speaker
            self.queue = queue
            self.absent = absent
        }
    }

    /// Where a meeting stands.
    public enum Phase: Hashable, Sendable {
        /// Nothing has begun.
        case notStarted
        /// The countdown runs.
        case running
        /// The countdown stands still.
        case paused(Pause.Reason)
        /// The countdown stands still until a question is answered.
        case asking(Question)
        /// It is over.
        case ended(EndReason)
    }
}
