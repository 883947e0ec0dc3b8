import ArgumentParser
import MeetingHistory
import MeetingModel
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
        let screen = runner.screen
        runner.interrupt()
        await runner.waitUntilQuit()
        if address != nil, let place { try check(place, is: Place(address: screen.address), in: composition) }
        try JSONOutput.write(screen)
    }

    /// Throws what was not there if another place was opened instead.
    private func check(_ place: Place, is opened: Place, in composition: Composition) throws {
        guard opened.question != .unreadable else { return }
        switch (place.route, opened.route) {
        case (.standup(let text, _), .list), (.edit(let text, _, _), .list), (.start(let text, _), .list),
            (.record(let text, _), .list), (.meeting(let text, _, _, _), .list),
            (.devices(.standup(let text)), .list), (.devices(.start(let text)), .list),
            (.list(_, _, .delete(let text)), .list(_, _, nil)):
            // Whether there is none or several, and what is spelt nearly so.
            _ = try composition.openHistory().standup(text)
            throw LookupError.noStandup(text)
        case (.meeting(_, let meeting, _, _), .standup):
            throw LookupError.noMeeting(meeting)
        case (.record(let text, _), .standup):
            let name = DisplayText(quoting: text)
            throw Failure(.notFound, "no meeting of \(name) is running, start one with: standup start \(name)")
        default: return
        }
    }
}

/// Remembers nothing new: what was only looked at is not where the application was left.
private struct Recollection: Memory {
    let memory: any Memory

    func value(_ key: MemoryKey) -> String? { memory.value(key) }

    func keep(_ value: String, for key: MemoryKey) {}
}
