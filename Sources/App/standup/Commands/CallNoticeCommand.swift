import ArgumentParser
import MeetingModel

/// The `standup call-notice` command.
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
        guard let text = Self.texts[language] else {
            throw ValidationError("no sentence in '\(DisplayText(quoting: language))'; use --language de, en or ko")
        }
        try StandardOutput.writeLine(text)
    }

    private static let texts = [
        "en": "This standup is recorded and transcribed on our computer: everybody in the room and on this call. "
            + "If you do not want that, please say so now; we can pause the recording.",
        "de": "Dieses Standup wird auf unserem Rechner aufgenommen und mitgeschrieben: alle im Raum und alle in diesem "
            + "Anruf. Wer das nicht möchte, sagt es bitte jetzt; wir können die Aufnahme anhalten.",
        "ko": "이 스탠드업은 저희 컴퓨터에서 녹음되고 받아쓰기됩니다. 회의실에 있는 사람과 이 통화에 참여한 모든 사람이 "
            + "대상입니다. 원하지 않으시면 지금 말씀해 주세요. 녹음을 멈출 수 있습니다.",
    ]
}
