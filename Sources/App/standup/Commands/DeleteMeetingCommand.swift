import ArgumentParser
import MeetingHistory
import MeetingModel

struct DeleteMeetingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-meeting",
        abstract: "Delete a meeting with its recording.",
        discussion: """
            This cannot be undone. On a terminal it asks first; elsewhere it needs --yes. A meeting that is shared with a team is \
            deleted for all by who recorded it and by the standup's lead; anybody else deletes it only here.

            Examples:
              standup delete-meeting latest
              standup delete-meeting Daily/3 --yes
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest) or the start of an id.", completion: .meeting)
    var meeting: String

    @OptionGroup var yes: YesOption
    @OptionGroup var data: DataOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let meeting = try history.meeting(
            id: MeetingLookup.find(meeting, in: history.store, needsNumber: true))
        try history.checkNoneIsLive([meeting])
        let reach = history.deletionReach(of: .meeting(meeting.id))
        let question =
            "delete the meeting \(DisplayText(quoting: meeting.title)) of \(LocalTime(meeting.startedAt).minute)"
            + (meeting.recording == nil ? "" : " with its recording")
            + (reach.map { ", \($0)" } ?? "")
        guard try yes.isOn || Question.confirm(question, insteadUse: "--yes") else { return }
        try history.remove(.meeting(meeting.id))
        // Who was asked knows it.
        if yes.isOn, let reach { StandardOutput.note("Deleted \(reach).") }
    }
}
