import Glibc

/// A mark by which the sound server tells standup's playback of a recording from all other sound.
///
/// A meeting whose call is the monitor of that loudspeaker leaves the recording out.
package enum PlaybackMark {
    static let key = "standup.plays"
    static let value = "recording"

    /// Marks all sound that this process plays; call it before the first stream is opened, and before other threads run.
    ///
    /// Processes that this one starts for meetings and browsers do not inherit the mark.
    /// libpulse adds the properties of this variable to each connection, also to those that ALSA's plugin makes.
    package static func setForProcess() {
        let old = unsafe getenv("PULSE_PROP").map { unsafe String(cString: $0) }
        unsafe setenv("PULSE_PROP", properties(after: old), 1)
    }

    /// The mark, after the properties that the user has set.
    static func properties(after old: String?) -> String {
        let mark = "\(key)=\(value)"
        return old.map { $0.isEmpty ? mark : "\($0) \(mark)" } ?? mark
    }
}
