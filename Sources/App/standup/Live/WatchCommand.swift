import ArgumentParser
import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket
import MeetingTiming
import Presentation
import StandupFeatures
import StandupTerminal
import Synchronization

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the clock of a running meeting, as large as the terminal.",
        discussion: """
            Only shows: no key changes the meeting. Press q to leave. A small window is enough.

            MEETING is the title of its standup, the start of the title, or the start of the meeting's id. It is needed \
            only if several meetings are running.

            Example:
              standup watch Daily
            """)

    @OptionGroup var meeting: LiveMeetingArgument
    @OptionGroup var data: DataOption

    func run() async throws {
        let composition = try Composition(data: data)
        let live = try LiveMeeting.find(
            meeting.name, in: composition.folder, asking: "Watch which meeting?")
        if let obstacle = NCursesRenderer.obstacle(smallest: RecordScreen.smallestWatch) {
            throw Self.failure(obstacle)
        }
        let localizer = try await composition.makeLocalizer()
        let flashes = composition.configuration.value(.flash) != "no"
        let watch = WatchedMeeting(
            live, localizer, clock: Composition.clock, flashes: flashes, renderer: composition.makeRenderer())
        let stop = StopSignal()
        defer { stop.end() }
        stop.perform { _ in watch.finish() }
        let end: WatchedMeeting.End
        do throws(TerminalError) {
            end = try await watch.show()
        } catch {
            throw Self.failure(error)
        }
        if let signal = stop.number { throw ExitCode(128 + signal) }
        switch end {
        case .left: break
        case .ended(let line): if let line { StandardOutput.note(line) }
        case .lost(let reason): throw Failure(.failed, reason)
        }
    }

    private static func failure(_ error: TerminalError) -> Failure {
        let reason = error.reason(for: "standup watch", smallest: RecordScreen.smallestWatch)
        return Failure(.usage, "\(reason); without it, use: standup status")
    }
}

/// A meeting that is shown read only.
private final class WatchedMeeting: Sendable {
    private let id: Meeting.ID
    private let localizer: Localizer
    private let clock: any MeetingClock
    private let flashes: Bool
    private let queue: WorkQueue
    private let terminal: TerminalApplication<RecordScreen>
    private let state = Mutex(State())

    private struct State {
        var meeting: RemoteMeeting?
        var timer: (any DeadlineTimer)?
        var end = End.left
    }

    /// Why it is not shown any more.
    enum End: Hashable {
        /// Somebody left, and the meeting goes on.
        case left
        /// The meeting ended, as this line says, if its state is known.
        case ended(String?)
        /// The connection ended before the meeting, as this line says.
        case lost(String)
    }

    init(
        _ live: LiveMeeting, _ localizer: Localizer, clock: any MeetingClock, flashes: Bool,
        renderer: sending any Renderer
    ) {
        id = live.meeting
        self.flashes = flashes
        self.localizer = localizer
        self.clock = clock
        queue = clock.makeQueue("standup.watch")
        let leave = Mutex<(@Sendable () -> Void)?>(nil)
        terminal = TerminalApplication(
            renderer: renderer, clock: clock, smallest: RecordScreen.smallestWatch, tooSmall: "…",
            draw: { $0.watchCanvas($1) },
            handle: { event in
                guard case .key(let key) = event else { return }
                let isLeaving = [.escape, .control("c"), .control("\\"), .character("q")].contains(key.onLatinKeyboard)
                if isLeaving { leave.withLock { $0 }?() }
            })
        leave.withLock { $0 = { [terminal] in terminal.finish() } }
        let meeting = RemoteMeeting(
            clock: clock, socket: live.socket, attends: false, version: StandupCommand.version
        ) { [weak self] in self?.take($0) }
        state.withLock { $0.meeting = meeting }
    }

    /// Shows the meeting until it ends or somebody leaves.
    func show() async throws(TerminalError) -> End {
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.draw() }
        state.withLock { state in
            state.timer = timer
            state.meeting?.connect()
        }
        try await terminal.run()
        // Before the connection is closed here, which is reported as its end.
        let end = state.withLock { $0.end }
        state.withLock { $0.meeting }?.detach()
        return end
    }

    /// Leaves the meeting.
    func finish() { terminal.finish() }

    private func take(_ report: MeetingReport) {
        switch report {
        case .connected: draw()
        case .event(let event):
            if case .meetingEnded(let reason, let duration) = event.kind {
                let ended = EndedMeeting(
                    meeting: id, reason: reason, duration: duration, hasUnsavedData: false, heard: nil)
                state.withLock { $0.end = .ended($0.meeting?.status.map { ended.line(of: $0.standup) }) }
                finish()
            } else {
                draw()
            }
        case .start(.failed(let error)): lose(error.line)
        case .gone: lose("the connection to the meeting broke; see whether it is running: standup status")
        case .start, .audience: break
        }
    }

    private func lose(_ reason: String) {
        state.withLock { if $0.end == .left { $0.end = .lost(reason) } }
        finish()
    }

    private func draw() {
        let (meeting, timer) = state.withLock { ($0.meeting, $0.timer) }
        guard let status = meeting?.status else { return }
        let running = RunningMeeting(meeting: id, status: status, now: clock.now)
        if case .record(var screen) = running.content(localizer) {
            if !flashes { screen.isFlashing = false }
            terminal.show(screen)
        }
        timer?.arm(clock.now + .milliseconds(100))
    }
}
