import ArgumentParser
import MeetingModel
import MeetingSocket

/// The `standup status` command.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the running meeting in one line, for status bars and prompts.",
        discussion: """
            Prints nothing if no meeting is running. With several, the one that started last is shown; --json shows all.

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
    }

    func run() throws {
        let running = LiveMeeting.all(in: try Composition(data: data).folder)
        if json {
            return try StandardOutput.writeLine("[" + running.map(\.line).joined(separator: ",\n") + "]")
        }
        switch (format, running.last.map { StatusLine($0.snapshot) }) {
        case ("waybar", let line): try StandardOutput.writeLine(line?.waybar ?? "{\"text\":\"\"}")
        case (_, nil): break
        case (let format, let line?): try StandardOutput.writeLine(line.text(format ?? StatusLine.standard))
        }
    }
}
