import ArgumentParser
import MeetingModel
import StandupFeatures

struct CallNoticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call-notice",
        abstract: "Print a sentence that tells a call it is recorded.",
        discussion: """
            Paste it into the chat of the call before a meeting that records the call: standup start TITLE --call

            Examples:
              standup call-notice
              standup call-notice --language de
            """)

    @Option(help: ArgumentHelp("The language: de, en or ko.", valueName: "language"))
    var language = "en"

    func run() throws {
        guard let text = CallNotice.text(in: language) else {
            throw ValidationError("no sentence in '\(DisplayText(quoting: language))'; use --language de, en or ko")
        }
        try StandardOutput.writeLine(text)
    }
}
