package import MeetingTiming

extension TerminalApplication where Content == Screen {
    /// Connects a terminal to the application: screens out, keys and clicks in.
    package init(
        of runner: ApplicationRunner, on renderer: sending any Renderer, clock: any MeetingClock, tooSmall: String
    ) {
        self.init(
            renderer: renderer, clock: clock, tooSmall: tooSmall, reportsSuspension: true, draw: ScreenDrawing.draw
        ) { event in
            switch event {
            case .key(let key): runner.press(key)
            case .burst(let key): runner.press(key, isBurst: true)
            case .command(let command): runner.perform(command)
            case .opened(let size), .resized(let size): runner.resize(to: size)
            case .resumed: break
            }
        }
    }

    /// Shows a started application on the terminal until it quits.
    ///
    /// - Throws: `TerminalError` if the terminal cannot be used. The application has then quit too.
    package func hold(_ runner: ApplicationRunner) async throws(TerminalError) {
        runner.onSuspend { [weak self] in self?.suspend() }
        runner.onCopy { [weak self] in self?.copy($0) }
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
