public import MeetingModel

extension MeetingTimer {
    /// What people can ask of a running meeting.
    public enum Command: Hashable, Sendable, Codable {
        /// Ends the turn and starts the next attendee's; on the last attendee it asks `Question.endAfterLast`.
        case next
        /// Returns to the one who spoke before, with the time that was given back.
        case previous
        /// Sends the one who speaks to the end of the queue with the time that is left.
        case later
        /// Takes an attendee out of the queue, or ends their turn.
        case absent(Attendee.ID)
        /// Puts an attendee who was absent at the end of the queue.
        case present(Attendee.ID)
        /// Lengthens the present turn, or shortens it (negative), down to now at most.
        case extend(Duration)
        /// Puts these of the queue first, in this order; the others follow in theirs.
        case reorder([Attendee.ID])
        /// Goes on by other settings from now on; what was settled before stays.
        ///
        /// In overtime, slots that end by themselves from now on end this one at once. A warning under which the turn
        /// stands by the new settings, and stood under none by the old, is given at once.
        case change(MeetingSettings)
        /// Stops the countdown.
        case pause(Pause.Reason)
        /// Goes on after a pause or behind a question.
        case resume
        /// Asks `Question.end`; the countdown stands still until it is answered.
        case ask
        /// Answers the question that is open.
        case answer(Answer)
        /// Ends the meeting without asking. `finished` is for meetings that end by themselves.
        case end(EndReason)
    }

    /// A question that keeps the countdown waiting.
    public enum Question: String, Hashable, Sendable {
        /// Somebody wants to end the meeting: save, discard or resume.
        case end
        /// Somebody said next on the last attendee: save or resume.
        case endAfterLast

        /// The answers that it takes.
        public var answers: [Answer] {
            switch self {
            case .end: [.save, .discard, .resume]
            case .endAfterLast: [.save, .resume]
            }
        }
    }

    /// An answer to a question.
    public enum Answer: String, Hashable, Sendable, Codable {
        /// Ends the meeting and keeps it.
        case save
        /// Ends the meeting and leaves no trace of it.
        case discard
        /// Goes on with the meeting.
        case resume
    }

    /// Why a command changed nothing; `description` is a line to show.
    public enum Refusal: String, Hashable, Sendable {
        /// The meeting runs already.
        case alreadyStarted
        /// The meeting has not begun.
        case notStarted
        /// The meeting has ended.
        case ended
        /// A question waits for its answer.
        case questionOpen
        /// No question waits for this answer.
        case noSuchAnswer
        /// The countdown stands still already.
        case alreadyPaused
        /// The countdown runs.
        case notPaused
        /// Nobody who could go on has spoken before.
        case nobodyBefore
        /// Nobody else is to speak.
        case nobodyElse
        /// The attendee is not one of this meeting's.
        case unknownAttendee
        /// The attendee has had their turn.
        case alreadySpoke
        /// The attendee is marked absent already.
        case alreadyAbsent
        /// The attendee is not marked absent.
        case notAbsent
        /// One of those to be reordered is not waiting, or is named twice.
        case notWaiting
        /// The turn has no time left that could be taken away.
        case noTimeLeft
    }
}

extension MeetingTimer.Refusal: CustomStringConvertible {
    /// One line: what, and what to do.
    public var description: String {
        switch self {
        case .alreadyStarted: "the meeting has started already"
        case .notStarted: "the meeting has not started yet"
        case .ended: "the meeting has ended"
        case .questionOpen: "a question is open, answer it first"
        case .noSuchAnswer: "no question is open that takes this answer"
        case .alreadyPaused: "the meeting is paused already, resume it to go on"
        case .notPaused: "the meeting is not paused"
        case .nobodyBefore: "nobody has spoken before to whom to return"
        case .nobodyElse: "nobody else is to speak, end the meeting instead"
        case .unknownAttendee: "no such attendee in this meeting"
        case .alreadySpoke: "the attendee has spoken already"
        case .alreadyAbsent: "the attendee is marked absent already"
        case .notAbsent: "the attendee is not marked absent"
        case .notWaiting: "only those who wait for their turn can be reordered, each once"
        case .noTimeLeft: "the turn has no time left to take away"
        }
    }
}
