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
        let terminal = TerminalApplication<Screen>(
            renderer: NCursesRenderer(), clock: clock, tooSmall: localizer("app.too-small"), draw: ScreenDrawing.draw
        ) { event in
            switch event {
            case .key(let key): runner.press(key)
            case .command(let command): runner.perform(command)
            case .resized, .resumed: break
            case .ended: runner.interrupt()
            }
        }
        runner.begin { terminal.show($0) }
        let end = Task {
            await runner.waitUntilQuit()
            terminal.finish()
        }
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
            try await terminal.run()
        } catch {
            runner.interrupt()
            await end.value
            throw ValidationError(error.description)
        }
        story.cancel()
    }
}
