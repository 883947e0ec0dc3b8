import ArgumentParser
import MeetingHistory
import MeetingModel

/// `standup delete-meeting`.
struct DeleteMeetingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-meeting",
        abstract: "Delete one meeting with its recording, for good.",
        discussion: """
            Asks first, on a terminal; elsewhere it needs --yes.

            Examples:
              standup delete-meeting latest
              standup delete-meeting Daily/3 --yes
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest), or the start of an id.", completion: .meeting)
    var meeting: String

    @OptionGroup var yes: YesOption
    @OptionGroup var data: DataOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let meeting = try history.meeting(meeting)
        try history.checkNoneIsLive([meeting])
        let question =
            "delete the meeting \(DisplayText(quoting: meeting.title)) of \(LocalTime(meeting.startedAt).minute), "
            + (meeting.recording == nil ? "which has no recording" : "with its recording")
        guard try yes.isOn || Question.confirm(question, insteadUse: "--yes") else { return }
        try history.remove(.meeting(meeting.id))
    }
}
