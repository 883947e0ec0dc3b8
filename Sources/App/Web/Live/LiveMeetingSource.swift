package import MeetingEngine
package import MeetingModel
package import MeetingSocket

/// What happens to a meeting that is followed.
package enum LiveReport: Hashable, Sendable {
    /// There is a status, or a new one.
    case status
    /// An event; the status has its effect.
    case event(MeetingEvent)
    /// Whoever held the meeting is gone.
    case gone
}

package protocol LiveMeetingSource: Sendable {
    /// The meetings that some process holds. [any thread]
    func meetings() -> [Meeting.ID]

    /// A meeting to be followed. [any thread]
    func follow(_ meeting: Meeting.ID) -> any FollowedMeeting
}

/// A meeting that is followed. [any thread]
package protocol FollowedMeeting: AnyObject, Sendable {
    /// Begins to follow it; `report` gets reports in order, on any thread.
    func open(report: @escaping @Sendable (LiveReport) -> Void)

    /// The latest status; nil before the first.
    var status: MeetingStatus? { get }

    /// Gives a command for a guest, and returns why it was refused; nil if it was performed.
    func perform(_ command: MeetingSession.Command, by guest: Participant) async -> String?

    /// Tells the meeting who follows it in a browser.
    ///
    /// `isAttended` says whether somebody who leads the meeting is there.
    func show(_ guests: [Participant], isAttended: Bool)

    /// Stops following.
    func close()
}
