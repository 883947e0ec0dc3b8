import MeetingModel

/// The stretches of real time in which the meeting is on the record, and where each lies in the recording.
///
/// Between them the countdown stands still and nothing that was heard may be kept. Instants are of the meeting's
/// clock; frames are the recording's, at `sampleRate`.
struct RecordedStretches {
    struct Stretch: Equatable {
        let start: Duration
        var end: Duration?
        /// The meeting time at `start`.
        let meetingStart: Duration
    }

    let sampleRate: Int
    private(set) var stretches: [Stretch] = []

    init(sampleRate: Int) {
        self.sampleRate = sampleRate
    }

    /// The meeting goes on the record at an instant; the first time at a meeting time.
    mutating func start(at instant: Duration, meetingTime: Duration = .zero) {
        guard stretches.last.map({ $0.end != nil }) ?? true else { return }
        let meetingStart = stretches.last.map { $0.meetingStart + ($0.end ?? $0.start) - $0.start } ?? meetingTime
        stretches.append(Stretch(start: instant, end: nil, meetingStart: meetingStart))
    }

    /// The meeting goes off the record at an instant, never before the stretch began.
    mutating func stop(at instant: Duration) {
        guard let last = stretches.last, last.end == nil else { return }
        stretches[stretches.count - 1].end = max(last.start, instant)
    }

    /// The frame of the recording that an instant of a stretch falls on.
    func frame(of instant: Duration, in stretch: Stretch) -> Int64 {
        (stretch.meetingStart + (instant - stretch.start)).frames(at: sampleRate)
    }

    /// The frame at which a stretch ends, exclusive; nil while it lasts.
    func endFrame(of stretch: Stretch) -> Int64? {
        stretch.end.map { frame(of: $0, in: stretch) }
    }
}

extension Duration {
    /// How many whole frames at a rate fit into this duration, rounded to the nearest.
    func frames(at sampleRate: Int) -> Int64 {
        let nanoseconds = nanoseconds
        let rate = Int64(sampleRate)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * rate + (rest * rate + (rest < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
    }

    /// So many frames at a rate.
    init(frames: Int64, at sampleRate: Int) {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(sampleRate))
        self = .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(sampleRate))
    }
}
