import ArgumentParser
import AudioDevices
import Dispatch
import Glibc
import MeetingModel
import MeetingPlayback
import MeetingTiming
import Synchronization

/// Plays a recording until it has been heard, somebody quits, or a signal comes.
final class PlayedRecording: Sendable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    private let session: PlaybackSession
    private let clock: any MeetingClock
    private let signal = Mutex<Int32?>(nil)

    /// A recording to be played.
    init(session: PlaybackSession, clock: any MeetingClock) {
        self.session = session
        self.clock = clock
    }

    /// Plays; with a meeting its words are shown on the terminal.
    ///
    /// - Throws: A `Failure` if the loudspeaker or the recording fails, an exit code after a signal.
    func play(_ meeting: Meeting?) async throws {
        let sources = watchSignals()
        defer {
            for source in sources { source.cancel() }
            for number in Self.signals { Glibc.signal(number, SIG_DFL) }
        }
        session.start()
        let view = meeting.map { PlayView(meeting: $0, session: session, clock: clock) }
        if let clock = clock as? VirtualClock {
            while session.end == nil, clock.advanceToNextDeadline() {}
        }
        let end = await session.waitUntilEnded()
        view?.close()
        if let number = signal.withLock({ $0 }) { throw ExitCode(128 + number) }
        if case .failed(let error) = end { throw Failure(error) }
    }

    /// A first signal stops the sound, and leaves no half a file behind; a second one ends at once.
    private func watchSignals() -> [any DispatchSourceSignal] {
        Self.signals.map { number in
            Glibc.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "standup.signals"))
            source.setEventHandler { [self] in
                signal.withLock { $0 = $0 ?? number }
                session.stop()
            }
            source.activate()
            return source
        }
    }
}
