import ArgumentParser
import MeetingModel
import MeetingSocket

/// The `standup status` command.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the running meeting in one line, for status bars and prompts.",
        discussion: """
            Prints nothing if no meeting is running. With several, the one that started last is shown; --json shows \
            all. Titles and names are shortened to 24 columns, with --format they are not.

            --format takes waybar, or a text in which {title}, {state}, {speaker}, {left}, {place}, {next}, {elapsed} \
            and {remaining} are replaced. The state is running, warning, overtime or paused.

            Examples:
              standup status
              standup status --format '{speaker} {left}'
              standup status --format waybar
              set -g status-right '#(standup status)'   (tmux)
            """)

    @Option(help: ArgumentHelp("The format: waybar, or a text with {speaker}, {left} and others.", valueName: "format"))
    var format: String?

    @Flag(help: "Print the state of all running meetings as JSON.")
    var json = false

    @OptionGroup var data: DataOption

    func validate() throws {
        if json, format != nil { throw ValidationError("--json and --format exclude each other") }
        _ = try parsedFormat
    }

    /// The format as parsed; nil for the standard format and for waybar.
    private var parsedFormat: StatusFormat? {
        get throws {
            guard let format, format != "waybar" else { return nil }
            do throws(StatusFormatError) {
                return try StatusFormat(parsing: format)
            } catch {
                throw ValidationError(error.description)
            }
        }
    }

    func run() throws {
        let running = LiveMeeting.all(in: try Composition(data: data).folder)
        if json {
            return try StandardOutput.writeLine("[" + running.map(\.line).joined(separator: ",\n") + "]")
        }
        let shown = running.last { !$0.snapshot.isEnding }
        guard let line = shown.map({ StatusLine($0.snapshot) }) else {
            if format == "waybar" { try StandardOutput.writeLine("{\"text\":\"\"}") }
            return
        }
        let text = try parsedFormat.map(line.text)
        try StandardOutput.writeLine(text ?? (format == "waybar" ? line.waybar : line.standardText))
    }
}
