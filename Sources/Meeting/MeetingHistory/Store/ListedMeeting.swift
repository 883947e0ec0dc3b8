package import MeetingModel

/// A meeting in a list, with everything except turns and transcript.
package struct ListedMeeting: Hashable, Sendable {
    package var meeting: Meeting
    /// How long each attendee spoke, according to the current transcript.
    package var speech: [Attendee.ID: Duration]
    /// Its position in the list; the store uses the last one to continue with the next page.
    package let place: Int64

    package init(_ meeting: Meeting, speech: [Attendee.ID: Duration], place: Int64) {
        self.meeting = meeting
        self.speech = speech
        self.place = place
    }
}
