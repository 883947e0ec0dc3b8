import ArgumentParser
import MeetingHistory
import MeetingModel
import MeetingSocket
import StandupFeatures
import StandupTerminal

struct AttachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Join a meeting that is running.",
        discussion: """
            Opens the full-screen application on a meeting that another process holds; several may do so at once. \
            Press Control-\\ to leave the meeting running, ? for the other keys.

            MEETING is the title of its standup, the start of the title, or the start of the meeting's id. It is needed \
            only if several meetings are running.

            Examples:
              standup attach
              standup attach Daily
            """)

    @OptionGroup var meeting: LiveMeetingArgument
    @OptionGroup var data: DataOption

    func run() async throws {
        let composition = try Composition(data: data)
        let live = try LiveMeeting.find(
            meeting.name, in: composition.folder, asking: "Join which meeting?")
        if let obstacle = composition.terminalObstacle {
            throw Failure(.usage, "\(obstacle.reason); without it, use: standup status, standup tell")
        }
        let store = try composition.openHistory().store
        guard let standup = try store.standups().first(where: { $0.id.rawValue == live.snapshot.standup }) else {
            throw Failure(.notFound, "the standup of this meeting was deleted; use: standup watch, standup tell")
        }
        let launch = MeetingLaunch(standup: standup, joined: live.meeting)
        let ending = try await FullScreen.hold(launch, sound: try SoundOptions.parse([]), in: composition)
        if let signal = ending.signal { throw ExitCode(128 + signal) }
        let title = DisplayText(quoting: standup.title)
        switch ending.meeting {
        case .ended(let ended)?: StandardOutput.note(ended.line(of: standup))
        case .detached?, nil:
            StandardOutput.note("\(title) keeps running. Join it: \(SuggestedCommand("attach", standup.commandName))")
        case .notStarted(let error)?: throw error
        case .lost?:
            throw Failure(
                .failed,
                "the process that held the meeting is gone; see: \(SuggestedCommand("meetings", standup.commandName))")
        }
    }
}
