package import MeetingModel

/// The state of a playback: its position, its speed, and what commands do to them.
///
/// `PlaybackSession` plays the sound and updates the position.
package struct Player: Hashable, Sendable {
    package enum Command: Hashable, Sendable {
        case togglePause
        /// Seeks forward by a duration of played sound, or back if negative; stops at the ends.
        case seek(Duration)
        /// Seeks to an instant of the meeting, or to the next played sound after it.
        case go(to: Duration)
        case nextTurn
        /// Seeks to the start of this turn or, in its first two seconds, of the previous one.
        case previousTurn
        case faster
        case slower
    }

    package enum Change: Hashable, Sendable {
        case nothing
        case pause
        case position
        case speed
    }

    /// A turn, in frames of the recording.
    package struct Turn: Hashable, Sendable {
        package let attendee: Attendee.ID
        package let frames: Range<Int64>
    }

    /// The recording's sample rate, in Hz.
    package let sampleRate: Int
    /// The number of frames of the recording.
    package let frames: Int64
    /// The played turns, in order.
    package let turns: [Turn]
    let spans: PlayedSpans
    /// The position, in played frames.
    package private(set) var offset: Int64
    package private(set) var speed: PlaybackSpeed
    package private(set) var isPaused = false
    /// Why nothing is audible now, in one line; nil if sound is audible.
    package private(set) var interruption: String?

    /// Creates the playback of a meeting, or of one attendee's turns, from an offset in meeting time.
    ///
    /// - Parameters:
    ///   - meeting: The meeting, with its turns.
    ///   - frames: The actual number of frames of its recording.
    ///   - sampleRate: The recording's sample rate, in Hz.
    ///   - speaker: The attendee whose turns are played; nil for the whole recording.
    ///   - start: The offset to start from.
    ///   - speed: The speed.
    /// - Throws: An error if nothing is audible from there.
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
            let first = turn.start.frames(at: sampleRate)
            let last = turn.end?.frames(at: sampleRate) ?? whole.upperBound
            let range = (first..<max(first, last)).clamped(to: whole)
            return range.isEmpty ? nil : Turn(attendee: turn.attendee, frames: range)
        }
        spans = PlayedSpans(speaker == nil ? [whole] : turns.map(\.frames))
        offset = 0
        guard !whole.isEmpty else { throw .noSound }
        guard spans.length > 0 else { throw .noTurns }
        let first = max(start, .zero).frames(at: sampleRate)
        guard first < whole.upperBound else { throw .pastEnd(start, length: time(of: whole.upperBound)) }
        offset = spans.offset(of: first)
        guard offset < spans.length else { throw .pastLastTurn(start, end: time(of: spans.frame(at: .max))) }
    }

    // MARK: State

    /// The position, in frames of the recording.
    package var frame: Int64 { spans.frame(at: offset) }

    /// The position, in meeting time.
    package var position: Duration { time(of: frame) }

    /// The length of the recording.
    package var duration: Duration { time(of: frames) }

    package var hasEnded: Bool { offset >= spans.length }

    /// The index of the turn at the position, or of the last one before it; nil before the first.
    var turnIndex: Int? {
        let frame = frame
        return turns.lastIndex { $0.frames.lowerBound <= frame }
    }

    package func time(of frame: Int64) -> Duration { Duration(frames: frame, at: sampleRate) }

    // MARK: Commands and events

    package mutating func perform(_ command: Command) -> Change {
        switch command {
        case .togglePause:
            isPaused.toggle()
            return .pause
        case .seek(let time):
            let frames = (time < .zero ? .zero - time : time).frames(at: sampleRate)
            return go(to: offset + (time < .zero ? -frames : frames))
        case .go(let time):
            return go(to: spans.offset(of: min(max(time, .zero).frames(at: sampleRate), frames)))
        case .nextTurn:
            let frame = frame
            guard let next = turns.first(where: { $0.frames.lowerBound > frame }) else { return .nothing }
            return go(to: spans.offset(of: next.frames.lowerBound))
        case .previousTurn:
            let frame = frame
            let grace = min(2 * Int64(sampleRate), frame)
            // Near the start of a turn, this goes to the previous turn; otherwise the key could not get past the start.
            let previous = turns.last { $0.frames.lowerBound < frame - grace } ?? turns.first
            return go(to: spans.offset(of: previous?.frames.lowerBound ?? 0))
        case .faster: return change(to: speed.faster)
        case .slower: return change(to: speed.slower)
        }
    }

    /// Sets the position, in played frames.
    package mutating func advance(upTo offset: Int64) {
        self.offset = min(max(offset, 0), spans.length)
    }

    /// Records why nothing is audible; nil when sound is audible again.
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

/// Why a meeting cannot be played as requested.
package enum PlayerError: Error, Hashable, Sendable {
    /// The recording is empty.
    case noSound
    /// The attendee has no turns in the recording.
    case noTurns
    /// The recording ends before the offset.
    case pastEnd(Duration, length: Duration)
    /// The attendee's last turn ends before the offset.
    case pastLastTurn(Duration, end: Duration)
}
