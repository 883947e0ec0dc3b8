public import MeetingHistory
public import Sound
public import StandupSpeech

/// A failure in a meeting that continues, or has ended.
public enum MeetingProblem: Hashable, Sendable, Codable {
    /// The history refuses changes; they are retried.
    case history(HistoryError)
    /// The end of the meeting is not in the history.
    case endUnsaved
    /// The disk refuses the sound; it waits in memory.
    case recordingWaits(AudioError)
    /// The memory for waiting sound is full: new sound is lost until the disk accepts writes again.
    case soundOverflows
    /// The requested microphone cannot be opened; the previous one stays in use.
    case microphone(AudioError)
    /// The source of the call cannot be opened; it is tried again, and the meeting goes on.
    case call(AudioError)
    /// The requested source of the call cannot be opened; nothing changes.
    case callUnchanged(AudioError)
    /// The meeting began without a call, and its recording keeps its one channel.
    case callNotPossible
    /// The meeting began without sound, and gets no microphone.
    case microphoneNotPossible
    /// The two channels carry the same sound: the microphone and the call are the same device.
    case sameSound
    /// The call's loudspeaker plays a recording, played by standup; the recording leaves it out.
    case ownPlayback
    /// The disk does not confirm that it has written the sound.
    case recordingUnconfirmed(AudioError)
    /// The disk has space for less sound than the meeting's length.
    case littleRoom(Duration, length: Duration)
    /// This much sound at the end was lost because the disk refused it.
    case soundLost(Duration)
    /// The loudspeaker does not play.
    case loudspeaker(AudioError)
    /// The recording of a discarded meeting could not be removed.
    case recordingLeft(AudioError)
    /// A command changed nothing.
    case refused(MeetingTimer.Refusal)
    /// A recognizer that transcribes elsewhere gives no words; the local one, if there is one, continues.
    case recognizer(RecognizerError)
    /// The recognizer failed on sound that another one transcribed instead.
    case substituted(RecognizerSubstitution)
    /// A recognizer that makes many mistakes transcribes, because a better one is not installed.
    case lesserRecognizer(RecognizerError)
    /// Partial results stopped: their recognizer failed, or the machine is too slow.
    case partialsStopped(RecognizerError?)
    /// Voices are not told apart any more: the program that does it failed.
    case voicesStopped(RecognizerError)
    /// The transcript is so far behind that the rest is transcribed after the meeting.
    case transcriptWaits
    /// So much speech was heard in which no words were recognized, also among the words before it.
    case speechUnrecognized(Duration)
    /// A problem outside the meeting, in one line.
    case outside(String)
}
