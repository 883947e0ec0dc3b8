import MeetingEngine
import MeetingHistory
import MeetingModel

extension InterruptedMeeting {
    /// One line: that it was cut off, and what can be done about it.
    var advice: String {
        let title = DisplayText(quoting: meeting.title)
        let id = meeting.id.rawValue.prefix(8)
        return
            "standup: note: \(title) of \(LocalTime(meeting.startedAt).minute) was cut off after "
            + "\(elapsed.clockText(.position)); go on with it: standup start \(title) --resume; leave it as it is: "
            + "standup keep-meeting \(id); delete it: standup delete-meeting \(id)"
    }
}

extension History {
    /// Says of each meeting that can be gone on with, of one standup or of all, what can be done about it.
    func adviseOnInterrupted(of standup: Standup.ID? = nil) throws {
        for interrupted in try InterruptedMeeting.all(in: store)
        where standup == nil || interrupted.meeting.standupID == standup {
            StandardOutput.note(interrupted.advice)
        }
    }
}
