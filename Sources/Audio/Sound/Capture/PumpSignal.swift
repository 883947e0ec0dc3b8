package import MeetingModel

/// A message from the pump to whoever records.
package enum PumpSignal: Sendable {
    case source(AudioChannel, SourceSignal)
    /// So many frames are in the recording, and `complete` of them do not change any more.
    case written(frames: Int64, complete: Int64)
    /// The disk refuses the recording; new sound waits in memory.
    case writeFailed(AudioError)
    /// The memory for waiting sound is full: new sound is lost until the disk accepts writes again.
    case backlogFull
    case writeRecovered
    /// The recording has ended, and the disk did not accept this many of its frames.
    case unsaved(frames: Int64)
    /// Both channels carry the same sound: they are the same device.
    case sameSound
    case finished(frames: Int64)
}

/// A message about one device.
package enum SourceSignal: Sendable {
    /// Its first frame was captured at this instant.
    case opened(device: String, firstFrame: Duration)
    /// It could not be opened at the start.
    case failed(AudioError)
    case level(AudioLevel)
    /// It is a silent call, and this program plays on another loudspeaker.
    case unheard(PlayingProgram)
    /// It delivers a recording that standup plays, which is left out.
    case playsOwnRecording
    case lost(device: String)
    /// Another device has replaced it.
    case changed(device: String)
    /// This device is captured from now on.
    case selected(device: DeviceSelection)
    /// The requested device could not be opened; nothing has changed.
    case switchFailed(AudioError)
    /// The device, or a replacement, is back after this many frames of silence.
    case restored(device: String, gap: Int64)
    /// The channel contains silence between two frames.
    case gap(from: Int64, to: Int64, Gap.Reason)
}

package enum DeviceSwitchResult: Sendable {
    /// The device delivers frames.
    case performed
    /// The device could not be opened; the previous one stays in use.
    case failed(AudioError)
    /// The pump has ended.
    case notRunning
}
