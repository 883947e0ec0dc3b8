package import MeetingModel
package import Sound

/// How a recording plays when its meeting is opened; part of an address, never of a remembered one.
package struct PlaybackPlace: Hashable, Sendable {
    /// The start, in meeting time.
    package var start: Duration
    package var speed: PlaybackSpeed
    /// The attendee whose turns to play, by name or id; nil for all.
    package var speaker: String?
    /// The channel to play; nil for all of the recording, mixed.
    package var channel: AudioChannel?

    package init(
        from start: Duration = .zero, speed: PlaybackSpeed = .normal, speaker: String? = nil,
        channel: AudioChannel? = nil
    ) {
        self.start = start
        self.speed = speed
        self.speaker = speaker
        self.channel = channel
    }

    var query: [(String, String?)] {
        [
            ("play", start.clockText(.position)),
            ("speed", speed == .normal ? nil : "\(speed.factor)"),
            ("speaker", speaker), ("channel", channel?.rawValue),
        ]
    }
}

extension Place {
    /// The place without its playback: opening it makes no sound.
    package var silent: Place {
        var place = self
        if case .pastMeeting(let standup, let meeting, var inside) = route {
            inside.playback = nil
            place.route = .pastMeeting(standup, meeting: meeting, inside)
        }
        return place
    }
}
