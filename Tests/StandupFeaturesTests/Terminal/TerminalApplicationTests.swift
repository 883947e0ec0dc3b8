import MeetingTiming
import Synchronization
import Testing

@testable import StandupFeatures

@Suite(.timeLimit(.minutes(10))) struct TerminalApplicationTests {
    /// An application that shows a word, on a terminal and a clock of the test's.
    private final class Stage: Sendable {
        final class Log: Sendable {
            let opened = Mutex<[Size]>([])
            let events = Mutex<[TerminalEvent]>([])
            let draws = Mutex(0)
            let application = Mutex<TerminalApplication<String>?>(nil)
        }

        let clock = VirtualClock()
        let record = RecordingRenderer.Record()
        let log = Log()
        let application: TerminalApplication<String>
        private let task = Mutex<Task<Void, any Error>?>(nil)

        init(answer: @escaping @Sendable (TerminalEvent, TerminalApplication<String>) -> Void = { _, _ in }) {
            let log = log
            application = TerminalApplication(
                renderer: RecordingRenderer(record), clock: clock, tooSmall: "too small: 40×12",
                draw: { text, size in
                    log.draws.withLock { $0 += 1 }
                    var canvas = Canvas(size)
                    canvas.write(text, at: Point(0, 0))
                    canvas.addRegion(Rect(column: 0, row: 0, columns: 4, rows: 1), .select(7))
                    return canvas
                },
                handle: { event in
                    if case .opened(let size) = event {
                        log.opened.withLock { $0.append(size) }
                    } else {
                        log.events.withLock { $0.append(event) }
                    }
                    if let application = log.application.withLock({ $0 }) { answer(event, application) }
                })
            log.application.withLock { $0 = application }
        }

        var events: [TerminalEvent] { log.events.withLock { $0 } }

        /// The first line of each frame so far.
        var shown: [String] { record.frames.map { $0.lines[0] } }

        func start() async {
            let application = application
            task.withLock { $0 = Task { try await application.run() } }
            // The task must reach the queue before the clock advances.
            while !record.calls.contains("open") { await Task.yield() }
            clock.settle()
        }

        func show(_ text: String) {
            application.show(text)
            clock.settle()
        }

        func type(_ inputs: RendererInput...) {
            for input in inputs { record.type(input) }
            application.wake()
            clock.settle()
        }

        /// Reports what comes by signals.
        func report(_ inputs: RendererInput...) {
            for input in inputs { record.report(input) }
            clock.settle()
        }

        func finish() async throws {
            application.finish()
            clock.settle()
            try await task.withLock { $0 }?.value
        }
    }

    @Test func `a screen from before the terminal opens is drawn once it is open`() async throws {
        let stage = Stage()
        stage.show("one")
        #expect(stage.shown == [])
        await stage.start()
        #expect(stage.shown == ["one"])
        try await stage.finish()
        #expect(stage.record.calls == ["open", "close"])
    }

    @Test func `of many screens in 50 ms the first two and the last are drawn`() async throws {
        let stage = Stage()
        await stage.start()
        for number in 0..<20 { stage.show("\(number)") }
        #expect(stage.shown == ["0", "1"])
        stage.clock.advance(by: .milliseconds(49))
        #expect(stage.shown == ["0", "1"])
        stage.clock.advance(by: .milliseconds(1))
        #expect(stage.shown == ["0", "1", "19"])
        try await stage.finish()
    }

    @Test func `in a second at most 20 frames and one are drawn, however many screens there are`() async throws {
        let stage = Stage()
        await stage.start()
        for number in 0..<500 {
            stage.show("\(number)")
            stage.clock.advance(by: .milliseconds(2))
        }
        #expect(stage.record.frames.count <= 21)
        #expect(stage.record.frames.count >= 19)
        stage.clock.advance(by: .milliseconds(50))
        #expect(stage.shown.last == "499")
        try await stage.finish()
    }

    @Test func `a stopped terminal is drawn on again when it takes output, and ends without`() async throws {
        let stage = Stage()
        await stage.start()
        stage.record.stop(true)
        stage.show("one")
        stage.clock.advance(by: .seconds(10))
        stage.show("two")
        #expect(stage.shown == [])
        stage.record.stop(false)
        stage.clock.advance(by: .milliseconds(100))
        #expect(stage.shown == ["two"])
        stage.record.stop(true)
        stage.show("three")
        try await stage.finish()
        #expect(stage.shown == ["two"])
    }

    @Test func `the effect of a key is drawn at once`() async throws {
        let stage = Stage { event, application in
            if case .key(.character(let letter)) = event { application.show("pressed \(letter)") }
        }
        await stage.start()
        stage.show("idle")
        stage.type(.key(.character("n")))
        stage.type(.key(.character("p")))
        #expect(stage.shown == ["idle", "pressed n", "pressed p"])
        try await stage.finish()
    }

    @Test func `keys that come faster than a person types are a burst, arrows and quick fingers not`() async throws {
        let stage = Stage()
        await stage.start()
        func key(_ letter: Character) -> RendererInput { .key(.character(letter)) }
        stage.type(key("p"), key("e"), .key(.enter))
        stage.clock.advance(by: .milliseconds(60))
        stage.type(.key(.down), .key(.down), .key(.down), .key(.down), .key(.down))
        stage.clock.advance(by: .milliseconds(60))
        #expect(stage.events.count == 8)
        #expect(stage.events.allSatisfy { if case .key = $0 { true } else { false } })
        stage.type(key("p"), key("e"), key("n"), key("d"))
        // The rest of the paste comes a little later.
        stage.clock.advance(by: .milliseconds(20))
        stage.type(key("i"))
        #expect(stage.events.suffix(5) == "pendi".map { .burst(.character($0)) })
        stage.clock.advance(by: .milliseconds(60))
        stage.type(key("n"))
        #expect(stage.events.last == .key(.character("n")))
        try await stage.finish()
    }

    @Test func `an unchanged screen is not drawn again`() async throws {
        let stage = Stage()
        await stage.start()
        for _ in 0..<5 {
            stage.show("same")
            stage.clock.advance(by: .milliseconds(100))
        }
        #expect(stage.shown == ["same"])
        try await stage.finish()
    }

    @Test func `nothing is drawn without changes`() async throws {
        let stage = Stage()
        await stage.start()
        stage.show("still")
        #expect(stage.clock.advanceToNextDeadline() == false)
        #expect(stage.log.draws.withLock { $0 } == 1)
        try await stage.finish()
    }

    @Test func `the size is reported once when the terminal opens`() async throws {
        let stage = Stage()
        await stage.start()
        #expect(stage.log.opened.withLock { $0 } == [Size(columns: 80, rows: 24)])
        try await stage.finish()
    }

    @Test func `a window below 40×12 says so, and shows the rest when it is larger`() async throws {
        let stage = Stage()
        await stage.start()
        stage.show("one")
        for (size, fits) in [
            (Size(columns: 39, rows: 12), false), (Size(columns: 40, rows: 11), false),
            (Size(columns: 40, rows: 12), true),
        ] {
            stage.record.set(size)
            stage.report(.resized)
            let canvas = try #require(stage.record.frames.last)
            #expect(canvas.size == size)
            #expect(canvas.lines.contains { $0.contains("too small: 40×12") } == !fits)
            #expect((canvas.lines[0] == "one") == fits)
        }
        #expect(stage.events.contains(.resized(Size(columns: 40, rows: 12))))
        try await stage.finish()
    }

    @Test func `in a window that is too small only the keys that leave do something`() async throws {
        let stage = Stage()
        await stage.start()
        stage.show("one")
        stage.record.set(Size(columns: 39, rows: 12))
        stage.type(
            .key(.character("n")), .key(.enter), .key(.paste("q")), .wheel(.down, Point(0, 0)))
        stage.clock.advance(by: .milliseconds(60))
        stage.type(.key(.control("c")), .key(.control("\\")))
        #expect(stage.events == [.key(.control("c")), .key(.control("\\"))])
        stage.clock.advance(by: .milliseconds(60))
        stage.record.set(Size(columns: 40, rows: 12))
        stage.type(.key(.character("n")))
        #expect(stage.events.last == .key(.character("n")))
        try await stage.finish()
    }

    @Test func `a click sends the command of its area when the button is released, the wheel moves`() async throws {
        let stage = Stage()
        await stage.start()
        stage.show("card")
        stage.type(.press(Point(3, 0)), .release(Point(2, 0)), .press(Point(3, 0)), .release(Point(4, 0)))
        stage.type(
            .press(Point(4, 0)), .release(Point(4, 0)), .release(Point(3, 0)), .wheel(.down, Point(0, 0)),
            .wheel(.up, Point(0, 0)))
        #expect(stage.events == [.command(.select(7)), .command(.down), .command(.up)])
        try await stage.finish()
    }

    @Test func `Ctrl-Z suspends and Ctrl-L redraws, and neither reaches the application`() async throws {
        let stage = Stage()
        await stage.start()
        stage.type(.key(.control("l")), .key(.control("z")))
        stage.report(.suspend, .resumed)
        #expect(stage.record.calls == ["open", "redraw", "suspend", "suspend", "redraw"])
        #expect(stage.events == [.resumed, .resumed, .resumed])
        try await stage.finish()
    }

    @Test func `an application that a key ends gives the terminal back once`() async throws {
        let stage = Stage { event, application in
            if event == .key(.character("q")) { application.finish() }
        }
        await stage.start()
        stage.type(.key(.character("q")), .key(.character("x")))
        stage.clock.settle()
        #expect(stage.events.first == .key(.character("q")))
        #expect(stage.record.calls == ["open", "close"])
        try await stage.finish()
        #expect(stage.record.calls == ["open", "close"])
    }

    @Test func `an incomplete sequence is dropped after its timeout`() async throws {
        let stage = Stage()
        await stage.start()
        stage.record.state.withLock { $0.sequenceTimeout = .milliseconds(25) }
        stage.type()
        stage.clock.advance(by: .milliseconds(24))
        #expect(!stage.record.calls.contains("late"))
        stage.clock.advance(by: .milliseconds(1))
        #expect(stage.record.calls.contains("late"))
        try await stage.finish()
    }

    @Test func `without a terminal it is an error, and nothing is shown`() async {
        let record = RecordingRenderer.Record()
        let application = TerminalApplication<String>(
            renderer: RecordingRenderer(record, error: .noTerminal), clock: VirtualClock(), tooSmall: "",
            draw: { Canvas.notice($0, $1) }, handle: { _ in })
        application.show("one")
        await #expect(throws: TerminalError.noTerminal) { try await application.run() }
        #expect(record.frames.isEmpty)
        #expect(record.calls.isEmpty)
    }
}
