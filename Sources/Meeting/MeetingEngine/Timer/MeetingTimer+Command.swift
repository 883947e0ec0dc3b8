public import MeetingModel

extension MeetingTimer {
    /// A command to a running meeting.
    public enum Command: Hashable, Sendable, Codable {
        /// Ends the turn and starts the next attendee's; on the last attendee, asks `Question.endAfterLast`.
        case next
        /// Returns to the previous speaker, who gets back the time they passed on.
        case previous
        /// Moves the speaker to the end of the queue, with the remaining time.
        case later
        /// Marks an attendee absent: removes them from the queue, or ends their turn.
        case absent(Attendee.ID)
        /// Moves an absent attendee to the end of the queue.
        case present(Attendee.ID)
        /// Lengthens the current turn, or shortens it (negative), down to zero time left.
        ///
        /// With shared time, the queue gives or receives the difference.
        case extend(Duration)
        /// Moves these attendees to the front of the queue, in this order; the others keep theirs.
        case reorder([Attendee.ID])
        /// Changes the settings from now on; earlier settlements stay.
        ///
        /// In overtime, a change to slots that end by themselves ends the slot at once. If a warning is due under the
        /// new settings and none was under the old, it is emitted at once.
        case change(MeetingSettings)
        /// Stops the countdown.
        case pause(Pause.Reason)
        /// Resumes after a pause or closes a question.
        case resume
        /// Asks `Question.end`; the countdown is stopped until the answer.
        case ask
        /// Answers the open question.
        case answer(Answer)
        /// Ends the meeting without asking; `finished` is for meetings that end by themselves.
        case end(EndReason)

        /// Whether it acts on the current turn without naming a speaker.
        var needsTurnReference: Bool {
            switch self {
            case .next, .previous, .later, .extend: true
            case .absent, .present, .reorder, .change, .pause, .resume, .ask, .answer, .end: false
            }
        }
    }

    /// The turn a command is meant for, so that a late command does not act on the next turn.
    public struct TurnReference: Hashable, Sendable, Codable {
        /// The speaker.
        public let attendee: Attendee.ID
        /// The number of attendees who were finished before, as in `speakerIndex`.
        public let index: Int

        /// Creates a reference to the turn of a speaker.
        public init(attendee: Attendee.ID, index: Int) {
            self.attendee = attendee
            self.index = index
        }
    }

    /// A question that stops the countdown.
    public enum Question: String, Hashable, Sendable, Codable {
        /// Whether to end the meeting: save, discard or resume.
        case end
        /// Whether to end the meeting after `next` on the last attendee: save or resume.
        case endAfterLast

        /// The accepted answers.
        public var answers: [Answer] {
            switch self {
            case .end: [.save, .discard, .resume]
            case .endAfterLast: [.save, .resume]
            }
        }
    }

    /// An answer to a question.
    public enum Answer: String, Hashable, Sendable, Codable {
        /// Ends and keeps the meeting.
        case save
        /// Ends the meeting and removes it completely.
        case discard
        /// Resumes the meeting.
        case resume
    }

    /// Why a command changed nothing.
    public enum Refusal: String, Hashable, Sendable, Codable {
        /// The meeting has already started.
        case alreadyStarted
        /// The meeting has not started.
        case notStarted
        /// The meeting has ended.
        case ended
        /// A question is open.
        case questionOpen
        /// No open question accepts this answer.
        case noSuchAnswer
        /// The countdown is already paused.
        case alreadyPaused
        /// The countdown is not paused.
        case notPaused
        /// There is no previous speaker who is present.
        case nobodyBefore
        /// Nobody else is in the queue.
        case nobodyElse
        /// The attendee does not belong to this meeting.
        case unknownAttendee
        /// The attendee has already had a turn.
        case alreadySpoke
        /// The attendee is already marked absent.
        case alreadyAbsent
        /// The attendee is not marked absent.
        case notAbsent
        /// An attendee to reorder is not in the queue, or is named twice.
        case notWaiting
        /// The turn has no time left to take away.
        case noTimeLeft
        /// The meeting would take longer than a standup may.
        case tooLong
        /// The turn for which the command was given is over.
        case turnIsOver
    }
}
