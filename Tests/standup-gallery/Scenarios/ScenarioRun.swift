import ArgumentParser
import Glibc
import Localization
import MeetingTiming
import StandupFeatures
import StandupTerminal
import Synchronization

/// Runs the application on the terminal in a scenario.
enum ScenarioRun {
    /// Runs a scenario until the user quits.
    static func run(_ scenario: Scenario, language: String) async throws {
        let clock = SystemClock()
        let localizer = try Localizer(gallery: scenario.language ?? language)
        var world = ScenarioWorld()
        scenario.prepare(&world)
        let dependencies = world.makeDependencies(clock: clock)
        let runner = ApplicationRunner(dependencies: dependencies, localizer: localizer, place: scenario.place)
        let terminal = TerminalApplication(
            of: runner, on: NCursesRenderer(), clock: clock, tooSmall: localizer(.appTooSmall))
        runner.begin { terminal.show($0) }
        let signals = ProcessSignals.handle { $0 == SIGHUP ? runner.hangUp() : runner.interrupt() }
        defer { signals.end() }
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
