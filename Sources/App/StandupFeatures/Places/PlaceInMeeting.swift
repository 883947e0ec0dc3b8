package import MeetingModel

/// What is open in a past meeting; by default its current transcript, with nothing selected.
package struct PlaceInMeeting: Hashable, Sendable {
    /// The index of the selected utterance.
    package var utterance: Int?
    package var dialog: MeetingDialog?
    /// What plays when the meeting is opened.
    var playback: PlaybackPlace?
    /// The number of a transcript that is not the current one.
    package var transcript: Int?
    /// The words that are found.
    package var find: String?
    package var compared: ComparedTranscripts?
    var showsMinutes: Bool
    /// The selected point of the minutes.
    package var point: MeetingModel.Point.ID?

    package init(
        utterance: Int? = nil, dialog: MeetingDialog? = nil, playback: PlaybackPlace? = nil, transcript: Int? = nil,
        find: String? = nil, compared: ComparedTranscripts? = nil, showsMinutes: Bool = false,
        point: MeetingModel.Point.ID? = nil
    ) {
        self.utterance = utterance
        self.dialog = dialog
        self.playback = playback
        self.transcript = transcript
        self.find = find
        self.compared = compared
        self.showsMinutes = showsMinutes
        self.point = point
    }
}

/// The numbers of two transcripts that are compared.
package struct ComparedTranscripts: Hashable, Sendable {
    /// The one whose words come first.
    package var from: Int
    /// The one that it is compared with.
    package var to: Int
}

extension Place.Route {
    package static func meeting(
        _ standup: String, meeting: String, utterance: Int? = nil, dialog: MeetingDialog? = nil,
        playback: PlaybackPlace? = nil, transcript: Int? = nil, find: String? = nil,
        compared: ComparedTranscripts? = nil
    ) -> Self {
        let place = PlaceInMeeting(
            utterance: utterance, dialog: dialog, playback: playback, transcript: transcript, find: find,
            compared: compared)
        return .pastMeeting(standup, meeting: meeting, place)
    }
}
