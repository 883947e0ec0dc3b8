import ArgumentParser
import StandupFeatures

/// `standup inspect`.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print the screen of a place as JSON.",
        discussion: """
            It is what the application shows there, with all texts in the language of the interface. Without an \
            address it is the place where the application was left.

            Examples:
              standup inspect standups
              standup inspect standup/Daily/edit
            """)

    @Argument(
        help: ArgumentHelp("Which place, such as standup/3/edit.", valueName: "address"), completion: .address)
    var address: String?

    @OptionGroup var data: DataOption

    func run() async throws {
        let composition = try Composition(data: data)
        let localizer = try composition.makeLocalizer()
        let parts = try composition.applicationParts(localizer) { _ in }
        let place = try FullScreen.place(address, memory: parts.memory)
        let runner = ApplicationRunner(parts: parts, localizer: localizer, place: place)
        runner.begin()
        await runner.waitUntilSettled()
        try JSONOutput.write(runner.screen)
        runner.interrupt()
        await runner.waitUntilQuit()
    }
}
