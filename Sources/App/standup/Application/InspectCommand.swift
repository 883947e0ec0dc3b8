import ArgumentParser
import MeetingHistory
import MeetingModel
import StandupFeatures

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print a screen of the application as JSON.",
        discussion: """
            The texts are in the language of the interface. Without an address, it prints the screen where you left \
            the application.

            Examples:
              standup inspect standups
              standup inspect standup/Daily/edit
            """)

    @Argument(
        help: ArgumentHelp("The address of a screen, such as standup/3/edit.", valueName: "address"),
        completion: .address)
    var address: String?

    @OptionGroup var data: DataOption

    func run() async throws {
        let composition = try Composition(data: data)
        let localizer = try await composition.makeLocalizer()
        let dependencies = try composition.applicationDependencies(remembers: false)
        let place = try FullScreen.place(address, preferences: dependencies.preferences)?.silent
        let runner = ApplicationRunner(
            dependencies: dependencies, localizer: localizer, place: place,
            keys: composition.configuration.keyTable)
        runner.begin()
        await runner.waitUntilSettled()
        let screen = runner.screen
        runner.interrupt()
        await runner.waitUntilQuit()
        if address != nil, let place { try check(place, is: Place(address: screen.address), in: composition) }
        try JSONOutput.write(screen)
    }

    /// Throws a not-found error if the application opened a different place.
    private func check(_ place: Place, is opened: Place, in composition: Composition) throws {
        guard opened.question != .unreadable else { return }
        switch (place.route, opened.route) {
        case (.standup(let text, _, _, _), .list), (.edit(let text, _, _), .list), (.start(let text, _), .list),
            (.record(let text, _), .list), (.watch(let text), .list), (.pastMeeting(let text, _, _), .list),
            (.devices(.standup(let text), _), .list), (.devices(.start(let text), _), .list),
            (.invitation(let text, _), .list), (.importing(let text?, _, _, _), .list),
            (.list(_, _, .delete(let text)), .list(_, _, nil)):
            // Throws the error for no match or several matches, with similarly spelt titles.
            _ = try composition.openHistory().standup(text)
            throw LookupError.noStandup(text)
        case (.pastMeeting(_, let meeting, _), .standup):
            throw LookupError.noMeeting(meeting)
        case (.record(let text, _), .standup), (.watch(let text), .standup):
            let name = DisplayText(quoting: text)
            throw Failure(
                .notFound, "no meeting of \(name) is running; start one with: \(SuggestedCommand("start", text))")
        default: return
        }
    }
}
