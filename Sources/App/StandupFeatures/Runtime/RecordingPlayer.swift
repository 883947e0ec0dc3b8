package import MeetingModel
package import Sound

/// Opens recordings to be heard. [any thread]
package protocol RecordingPlayer: Sendable {
    /// Starts to play a recording on a loudspeaker; waits for the disk only.
    func open(
        _ request: PlaybackRequest, on loudspeaker: DeviceSelection
    ) throws(PlaybackProblem) -> any RecordingPlayback

    /// Prepares the loudspeaker in the background, so that the first recording plays sooner.
    func prepare()

    /// Reads the waveform of a sound file, which takes a moment; nil if it cannot be read.
    func waveform(of path: String) -> Waveform?
}

/// A recording that plays. [any thread]
package protocol RecordingPlayback: Sendable {
    /// The player with its current position.
    var player: Player { get }

    /// How playback ended; nil while it continues.
    var end: PlaybackSession.End? { get }

    func send(_ command: Player.Command)

    func stop()
}

extension PlaybackSession: RecordingPlayback {}

/// What to play, and from where.
package struct PlaybackRequest: Hashable, Sendable {
    /// The meeting, with its turns; its transcript is not needed.
    package var meeting: Meeting
    package var path: String
    /// The start, in meeting time.
    package var start: Duration
    package var speed: PlaybackSpeed
    /// The attendee whose turns to play; nil for all.
    package var speaker: Attendee.ID?
    /// The channel to play; nil for all of the recording, mixed.
    package var channel: AudioChannel?
    /// The loudspeaker; nil for the one chosen for all meetings.
    var loudspeaker: DeviceSelection?

    package init(
        _ meeting: Meeting, path: String, from start: Duration, speed: PlaybackSpeed = .normal,
        speaker: Attendee.ID? = nil, channel: AudioChannel? = nil, loudspeaker: DeviceSelection? = nil
    ) {
        self.meeting = meeting
        self.meeting.transcript = []
        self.path = path
        self.start = start
        self.speed = speed
        self.speaker = speaker
        self.channel = channel
        self.loudspeaker = loudspeaker
    }
}

package enum PlaybackProblem: Error, Hashable, Sendable {
    case file(reason: String)
    /// There is nothing to hear.
    case nothing(PlayerError)
    /// The loudspeaker or a library is missing or has failed.
    case device(AudioError)
}

package enum PlaybackReport: Hashable, Sendable {
    /// It plays or is paused.
    case playing(Player)
    /// It has ended at its end, or failed.
    case ended(PlaybackSession.End)
    /// It did not start.
    case refused(PlaybackProblem)
}
