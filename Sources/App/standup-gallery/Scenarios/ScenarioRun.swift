import ArgumentParser
import Glibc
import Localization
import MeetingTiming
import StandupFeatures
import StandupTerminal
import Synchronization

/// Holds the application on the terminal in a scenario.
enum ScenarioRun {
    /// Returns when the application has been quit.
    static func run(_ scenario: Scenario, language: String) async throws {
        let clock = SystemClock()
        let localizer = try Localizer(gallery: scenario.language ?? language)
        var world = ScenarioWorld()
        scenario.prepare(&world)
        let parts = world.makeParts(clock: clock)
        let runner = ApplicationRunner(parts: parts, localizer: localizer, place: scenario.place)
        let terminal = TerminalApplication(
            of: runner, on: NCursesRenderer(), clock: clock, tooSmall: localizer("app.too-small"))
        runner.begin { terminal.show($0) }
        let story = Task { [world] in
            await runner.waitUntilSettled()
            for command in scenario.commands { runner.perform(command) }
            let start = clock.now
            for event in scenario.events {
                try await Task.sleep(for: start + event.after - clock.now)
                event.happens(world)
            }
        }
        do throws(TerminalError) {
            try await terminal.hold(runner)
        } catch {
            throw ValidationError(error.description)
        }
        story.cancel()
    }
}
