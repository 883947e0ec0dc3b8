import MeetingModel
package import MeetingTiming
package import Sound
package import StandupFeatures
import Synchronization

/// Plays recordings without sound or files: the position follows a clock. [any thread]
package final class SilentPlayer: RecordingPlayer {
    private let clock: any MeetingClock
    private let state = Mutex(
        (problem: PlaybackProblem?.none, playbacks: [SilentPlayback](), loudspeakers: [DeviceSelection]()))

    /// A player on a clock.
    package init(clock: any MeetingClock) {
        self.clock = clock
    }

    /// Why recordings do not play; nil if they do.
    package var problem: PlaybackProblem? {
        get { state.withLock { $0.problem } }
        set { state.withLock { $0.problem = newValue } }
    }

    /// All playbacks so far.
    package var playbacks: [SilentPlayback] { state.withLock { $0.playbacks } }

    /// The loudspeaker of each playback so far.
    package var loudspeakers: [DeviceSelection] { state.withLock { $0.loudspeakers } }

    package func open(
        _ request: PlaybackRequest, on loudspeaker: DeviceSelection
    ) throws(PlaybackProblem) -> any RecordingPlayback {
        if let problem { throw problem }
        guard let recording = request.meeting.recording else { throw .file(reason: "no recording") }
        do throws(PlayerError) {
            let player = try Player(
                request.meeting, frames: recording.frames, sampleRate: recording.sampleRate, speaker: request.speaker,
                from: request.start, speed: request.speed)
            let playback = SilentPlayback(player, request: request, clock: clock)
            state.withLock { state in
                state.playbacks.append(playback)
                state.loudspeakers.append(loudspeaker)
            }
            return playback
        } catch {
            throw .nothing(error)
        }
    }

    /// Does nothing: there is no loudspeaker.
    package func prepare() {}

    package func waveform(of path: String) -> Waveform? {
        Waveform(levels: (0..<100).map { UInt8($0 * 7 % (Int(Waveform.loudest) + 1)) })
    }
}

/// A recording that plays without sound. [any thread]
package final class SilentPlayback: RecordingPlayback {
    private struct State {
        var player: Player
        var last: Duration
        var isLost = false
        var end: PlaybackSession.End?
    }

    /// What was asked for.
    package let request: PlaybackRequest
    private let clock: any MeetingClock
    private let state: Mutex<State>

    init(_ player: Player, request: PlaybackRequest, clock: any MeetingClock) {
        self.request = request
        self.clock = clock
        state = Mutex(State(player: player, last: clock.now))
    }

    package var player: Player { settled { $0.player } }
    package var end: PlaybackSession.End? { settled { $0.end } }

    package func send(_ command: Player.Command) { settled { _ = $0.player.perform(command) } }

    package func stop() { settled { $0.end = $0.end ?? .stopped } }

    /// The loudspeaker goes, or comes back.
    package func setLost(_ isLost: Bool) {
        settled { state in
            state.isLost = isLost
            state.player.interrupt(isLost ? "it is unplugged" : nil)
        }
    }

    /// The loudspeaker or the recording fails for good.
    package func fail(_ error: AudioError) { settled { $0.end = .failed(error) } }

    private func settled<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let now = clock.now
        return state.withLock { state in
            let player = state.player
            if state.end == nil, !player.isPaused, !state.isLost {
                let frames = Double((now - state.last).frames(at: player.sampleRate)) * player.speed.factor
                state.player.advance(upTo: player.offset + Int64(frames))
                if state.player.hasEnded { state.end = .finished }
            }
            state.last = now
            return body(&state)
        }
    }
}
