import ArgumentParser
import MeetingModel
import MeetingSocket

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the running meeting in one line, for status bars and prompts.",
        discussion: """
            Prints nothing if no meeting is running; a terminal is told so. With several, the one that started last is shown; --json shows \
            all. Titles and names are shortened to 24 columns, with --format they are not.

            --format takes waybar, or a text in which {title}, {state}, {speaker}, {left}, {place}, {next}, {elapsed} \
            and {remaining} are replaced. The state is running, warning, overtime or paused. --escape keeps names from \
            being read as markup by what shows the line.

            Examples:
              standup status
              standup status --format '{speaker} {left}'
              standup status --format waybar
              set -g status-right '#(standup status --escape tmux)'   (tmux)
            """)

    @Option(help: ArgumentHelp("The format: waybar, or a text with {speaker}, {left} and others.", valueName: "format"))
    var format: String?

    @Option(help: ArgumentHelp("What shows the line.", valueName: "program"))
    var escape: StatusEscape?

    @Flag(help: "Print the state of all running meetings as JSON.")
    var json = false

    @OptionGroup var data: DataOption

    func validate() throws {
        if json, format != nil { throw ValidationError("--json and --format exclude each other") }
        if escape != nil, json || format == "waybar" {
            throw ValidationError("--escape is for lines; --json and --format waybar are escaped already")
        }
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
        let list = LiveMeeting.all(in: try Composition(data: data).folder)
        // One that does not listen is starting or ending, or on the virtual clock.
        let silent = list.silent.last { $0.error != .noMeeting }.map { Failure(silent: $0.meeting, $0.error) }
        if json {
            try StandardOutput.writeLine("[" + list.answering.map(\.line).joined(separator: ",\n") + "]")
            if let silent { throw silent }
            return
        }
        let shown = list.answering.last { !$0.snapshot.isEnding }
        guard let line = shown.map({ StatusLine($0.snapshot, for: format == "waybar" ? .pango : escape) }) else {
            if format == "waybar" { try StandardOutput.writeLine("{\"text\":\"\"}") }
            if let silent { throw silent }
            if format == nil, Terminal.standardOutput.columns != nil { StandardOutput.note("No meeting is running.") }
            return
        }
        let text = try parsedFormat.map(line.text)
        try StandardOutput.writeLine(text ?? (format == "waybar" ? line.waybar : line.standardText))
    }
}
