import AudioDevices
import MeetingEngine
import MeetingModel
import MeetingTiming
import Synchronization

/// The live view of a meeting: draws its lines ten times a second and turns keys into commands.
final class LiveView: Sendable {
    private let session: MeetingSession
    private let clock: any MeetingClock
    private let terminal: LiveTerminal
    private let redraw = Mutex<(any DeadlineTimer)?>(nil)

    /// Opens the terminal and shows the meeting; `hungUp` is called when the terminal is gone.
    init(session: MeetingSession, clock: any MeetingClock, hungUp: @escaping @Sendable () -> Void) {
        self.session = session
        self.clock = clock
        self.terminal = LiveTerminal(hungUp: hungUp) { key in
            if case .character(let key) = key { Self.press(key, session) }
        }
        let queue = clock.makeQueue("standup.live-view", inBackground: false)
        redraw.withLock { $0 = clock.makeTimer(on: queue) { [weak self] in self?.draw() } }
        draw()
    }

    /// Draws a last time and gives the terminal back.
    func close() {
        draw()
        redraw.withLock { $0 = nil }
        terminal.close()
    }

    private func draw() {
        let now = clock.now
        terminal.draw(LiveScreen(status: session.status, now: now, terminal: .standardOutput).lines)
        redraw.withLock { $0?.arm(now + .milliseconds(100)) }
    }

    private static func press(_ key: Character, _ session: MeetingSession) {
        let status = session.status
        if case .asking(let question) = status.timer.phase {
            let answer = question.answers.first { $0.rawValue.first == key }
            if let answer { session.send(.timer(.answer(answer))) }
            return
        }
        switch key {
        case "n": session.send(.timer(.next))
        case "p": session.send(.timer(.previous))
        case " ": session.send(.timer(status.timer.isPaused ? .resume : .pause(.user)))
        case "l": session.send(.timer(.later))
        case "e", "+": session.send(.timer(.extend(.seconds(30))))
        case "-": session.send(.timer(.extend(.seconds(-30))))
        case "d" where status.awaitsMicrophone: session.send(.listen(to: .systemDefault))
        case "q": session.send(.timer(.ask))
        default: break
        }
    }
}
