import ArgumentParser
import MeetingEngine
import MeetingHistory
import MeetingModel

struct KeepMeetingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep-meeting",
        abstract: "Keep an interrupted meeting as it is.",
        discussion: """
            The meeting stays in the history as interrupted and can no longer be resumed. The rest of its recording is \
            transcribed at the next start.

            Examples:
              standup keep-meeting latest
              standup keep-meeting Daily/1
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest) or the start of an id.", completion: .meeting)
    var meeting: String

    @OptionGroup var data: DataOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let meeting = try history.meeting(meeting)
        guard try InterruptedMeeting.all(in: history.store).contains(where: { $0.meeting.id == meeting.id }) else {
            let name = "\(DisplayText(quoting: meeting.title)) of \(LocalTime(meeting.startedAt).minute)"
            let reason: String =
                switch meeting.state {
                case .live: "is still running; keep-meeting is for an interrupted meeting"
                case .finished: "was not interrupted; there is nothing to decide"
                case .interrupted: "\(try history.reasonNotToResume(meeting)); it stays as it is"
                }
            throw Failure(.notFound, "\(name) \(reason)")
        }
        try history.store.record([.countdownSettled], in: meeting.id)
    }
}
