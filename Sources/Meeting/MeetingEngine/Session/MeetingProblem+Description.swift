package import MeetingHistory
import MeetingModel
package import Sound
package import StandupSpeech

extension MeetingProblem: CustomStringConvertible {
    /// One line of English without a full stop: the problem, its object, what it means for the meeting.
    public var description: String {
        line(history: \.description, audio: \.description, call: \.description, recognizer: \.description)
    }

    /// The same line, with errors of the history, of devices, of a call's source and of recognizers in the caller's words.
    package func line(
        history: (HistoryError) -> String, audio: (AudioError) -> String, call: (AudioError) -> String,
        recognizer: (RecognizerError) -> String
    ) -> String {
        switch self {
        case .history(let error): "\(history(error)); the countdown continues"
        case .endUnsaved: "the end of the meeting could not be saved; the next start completes it"
        case .recordingWaits(let error): "\(audio(error)); sound is kept in memory until the disk works again"
        case .soundOverflows:
            "a minute of sound is waiting in memory, which is the limit, and new sound is lost; free some disk space"
        case .microphone(let error): "\(audio(error)); the meeting keeps the microphone it had"
        case .call(let error): "\(call(error)); the meeting goes on, and the call is tried again every second"
        case .callUnchanged(let error): "\(call(error)); the call stays as it was"
        case .callNotPossible:
            "this meeting began without a call, and its recording keeps one channel; start the next one with a call"
        case .microphoneNotPossible:
            "this meeting began without a microphone and goes on without one; start the next one with a microphone"
        case .sameSound: "microphone and call carry the same sound; choose another device for one of them"
        case .ownPlayback: "the call's loudspeaker plays a recording, which the meeting's recording leaves out"
        case .recordingUnconfirmed(let error): "\(audio(error)); the last sound written may be lost"
        case .littleRoom(let room, let length):
            "the disk has space for \(room.clockText()) of sound, but the meeting takes \(length.clockText()); "
                + "free some disk space"
        case .soundLost(let duration):
            "the last \(duration.seconds.rounded()) s of sound could not be saved; "
                + "free some disk space before the next meeting"
        case .loudspeaker(let error), .recordingLeft(let error): audio(error)
        case .refused(let refusal): "\(refusal)"
        case .recognizer(let error): recognizer(error)
        case .substituted(let substitution): "\(substitution)"
        case .lesserRecognizer(let error):
            "PocketSphinx transcribes this meeting and gets a quarter to a third of the words wrong: "
                + recognizer(error)
        case .partialsStopped(let error):
            "words no longer appear as they are spoken because "
                + "\(error.map { Self.reason($0, recognizer) } ?? "this machine is too slow"); "
                + "each utterance appears once it is transcribed"
        case .voicesStopped(let error):
            "words are given to whose turn it is from now on, because \(Self.reason(error, recognizer))"
        case .transcriptWaits:
            "the transcript is a minute behind because this machine is too slow; the rest is transcribed after the meeting"
        case .speechUnrecognized(let length):
            "\(length.clockText()) of speech were heard in which no words were recognized; move closer to the microphone, "
                + "or transcribe the recording with a larger model"
        case .outside(let line): line
        }
    }
    /// The reason of a failure without its consequence.
    private static func reason(_ error: RecognizerError, _ line: (RecognizerError) -> String) -> String {
        if case .failed(let name, let reason) = error { "\(name) failed: \(reason)" } else { line(error) }
    }
}

extension MeetingStartError: CustomStringConvertible {
    /// One line of English without a full stop: the problem, its object, the remedy.
    public var description: String {
        switch self {
        case .plan(let error): "\(error)"
        case .microphone(let error), .recording(let error): "\(error)"
        case .history(let error): "\(error)"
        case .interrupted: "interrupted before the meeting began; nothing was kept"
        case .outside(let line): line
        }
    }
}

extension MeetingTimerError: CustomStringConvertible {
    /// One line of English without a full stop: the problem, its object, the remedy.
    public var description: String {
        switch self {
        case .noAttendees: "the standup has no attendees; add at least one"
        case .nobodyPresent: "nobody is here; start the meeting with at least one attendee present"
        case .lengthNotPositive(let length): "the meeting's length must be above zero, not \(length)"
        case .duplicateAttendee(let id): "the attendee \(id) is listed more than once; list each attendee once"
        }
    }
}

extension MeetingTimer.Refusal: CustomStringConvertible {
    /// One line of English without a full stop: why the command changed nothing.
    public var description: String {
        switch self {
        case .alreadyStarted: "the meeting has already started"
        case .notStarted: "the meeting has not started yet"
        case .ended: "the meeting has ended"
        case .questionOpen: "a question is open; answer it first"
        case .noSuchAnswer: "no open question takes this answer"
        case .alreadyPaused: "the meeting is already paused; resume it first"
        case .notPaused: "the meeting is not paused"
        case .nobodyBefore: "no earlier speaker"
        case .nobodyElse: "nobody is left to speak; end the meeting instead"
        case .unknownAttendee: "no such attendee in this meeting"
        case .alreadySpoke: "the attendee has already spoken"
        case .turnIsOver: "the turn for which this was said is over"
        case .alreadyAbsent: "the attendee is already marked absent"
        case .notAbsent: "the attendee is not marked absent"
        case .notWaiting: "only attendees who have not spoken can be reordered, each once"
        case .noTimeLeft: "the turn has no time left to take away"
        case .tooLong: "a meeting takes at most \(Length(Standup.lengthRange.upperBound)) in all; extend it by less"
        }
    }
}
