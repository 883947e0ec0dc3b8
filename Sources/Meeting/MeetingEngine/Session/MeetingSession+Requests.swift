import MeetingModel
import MeetingTiming
import Sound

package enum RequestResult: Hashable, Sendable {
    case performed
    case refused(MeetingTimer.Refusal)
    /// The meeting cannot do it, or the device could not be opened.
    case failed(MeetingProblem)
    /// Whoever asked may not give this command now.
    case forbidden
    /// The meeting has not started yet, or is over.
    case notRunning

    init(_ result: DeviceSwitchResult, of channel: AudioChannel) {
        self =
            switch result {
            case .performed: .performed
            case .failed(let error): .failed(channel == .room ? .microphone(error) : .callUnchanged(error))
            case .notRunning: .notRunning
            }
    }
}

extension MeetingSession {
    /// Performs a command for somebody who gets the result. [any thread]
    ///
    /// A refusal is only returned; it is not an event. A change of the microphone or the call is answered once the
    /// device is open or refused, within three seconds; a device that cannot be opened is an event too.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - asks: Whether `next` on the last attendee asks whether to end the meeting; otherwise it ends and saves it.
    ///   - refusal: Why the command is not performed, judged by the countdown at the instant of the command; nil if it
    ///     is. [engine queue]
    ///   - answer: Receives the result. [engine queue]
    package nonisolated func request(
        _ command: Command, asks: Bool, refusal: @escaping @Sendable (MeetingTimer) -> RequestResult? = { _ in nil },
        answer: @escaping @Sendable (RequestResult) -> Void
    ) {
        perform { session in
            if case .note = command, case .ending = session.stage {
                session.accept(command, at: nil)
                return answer(.performed)
            }
            guard session.takesRequests else { return answer(.notRunning) }
            session.advanceCountdown()
            guard session.takesRequests else { return answer(.notRunning) }
            // Commands that are due come first.
            guard !session.isBehind else {
                session.scheduled.waiters.append { [weak session] takesMore in
                    guard takesMore, let session else { return answer(.notRunning) }
                    session.request(command, asks: asks, refusal: refusal, answer: answer)
                }
                return session.performDueWork()
            }
            if let reason = refusal(session.timer) { return answer(reason) }
            if let (channel, selection) = command.requestedDevice {
                let problem = session.switchDevice(of: channel, to: selection, answer: answer)
                if let problem { answer(.failed(problem)) }
                return session.performDueWork()
            }
            if case .markPoint(let id, let state) = command {
                answer(session.markPoint(id, state).map { .failed($0) } ?? .performed)
                return session.performDueWork()
            }
            let refused = session.execute(command, at: session.clock.now, asks: asks)
            session.performDueWork()
            answer(refused.map { .refused($0) } ?? .performed)
        }
    }

    private var takesRequests: Bool {
        if case .running = stage { !isToEndSoon } else { false }
    }
}

extension MeetingSession.Command {
    /// The channel and the device that it switches to; nil if it switches none.
    fileprivate var requestedDevice: (AudioChannel, DeviceSelection)? {
        switch self {
        case .useMicrophone(let selection): (.room, selection)
        case .useCall(let selection): (.call, selection)
        case .timer, .shuffle, .mute, .note, .markPoint: nil
        }
    }
}
