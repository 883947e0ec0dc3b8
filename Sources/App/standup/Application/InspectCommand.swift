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
        let localizer = try await composition.makeLocalizer()
        var parts = try composition.applicationParts()
        parts.memory = Recollection(memory: parts.memory)
        let place = try FullScreen.place(address, memory: parts.memory)
        let runner = ApplicationRunner(parts: parts, localizer: localizer, place: place)
        runner.begin()
        await runner.waitUntilSettled()
        try JSONOutput.write(runner.screen)
        runner.interrupt()
        await runner.waitUntilQuit()
    }
}

/// Remembers nothing new: what was only looked at is not where the application was left.
private struct Recollection: Memory {
    let memory: any Memory

    func value(_ key: MemoryKey) -> String? { memory.value(key) }

    func keep(_ value: String, for key: MemoryKey) {}
}
