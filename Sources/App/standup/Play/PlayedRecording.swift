import ArgumentParser
import MeetingModel
import MeetingPlayback
import MeetingTiming

/// Plays a recording until its end, until the user quits, or until a signal.
struct PlayedRecording {
    /// The playback session, not yet started.
    let session: PlaybackSession
    /// The clock of the playback.
    let clock: any MeetingClock
    /// Receives signals, so that the playback stops and no partial file remains.
    let stop: StopSignal

    /// Plays the recording; with a meeting, a terminal shows its transcript.
    ///
    /// - Throws: A `Failure` if the loudspeaker or the recording fails, an exit code after a signal.
    func play(_ meeting: Meeting?) async throws {
        session.start()
        stop.perform { [session] _ in session.stop() }
        let view = meeting.map { PlayView(meeting: $0, session: session, clock: clock) }
        if let clock = clock as? VirtualClock {
            while session.end == nil, clock.advanceToNextDeadline() {}
        }
        let end = await session.waitUntilEnded()
        view?.close()
        if let number = stop.number { throw ExitCode(128 + number) }
        if case .failed(let error) = end { throw Failure(error) }
    }
}
