public import AudioDevices
public import MeetingHistory
import MeetingModel
public import SpeechRecognition

/// Something that did not work in a meeting that goes on, or has ended.
public enum MeetingProblem: Hashable, Sendable {
    /// The history does not take what has happened; it is tried again.
    case history(HistoryError)
    /// The end of the meeting is not in the history.
    case endUnwritten
    /// The disk does not take the sound; it waits in memory.
    case recordingWaits(AudioError)
    /// So much sound waits that what comes now is lost, until the disk takes it again.
    case soundOverflows
    /// The microphone that was to be heard cannot be opened; the one before is heard as before.
    case microphone(AudioError)
    /// The disk does not say that it has what it took of the sound.
    case recordingUnconfirmed(AudioError)
    /// The disk has room for less sound than the meeting will have.
    case littleRoom(Duration, length: Duration)
    /// So much of the sound at the end was lost, because the disk did not take it.
    case soundLost(Duration)
    /// The loudspeaker sounds nothing.
    case loudspeaker(AudioError)
    /// The recording of a meeting that was discarded is still there.
    case recordingLeft(AudioError)
    /// A command changed nothing.
    case refused(MeetingTimer.Refusal)
    /// A recogniser that hears the meeting elsewhere gives no words; the one here, if there is one, goes on.
    case recognizer(RecognizerError)
    /// The recogniser failed on what another one heard instead.
    case substituted(RecognizerSubstitution)
    /// No words are shown any more before they are final: because their recogniser failed, or the machine is too slow.
    case partialsStopped(RecognizerError?)
    /// The transcript is so far behind that the rest of it is made when the meeting has ended.
    case transcriptWaits
    /// Something outside of the meeting: one line.
    case outside(String)
}

extension MeetingProblem: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .history(let error): "\(error); the countdown goes on"
        case .endUnwritten: "the end of the meeting cannot be written, it is completed at the next start"
        case .recordingWaits(let error): "\(error); sound waits in memory until the disk takes it"
        case .soundOverflows:
            "a minute of sound waits in memory, what comes now is lost until the disk takes it, make room"
        case .microphone(let error): "\(error); the meeting hears what it heard before"
        case .recordingUnconfirmed(let error): "\(error); the disk may lose what it has taken"
        case .littleRoom(let room, let length):
            "the disk has room for \(room.clockText()) of sound and the meeting takes \(length.clockText()), "
                + "make room before it is full"
        case .soundLost(let duration):
            "the disk did not take the last \(duration.seconds.rounded()) s of sound, make room before the next meeting"
        case .loudspeaker(let error), .recordingLeft(let error): "\(error)"
        case .refused(let refusal): "\(refusal)"
        case .recognizer(let error): "\(error)"
        case .substituted(let substitution): "\(substitution)"
        case .partialsStopped(let error):
            "words are no longer shown as they are spoken, \(error?.reason ?? "this machine is too slow"), "
                + "each utterance appears when it has been transcribed"
        case .transcriptWaits:
            "the transcript is a minute behind, this machine is too slow for it, the rest is transcribed "
                + "when the meeting has ended"
        case .outside(let line): line
        }
    }
}

extension RecognizerError {
    /// Why, without what follows from it.
    fileprivate var reason: String {
        if case .failed(let name, let reason) = self { "\(name) failed (\(reason))" } else { "\(self)" }
    }
}
