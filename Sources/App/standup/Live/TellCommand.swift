import ArgumentParser
import MeetingModel
import MeetingSocket

struct TellCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tell",
        abstract: "Give a command to a running meeting.",
        discussion: """
            For keys of the desktop and foot pedals. Commands: next, previous, later, pause, resume, extend 30s, \
            shorten 30s, absent NAME, present NAME, shuffle, mute, unmute, microphone DEVICE, call DEVICE, \
            point done POINT, point open POINT, point drop POINT, end save, end discard.

            MEETING is the title of its standup, the start of the title, or the start of the meeting's id; latest is \
            the only meeting that is running.

            Examples:
              standup tell Daily next
              standup tell latest extend 30s
            """)

    @Argument(
        help: ArgumentHelp("The meeting: latest, a title, or the start of an id.", valueName: "meeting"),
        completion: .standup)
    var meeting: String

    @Argument(help: ArgumentHelp("The command.", valueName: "command"))
    var command: [String]

    @OptionGroup var data: DataOption

    func validate() throws {
        if command.isEmpty { throw ValidationError("no command; use next, pause, extend 30s or others, see: --help") }
    }

    func run() throws {
        let folder = try Composition(data: data).folder
        let live = try LiveMeeting.find(meeting, in: folder)
        // A microphone that does not open is refused after three seconds.
        var client = try SocketClient(live.socket, limit: .seconds(5))
        let refusal = try client.perform(command.joined(separator: " "), during: live.snapshot.turn, by: .lead)
        if let refusal { throw Failure(.failed, refusal) }
    }
}
