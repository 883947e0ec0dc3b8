import CTerminal
import Dispatch
import Glibc
package import Localization
package import MeetingTiming
package import StandupFeatures

/// Runs the application as lines that a screen reader follows: nothing is redrawn, and keys work as on the screen.
///
/// `.` and Control-L say the whole screen again.
package actor PlainTerminal {
    private let runner: ApplicationRunner
    private let queue: WorkQueue
    private let clock: any MeetingClock
    private var speaker: ScreenSpeaker
    private var decoder = KeyDecoder()
    private var burst = KeyBurst()
    private var source: (any DispatchSourceRead)?
    private var sequenceTimer: (any DeadlineTimer)?
    private var end: CheckedContinuation<Void, Never>?
    private var isOpen = false
    /// The screen that came before the terminal was open.
    private var latest: Screen?

    /// The window's width as the application sees it: so narrow that all lists have one column.
    private static let columns = 40

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    package init(of runner: ApplicationRunner, _ localizer: Localizer, clock: any MeetingClock) {
        self.runner = runner
        self.clock = clock
        queue = clock.makeQueue("standup.terminal")
        speaker = ScreenSpeaker(localizer)
    }

    /// Why lines cannot be shown here; nil if they can.
    package static var obstacle: TerminalError? {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 ? nil : .noTerminal
    }

    /// Says what has changed on a new screen. [any thread]
    package nonisolated func show(_ screen: Screen) {
        queue.async { self.assumeIsolated { $0.say(screen) } }
    }

    /// Shows a started application until it quits.
    ///
    /// - Throws: `TerminalError` if there is no terminal. The application has then quit too.
    package func hold() async throws(TerminalError) {
        runner.onSuspend { [weak self] in self?.stop() }
        let quit = Task { await runner.waitUntilQuit() }
        if let obstacle = Self.obstacle {
            runner.interrupt()
            await quit.value
            throw obstacle
        }
        open()
        await quit.value
        close()
    }

    private func open() {
        standup_terminal_save(STDIN_FILENO)
        isOpen = true
        readKeys()
        sequenceTimer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.giveUp() } }
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue.dispatchQueue)
        source.setEventHandler { [weak self] in self?.assumeIsolated { $0.read() } }
        source.activate()
        self.source = source
        runner.resize(columns: Self.columns)
        if let latest { say(latest) }
    }

    private func close() {
        isOpen = false
        source?.cancel()
        sequenceTimer?.arm(nil)
        write(speaker.finish())
        standup_terminal_unguard()
        standup_terminal_reset()
    }

    /// Has the terminal pass on each key at once, without printing it.
    private func readKeys() {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        unsafe standup_terminal_guard("\n", 1)
    }

    /// Stops the process until the shell continues it. [any thread]
    private nonisolated func stop() {
        queue.async { self.assumeIsolated { if $0.isOpen { $0.suspend() } } }
    }

    private func suspend() {
        write(speaker.finish())
        standup_terminal_unguard()
        standup_terminal_reset()
        standup_terminal_stop(STDIN_FILENO)
        readKeys()
        // After the screen that followed the suspension, if it waits in the queue.
        queue.async { self.assumeIsolated { if $0.isOpen { $0.write($0.speaker.sayAgain()) } } }
    }

    // MARK: Output

    private func say(_ screen: Screen) {
        if isOpen { write(speaker.say(screen)) } else { latest = screen }
    }

    private func write(_ text: String) { TerminalOutput.write(text, to: STDOUT_FILENO) }

    // MARK: Input

    private func read() {
        guard isOpen else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
        guard count > 0 else {
            source?.cancel()
            ProcessSignals.hangUp()
            return
        }
        take(decoder.feed(bytes[..<count]))
    }

    private func giveUp() {
        if isOpen { take(decoder.giveUp()) }
    }

    private func take(_ inputs: [RendererInput]) {
        let isBurst = burst.takes(inputs, at: clock.now)
        for case .key(let key) in inputs {
            switch key {
            case .control("l"): write(speaker.sayAgain())
            case .character(".") where !speaker.isTyping: write(speaker.sayAgain())
            default: runner.press(key, isBurst: isBurst)
            }
        }
        sequenceTimer?.arm(decoder.sequenceTimeout.map { clock.now + $0 })
    }
}
