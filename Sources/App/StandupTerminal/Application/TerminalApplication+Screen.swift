package import MeetingTiming
package import StandupFeatures

/// The whole application on a terminal.
extension TerminalApplication where Content == Screen {
    /// A terminal that shows the application's screens and gives it keys and clicks.
    ///
    /// Who asks the process to end is told to `ended`, and the application then ends.
    package init(
        of runner: ApplicationRunner, on renderer: sending any Renderer, clock: any MeetingClock, tooSmall: String,
        ended: @escaping @Sendable (EndReason) -> Void = { _ in }
    ) {
        self.init(renderer: renderer, clock: clock, tooSmall: tooSmall, draw: ScreenDrawing.draw) { event in
            switch event {
            case .key(let key): runner.press(key)
            case .command(let command): runner.perform(command)
            case .opened(let size), .resized(let size): runner.resize(columns: size.columns)
            case .resumed: break
            case .ended(let reason):
                ended(reason)
                reason == .hangup ? runner.hangUp() : runner.interrupt()
            }
        }
    }

    /// Holds an application that has begun on the terminal, until it has been quit.
    ///
    /// - Throws: `TerminalError` if there is no terminal to draw on; the application has ended then too.
    package func hold(_ runner: ApplicationRunner) async throws(TerminalError) {
        let end = Task {
            await runner.waitUntilQuit()
            finish()
        }
        do throws(TerminalError) {
            try await run()
        } catch {
            runner.interrupt()
            await end.value
            throw error
        }
    }
}
