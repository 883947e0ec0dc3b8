import MeetingModel
import MeetingPlayback
import MeetingTiming
import Synchronization

/// The terminal during playback: redraws the screen 20 times a second and maps keys to commands.
final class PlayView: Sendable {
    private static let interval = Duration.milliseconds(50)

    private struct State {
        var timer: (any DeadlineTimer)?
        var size: (columns: Int, rows: Int) = (0, 0)
    }

    private let meeting: Meeting
    private let words: PlaybackTranscript
    private let session: PlaybackSession
    private let clock: any MeetingClock
    private let showsHelp: Toggle
    private let terminal: PlayTerminal
    private let state = Mutex(State())

    /// Opens the terminal and starts drawing.
    init(meeting: Meeting, session: PlaybackSession, clock: any MeetingClock) {
        self.meeting = meeting
        self.session = session
        self.clock = clock
        words = PlaybackTranscript(meeting.transcript)
        let showsHelp = Toggle()
        self.showsHelp = showsHelp
        terminal = PlayTerminal { key in Self.press(key, session, showsHelp) }
        let queue = clock.makeQueue("standup.play-view", inBackground: false)
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.draw() }
        state.withLock { $0.timer = timer }
        draw()
    }

    /// Restores the terminal.
    func close() {
        state.withLock { $0.timer = nil }
        terminal.close()
    }

    private func draw() {
        let size = (columns: Terminal.standardOutput.columns ?? 80, rows: Terminal.rows)
        let isResized = state.withLock { state in
            defer { state.size = size }
            return state.size != size
        }
        if isResized { terminal.forget() }
        let screen = PlayScreen(
            meeting: meeting, words: words, player: session.player, terminal: .standardOutput, rows: size.rows,
            showsHelp: showsHelp.isSet)
        terminal.draw(screen.lines)
        state.withLock { $0.timer }?.arm(clock.now + Self.interval)
    }

    private static func press(_ key: PlayKey, _ session: PlaybackSession, _ showsHelp: Toggle) {
        switch key {
        case .character(" "): session.send(.togglePause)
        case .left: session.send(.seek(.seconds(-5)))
        case .right: session.send(.seek(.seconds(5)))
        case .character("n"), .character("]"): session.send(.nextTurn)
        case .character("p"), .character("["): session.send(.previousTurn)
        case .character("+"), .character("="): session.send(.faster)
        case .character("-"): session.send(.slower)
        case .character("?"): showsHelp.toggle()
        case .character("q"): session.stop()
        default: break
        }
    }
}

/// A thread-safe switch that a key toggles.
final class Toggle: Sendable {
    private let value = Mutex(false)

    /// Whether the switch is on.
    var isSet: Bool { value.withLock { $0 } }

    func toggle() {
        value.withLock { $0.toggle() }
    }
}
