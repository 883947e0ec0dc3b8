import MeetingEngine
import MeetingHistory
import MeetingModel

extension InterruptedMeeting {
    /// One line that says that the meeting was interrupted, and how to resume or keep it.
    var advice: String {
        let title = DisplayText(quoting: meeting.title)
        let id = String(meeting.id.rawValue.prefix(8))
        let standup = SuggestedCommand.name(title: meeting.title, id: meeting.standupID.rawValue)
        return
            "standup: note: \(title) of \(LocalTime(meeting.startedAt).minute) was interrupted after "
            + "\(elapsed.clockText()); resume it: \(SuggestedCommand("start", standup, "--resume")); keep it as it is: "
            + "\(SuggestedCommand("keep-meeting", id)); delete it: \(SuggestedCommand("delete-meeting", id))"
    }
}

extension History {
    /// Prints advice on each resumable meeting of one standup or of all.
    func adviseOnInterrupted(of standup: Standup.ID? = nil) throws {
        for interrupted in try InterruptedMeeting.all(in: store)
        where standup == nil || interrupted.meeting.standupID == standup {
            StandardOutput.note(interrupted.advice)
        }
    }

    /// Why an interrupted meeting cannot be resumed, for a sentence about it.
    func reasonNotToResume(_ meeting: Meeting) throws -> String {
        guard try store.standups().contains(where: { $0.id == meeting.standupID }) else {
            return "can no longer be resumed, because its standup was deleted"
        }
        guard try store.meetings(of: meeting.standupID).first?.id == meeting.id else {
            return "can no longer be resumed, because a newer meeting of the standup was held"
        }
        return "can no longer be resumed, because it was kept as it is, or its time was over"
    }
}
