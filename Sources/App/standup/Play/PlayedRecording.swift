import ArgumentParser
import MeetingModel
import MeetingTiming
import Sound

/// Plays a recording until its end or a signal, without a screen.
struct PlayedRecording {
    /// The playback session, not yet started.
    let session: PlaybackSession
    let clock: any MeetingClock
    /// Receives signals, so that the playback stops and no partial file remains.
    let stop: StopSignal

    /// Throws a `Failure` if the loudspeaker or the recording fails, an exit code after a signal.
    func play() async throws {
        session.start()
        stop.perform { [session] _ in session.stop() }
        if let clock = clock as? VirtualClock {
            while session.end == nil, clock.advanceToNextDeadline() {}
        }
        let end = await session.waitUntilEnded()
        if let number = stop.number { throw ExitCode(128 + number) }
        if case .failed(let error) = end { throw Failure(error) }
    }
}
