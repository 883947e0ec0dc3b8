import Dispatch
package import MeetingTiming
import Synchronization

/// Draws content on a terminal and reports input.
///
/// All renderer calls run on one queue. `show` may be called from any thread, any number of times. At most 20 frames a
/// second are drawn, except that the effect of a key is drawn immediately; unchanged content is not drawn.
package actor TerminalApplication<Content: Equatable & Sendable> {
    private let renderer: any Renderer
    private let queue: WorkQueue
    private let clock: any MeetingClock
    private let smallest: Size
    private let tooSmall: String
    private let reportsSuspension: Bool
    private let draw: @Sendable (Content, Size) -> Canvas
    private let handle: @Sendable (TerminalEvent) -> Void
    private nonisolated let latest = Mutex(Latest())

    private var content: Content?
    private var presented: Canvas?
    private var pacer = FramePacer()
    private var drag = MouseDrag()
    private var burst = KeyBurst()
    private var frameTimer: (any DeadlineTimer)?
    private var sequenceTimer: (any DeadlineTimer)?
    private var sources: [Int32: any DispatchSourceRead] = [:]
    private var end: CheckedContinuation<Void, Never>?
    private var state = State.new

    private struct Latest {
        var content: Content?
        var isScheduled = false
    }

    private enum State {
        case new
        case open
        case closed
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// An application that is not displayed yet.
    ///
    /// - Parameters:
    ///   - renderer: The terminal.
    ///   - clock: The clock for frames and key sequences.
    ///   - smallest: The minimum size; a smaller window shows only `tooSmall`, and takes only the keys that leave.
    ///   - tooSmall: The text for a window that is too small; it should name the smallest size.
    ///   - reportsSuspension: Whether Control-Z is an event, to be followed by `suspend` or not; otherwise it suspends.
    ///   - draw: Draws content at a size. [the terminal's queue]
    ///   - handle: Receives events; it must not block. [the terminal's queue]
    package init(
        renderer: sending any Renderer, clock: any MeetingClock,
        smallest: Size = .smallest, tooSmall: String, reportsSuspension: Bool = false,
        draw: @escaping @Sendable (Content, Size) -> Canvas,
        handle: @escaping @Sendable (TerminalEvent) -> Void
    ) {
        self.renderer = renderer
        self.queue = clock.makeQueue("standup.terminal")
        self.clock = clock
        self.smallest = smallest
        self.tooSmall = tooSmall
        self.reportsSuspension = reportsSuspension
        self.draw = draw
        self.handle = handle
    }

    /// Takes over the terminal and returns once `finish` has been called and the terminal is restored.
    ///
    /// - Throws: `TerminalError` if the terminal cannot be used; nothing has been drawn then.
    package func run() async throws(TerminalError) {
        guard state == .new else { return }
        try renderer.open { [weak self] in self?.report($0) }
        state = .open
        frameTimer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.drawFrame() } }
        sequenceTimer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.readInput(isLate: true) }
        }
        watch()
        handle(.opened(renderer.size))
        drawLatest()
        await withCheckedContinuation { end = $0 }
    }

    /// Replaces the displayed content. [any thread]
    package nonisolated func show(_ content: Content) {
        let isFirst = latest.withLock { latest in
            latest.content = content
            defer { latest.isScheduled = true }
            return !latest.isScheduled
        }
        if isFirst { queue.async { self.assumeIsolated { $0.drawLatest() } } }
    }

    /// Restores the terminal and lets `run` return. [any thread]
    package nonisolated func finish() {
        queue.async { self.assumeIsolated { $0.close() } }
    }

    /// Stops the process until the shell continues it. [any thread]
    nonisolated func suspend() {
        queue.async { self.assumeIsolated { if $0.state == .open { $0.stop() } } }
    }

    /// Gives a text to the terminal's clipboard. [any thread]
    nonisolated func copy(_ text: String) {
        queue.async { self.assumeIsolated { if $0.state == .open { $0.renderer.copy(text) } } }
    }

    /// Reads the renderer's input, for renderers without a descriptor. [any thread]
    nonisolated func wake() {
        queue.async { self.assumeIsolated { $0.readInput(isLate: false) } }
    }

    private nonisolated func report(_ input: RendererInput) {
        queue.async { self.assumeIsolated { if $0.state == .open { $0.take(input) } } }
    }

    private func close() {
        guard state == .open else { return }
        state = .closed
        frameTimer?.arm(nil)
        sequenceTimer?.arm(nil)
        for source in sources.values { source.cancel() }
        sources = [:]
        renderer.close()
        end?.resume()
        end = nil
    }

    // MARK: Frames

    private func drawLatest() {
        let newest = latest.withLock { latest in
            latest.isScheduled = false
            return latest.content
        }
        guard state == .open, let newest else { return }
        content = newest
        let (now, next) = (clock.now, pacer.nextFrame(at: clock.now))
        if next <= now { drawFrame() } else { frameTimer?.arm(next) }
    }

    private func drawFrame() {
        guard state == .open, let content else { return }
        frameTimer?.arm(nil)
        let size = renderer.size
        let canvas = size.holds(smallest) ? draw(content, size) : Canvas.notice(tooSmall, size)
        guard canvas != presented else { return }
        guard renderer.takesOutput else {
            frameTimer?.arm(clock.now + .milliseconds(100))
            return
        }
        renderer.present(canvas)
        presented = canvas
        pacer.frameWasDrawn(at: clock.now)
    }

    // MARK: Input

    private func watch() {
        let descriptors = renderer.descriptors
        for (descriptor, source) in sources where !descriptors.contains(descriptor) {
            source.cancel()
            sources[descriptor] = nil
        }
        for descriptor in descriptors where sources[descriptor] == nil {
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue.dispatchQueue)
            source.setEventHandler { [weak self] in self?.assumeIsolated { $0.readInput(isLate: false) } }
            source.activate()
            sources[descriptor] = source
        }
    }

    private func readInput(isLate: Bool) {
        guard state == .open else { return }
        let inputs = renderer.read(isLate: isLate)
        let isBurst = burst.takes(inputs, at: clock.now)
        for input in inputs where state == .open { take(input, isBurst: isBurst) }
        guard state == .open else { return }
        sequenceTimer?.arm(renderer.sequenceTimeout.map { clock.now + $0 })
        watch()
    }

    /// Whether the window shows only that it is too small.
    private var isTooSmall: Bool { !renderer.size.holds(smallest) }

    /// The keys that leave; in a window that is too small, all others could do something that is not seen.
    private static var leaving: Set<Key> { [.control("c"), .control("\\")] }

    private func take(_ input: RendererInput, isBurst: Bool = false) {
        switch input {
        case .key(.control("l")): renderer.redraw()
        case .key(.control("z")) where isTooSmall || !reportsSuspension: stop()
        case .suspend: stop()
        case .key(let key) where isTooSmall && !Self.leaving.contains(key): break
        case .wheel where isTooSmall: break
        case .key(let key): tell(isBurst ? .burst(key) : .key(key))
        case .press(let point): tell(drag.press(on: presented?.command(at: point)))
        case .drag(let point): tell(drag.move(to: presented?.command(at: point)))
        case .release(let point): tell(drag.release(over: presented?.command(at: point)))
        case .wheel(let direction, _): tell(.command(direction == .up ? .up : .down))
        case .resized:
            drawFrame()
            handle(.resized(renderer.size))
        case .resumed:
            renderer.redraw()
            drawFrame()
            handle(.resumed)
        }
    }

    private func tell(_ commands: [Command]) {
        for command in commands { tell(.command(command)) }
    }

    private func tell(_ event: TerminalEvent) {
        pacer.keyWasPressed(at: clock.now)
        handle(event)
    }

    private func stop() {
        renderer.suspend()
        drawFrame()
        handle(.resumed)
    }
}
