package import MeetingModel

/// What is open in a past meeting; by default its current transcript, with nothing selected.
package struct PlaceInMeeting: Hashable, Sendable {
    /// The index of the selected utterance.
    package var utterance: Int?
    /// The open dialog.
    package var dialog: MeetingDialog?
    /// What plays when the meeting is opened.
    package var playback: PlaybackPlace?
    /// The number of a transcript that is not the current one.
    package var transcript: Int?
    /// Whether the minutes are open.
    package var showsMinutes: Bool
    /// The selected point of the minutes.
    package var point: MeetingModel.Point.ID?

    /// A place in a meeting.
    package init(
        utterance: Int? = nil, dialog: MeetingDialog? = nil, playback: PlaybackPlace? = nil, transcript: Int? = nil,
        showsMinutes: Bool = false, point: MeetingModel.Point.ID? = nil
    ) {
        self.utterance = utterance
        self.dialog = dialog
        self.playback = playback
        self.transcript = transcript
        self.showsMinutes = showsMinutes
        self.point = point
    }
}

extension Place.Route {
    /// A past meeting of a standup.
    package static func meeting(
        _ standup: String, meeting: String, utterance: Int? = nil, dialog: MeetingDialog? = nil,
        playback: PlaybackPlace? = nil, transcript: Int? = nil
    ) -> Self {
        let place = PlaceInMeeting(utterance: utterance, dialog: dialog, playback: playback, transcript: transcript)
        return .pastMeeting(standup, meeting: meeting, place)
    }
}
