package import MeetingTiming
import Synchronization

/// Runs a `Player`: keeps a loudspeaker filled slightly ahead, and updates the player's position as frames are played.
///
/// All work runs on one of the clock's queues: 50 times a second while it plays, and not at all while it is paused.
/// [any thread]
package final class PlaybackSession: Sendable {
    package enum End: Hashable, Sendable {
        /// Everything was played.
        case finished
        /// The user stopped it.
        case stopped
        /// The loudspeaker or the recording failed.
        case failed(AudioError)
    }

    /// The interval between two refills of the loudspeaker.
    private static let interval = Duration.milliseconds(20)

    private struct State {
        var player: Player
        var feed: SoundFeed?
        var file: AudioFileReader
        var map = PlaybackPositionMap()
        /// The number of frames accepted by the loudspeaker.
        var written: Int64 = 0
        /// Frames produced but not yet accepted; short, so that a new speed is audible soon.
        var buffer = [Float](repeating: 0, count: 512)
        var waiting = 0..<0
        var isAtEnd = false
        var hasRun = false
        var timer: (any DeadlineTimer)?

        /// Whether anything can change without a command: a paused loudspeaker that is full needs nothing.
        var needsSteps: Bool { !player.isPaused || feed == nil }
    }

    /// What others read, who must not wait for the recording's disk.
    private struct Shown {
        var player: Player
        var end: End?
        var waiter: CheckedContinuation<End, Never>?
    }

    private let clock: any MeetingClock
    private let queue: WorkQueue
    private let stream: any PCMPlaybackStream
    private let survivesLoss: Bool
    /// Locked while the recording is read. [the queue]
    private let state: Mutex<State>
    private let shown: Mutex<Shown>

    /// Creates a session; playback starts with `start()`.
    ///
    /// - Parameters:
    ///   - player: What to play, and from where.
    ///   - file: The recording.
    ///   - stream: The loudspeaker, opened at the recording's rate; the session closes it at the end.
    ///   - clock: The clock that sets the pace.
    ///   - survivesLoss: Whether to wait for a lost loudspeaker; if false, its loss ends playback.
    package init(
        _ player: Player,
        of file: sending AudioFileReader,
        on stream: any PCMPlaybackStream,
        clock: any MeetingClock,
        survivesLoss: Bool
    ) {
        self.clock = clock
        self.stream = stream
        self.survivesLoss = survivesLoss
        queue = clock.makeQueue("standup.playback")
        state = Mutex(State(player: player, file: file))
        shown = Mutex(Shown(player: player))
    }

    package var player: Player { shown.withLock { $0.player } }

    var deviceName: String { stream.deviceName }

    /// How playback ended; nil while it continues.
    package var end: End? { shown.withLock { $0.end } }

    package func start() {
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.step() }
        state.withLock { $0.timer = timer }
        queue.async { self.step() }
    }

    package func send(_ command: Player.Command) {
        queue.async { self.perform(command) }
    }

    package func stop() {
        queue.async { self.finish(.stopped) }
    }

    /// Waits until playback has ended; only one caller may wait.
    package func waitUntilEnded() async -> End {
        await withCheckedContinuation { continuation in
            let end = shown.withLock { shown in
                if shown.end == nil { shown.waiter = continuation }
                return shown.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    // MARK: On the queue

    private func perform(_ command: Player.Command) {
        guard end == nil else { return }
        state.withLock { state in
            updatePosition(&state)
            switch state.player.perform(command) {
            case .nothing: break
            case .pause: stream.setPaused(state.player.isPaused)
            case .position: restart(&state)
            case .speed:
                state.feed?.setSpeed(state.player.speed)
                if let feed = state.feed {
                    state.map.change(at: state.written + Int64(state.waiting.count), pace: feed.pace)
                }
            }
        }
        step()
    }

    /// Updates the player's position and refills the loudspeaker.
    private func step() {
        guard self.end == nil else { return }
        let end: End? = state.withLock { state in
            defer { shown.withLock { $0.player = state.player } }
            switch stream.state {
            case .opening: return nil
            case .closed: return .stopped
            case .failed(let error):
                guard survivesLoss, state.hasRun else { return .failed(error) }
                state.player.interrupt("\(error)")
                state.feed = nil
                return nil
            case .running(let rate):
                state.hasRun = true
                state.player.interrupt(nil)
                do throws(AudioError) {
                    try feed(&state, rate: rate)
                } catch {
                    return .failed(error)
                }
                return state.player.hasEnded ? .finished : nil
            }
        }
        if let end { return finish(end) }
        let timer = state.withLock { $0.needsSteps ? $0.timer : nil }
        timer?.arm(clock.now + Self.interval)
    }

    private func finish(_ end: End) {
        let waiter: CheckedContinuation<End, Never>? = shown.withLock { shown in
            guard shown.end == nil else { return nil }
            shown.end = end
            return shown.waiter.take()
        }
        state.withLock { $0.timer = nil }
        stream.close()
        waiter?.resume(returning: end)
    }

    /// Sets the player's position to the last audible frame.
    private func updatePosition(_ state: inout State) {
        guard state.feed != nil, case .running = stream.state else { return }
        let played = stream.playedFrames
        if state.isAtEnd, state.waiting.isEmpty, played >= state.written {
            state.player.advance(upTo: .max)
        } else if let offset = state.map.offset(at: played) {
            // The end counts only when all frames are out; until then the offset may be an estimate after a change of
            // speed.
            state.player.advance(upTo: min(offset, state.player.spans.length - 1))
        }
    }

    private func feed(_ state: inout State, rate: Int) throws(AudioError) {
        if state.feed?.outputRate != rate {
            state.feed = try SoundFeed(
                file: state.file, spans: state.player.spans, from: state.player.offset, speed: state.player.speed,
                outputRate: rate)
            stream.setPaused(state.player.isPaused)
            restart(&state)
        }
        updatePosition(&state)
        guard let feed = state.feed else { return }
        while true {
            if state.waiting.isEmpty {
                guard !state.isAtEnd else { return }
                let count = try state.buffer.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
                    try feed.read(into: buffer)
                }
                state.isAtEnd = count < state.buffer.count
                state.waiting = 0..<count
            }
            let taken = state.buffer.withUnsafeBufferPointer { buffer in
                stream.write(UnsafeBufferPointer(rebasing: buffer[state.waiting]))
            }
            state.written += Int64(taken)
            state.waiting = (state.waiting.lowerBound + taken)..<state.waiting.upperBound
            if !state.waiting.isEmpty { return }
        }
    }

    /// Drops the sound in flight and continues from the player's position.
    private func restart(_ state: inout State) {
        guard let feed = state.feed else { return }
        stream.drop()
        feed.seek(to: state.player.offset)
        state.waiting = 0..<0
        state.isAtEnd = false
        state.map.restart(at: state.written, offset: state.player.offset, pace: feed.pace)
    }
}

/// Maps frames of the loudspeaker to offsets of the played sound.
struct PlaybackPositionMap {
    private struct Piece {
        let frame: Int64
        let offset: Double
        let pace: Double
    }

    private var pieces: [Piece] = []

    /// Starts the map at a frame of the loudspeaker: at this offset, with `pace` played frames per frame.
    mutating func restart(at frame: Int64, offset: Int64, pace: Double) {
        pieces = [Piece(frame: frame, offset: Double(offset), pace: pace)]
    }

    mutating func change(at frame: Int64, pace: Double) {
        guard let last = pieces.last else { return }
        let offset = last.offset + Double(frame - last.frame) * last.pace
        pieces.append(Piece(frame: frame, offset: offset, pace: pace))
    }

    /// The offset at a frame; nil while nothing is played.
    ///
    /// It drops earlier pieces.
    mutating func offset(at frame: Int64) -> Int64? {
        while pieces.count > 1, pieces[1].frame <= frame { pieces.removeFirst() }
        guard let first = pieces.first else { return nil }
        return Int64(first.offset + Double(max(frame - first.frame, 0)) * first.pace)
    }
}
