import ArgumentParser
import MeetingModel
import MeetingPlayback
import MeetingTiming

/// Plays a recording until it has been heard, somebody quits, or a signal comes.
struct PlayedRecording {
    /// The playing, which has not begun.
    let session: PlaybackSession
    /// The clock it goes by.
    let clock: any MeetingClock
    /// What stops the sound, and leaves no half a file behind.
    let stop: StopSignal

    /// Plays; with a meeting its words are shown on the terminal.
    ///
    /// - Throws: A `Failure` if the loudspeaker or the recording fails, an exit code after a signal.
    func play(_ meeting: Meeting?) async throws {
        session.start()
        stop.perform { [session] _ in session.stop() }
        let view = meeting.map { PlayView(meeting: $0, session: session, clock: clock, hungUp: stop.hangUp) }
        if let clock = clock as? VirtualClock {
            while session.end == nil, clock.advanceToNextDeadline() {}
        }
        let end = await session.waitUntilEnded()
        view?.close()
        if let number = stop.number { throw ExitCode(128 + number) }
        if case .failed(let error) = end { throw Failure(error) }
    }
}
