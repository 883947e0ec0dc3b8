package import MeetingModel

/// The playing of a meeting's recording, as a value: where it is, how fast it goes, and what the keys do.
///
/// It knows no clock and no sound; a `PlaybackSession` tells it what was heard.
package struct Player: Hashable, Sendable {
    /// What somebody can do.
    package enum Command: Hashable, Sendable {
        /// Stops the sound, or lets it go on.
        case togglePause
        /// Goes forward by so much of what is played, back if it is negative; not beyond the ends.
        case seek(Duration)
        /// Goes to the start of the next turn.
        case nextTurn
        /// Goes to the start of this turn, or, in its first two seconds, of the one before.
        case previousTurn
        /// Plays faster by a step.
        case faster
        /// Plays slower by a step.
        case slower
    }

    /// What a command has changed.
    package enum Change: Hashable, Sendable {
        /// Nothing.
        case nothing
        /// Whether the sound is held.
        case pause
        /// Where it goes on.
        case position
        /// How fast it goes.
        case speed
    }

    /// A turn, as frames of the recording.
    package struct Turn: Hashable, Sendable {
        /// Whose it is.
        package let attendee: Attendee.ID
        /// Its frames.
        package let frames: Range<Int64>
    }

    /// Frames per second of the recording, in Hz.
    package let sampleRate: Int
    /// How many frames the recording has.
    package let frames: Int64
    /// The turns that are played, in order.
    package let turns: [Turn]
    /// What is played.
    package let spans: PlayedSpans
    /// How much of it has been heard, in frames.
    package private(set) var offset: Int64
    /// How fast it goes.
    package private(set) var speed: PlaybackSpeed
    /// Whether somebody has stopped the sound.
    package private(set) var isPaused = false
    /// Why no sound can be heard at present, one line; nil if it can.
    package private(set) var interruption: String?

    /// The playing of a meeting from an offset, in meeting time: all of it, or the turns of one attendee.
    ///
    /// - Parameters:
    ///   - meeting: The meeting, with its turns.
    ///   - frames: How many frames its recording really has.
    ///   - sampleRate: Their rate, in Hz.
    ///   - speaker: Whose turns are played; nil for all that was recorded.
    ///   - start: Where to begin.
    ///   - speed: How fast.
    /// - Throws: An error if nothing of it can be heard from there.
    package init(
        _ meeting: Meeting,
        frames: Int64,
        sampleRate: Int,
        speaker: Attendee.ID? = nil,
        from start: Duration = .zero,
        speed: PlaybackSpeed = .normal
    ) throws(PlayerError) {
        let whole = 0..<max(frames, 0)
        self.sampleRate = sampleRate
        self.frames = whole.upperBound
        self.speed = speed
        turns = meeting.turns.compactMap { turn in
            guard speaker == nil || turn.attendee == speaker else { return nil }
            let first = Self.frame(at: turn.start, sampleRate)
            let last = turn.end.map { Self.frame(at: $0, sampleRate) } ?? whole.upperBound
            let range = (first..<max(first, last)).clamped(to: whole)
            return range.isEmpty ? nil : Turn(attendee: turn.attendee, frames: range)
        }
        spans = PlayedSpans(speaker == nil ? [whole] : turns.map(\.frames))
        offset = 0
        guard !whole.isEmpty else { throw .noSound }
        guard spans.length > 0 else { throw .noTurns }
        let first = Self.frame(at: start, sampleRate)
        guard first < whole.upperBound else { throw .pastEnd(start, length: time(of: whole.upperBound)) }
        offset = spans.offset(of: first)
        guard offset < spans.length else { throw .pastLastTurn(start, end: time(of: spans.frame(at: .max))) }
    }

    // MARK: What there is to see

    /// Where it is, in frames of the recording.
    package var frame: Int64 { spans.frame(at: offset) }

    /// Where it is, in meeting time.
    package var position: Duration { time(of: frame) }

    /// How long the recording is.
    package var duration: Duration { time(of: frames) }

    /// Whether all has been heard.
    package var hasEnded: Bool { offset >= spans.length }

    /// The index of the turn that is heard; nil before the first.
    package var turnIndex: Int? {
        let frame = frame
        return turns.lastIndex { $0.frames.lowerBound <= frame }
    }

    /// The meeting time of a frame.
    package func time(of frame: Int64) -> Duration {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: Int64(sampleRate))
        return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(sampleRate))
    }

    private static func frame(at time: Duration, _ sampleRate: Int) -> Int64 {
        let (seconds, rest) = max(time.nanoseconds, 0).quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * Int64(sampleRate) + (rest * Int64(sampleRate) + 500_000_000) / 1_000_000_000
    }

    // MARK: What happens

    /// Does what somebody asks for, and tells what that has changed.
    package mutating func perform(_ command: Command) -> Change {
        switch command {
        case .togglePause:
            isPaused.toggle()
            return .pause
        case .seek(let time):
            let frames = Self.frame(at: time < .zero ? .zero - time : time, sampleRate)
            return go(to: offset + (time < .zero ? -frames : frames))
        case .nextTurn:
            let frame = frame
            guard let next = turns.first(where: { $0.frames.lowerBound > frame }) else { return .nothing }
            return go(to: spans.offset(of: next.frames.lowerBound))
        case .previousTurn:
            let frame = frame
            let grace = min(2 * Int64(sampleRate), frame)
            // Just after its start it is the turn before that is meant, or one could never get there.
            let previous = turns.last { $0.frames.lowerBound < frame - grace } ?? turns.first
            return go(to: spans.offset(of: previous?.frames.lowerBound ?? 0))
        case .faster: return change(to: speed.faster)
        case .slower: return change(to: speed.slower)
        }
    }

    /// So much has been heard, in frames.
    package mutating func hear(upTo offset: Int64) {
        self.offset = min(max(offset, 0), spans.length)
    }

    /// No sound can be heard for this reason, or, with nil, it can again.
    package mutating func interrupt(_ reason: String?) {
        interruption = reason
    }

    private mutating func go(to offset: Int64) -> Change {
        self.offset = min(max(offset, 0), spans.length)
        return .position
    }

    private mutating func change(to speed: PlaybackSpeed) -> Change {
        guard speed != self.speed else { return .nothing }
        self.speed = speed
        return .speed
    }
}

/// Why a meeting cannot be played so.
package enum PlayerError: Error, Hashable, Sendable {
    /// The recording holds nothing.
    case noSound
    /// The attendee has no turns in the recording.
    case noTurns
    /// The recording ends before the offset.
    case pastEnd(Duration, length: Duration)
    /// The attendee's last turn ends before the offset.
    case pastLastTurn(Duration, end: Duration)
}
