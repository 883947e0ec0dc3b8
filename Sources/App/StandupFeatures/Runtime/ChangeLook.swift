import MeetingTiming

/// Decides when to look for changes of the history by other processes, at most once a second.
struct ChangeLook {
    /// The shortest time between two looks.
    static let interval = Duration.seconds(1)
    /// The time from a write to the look at it.
    private static let delay = Duration.milliseconds(50)

    private let timer: any DeadlineTimer
    private var last: Duration
    private var isDue: Bool
    private var lastWrite: Duration?

    /// Uses a timer that fires for each look; `isDue` says whether it is armed.
    init(timer: any DeadlineTimer, last: Duration, isDue: Bool) {
        self.timer = timer
        self.last = last
        self.isDue = isDue
    }

    mutating func wasWritten(at now: Duration) {
        lastWrite = now
        if !isDue { arm(max(now + Self.delay, last + Self.interval)) }
    }

    mutating func began(at now: Duration) {
        (last, isDue) = (now, false)
    }

    /// A look has ended: arms the next one if writes are not reported, or if the last one may be too recent to be read.
    mutating func ended(at now: Duration, isWatched: Bool) {
        let isFresh = lastWrite.map { now - $0 < Self.interval } ?? false
        if !isDue, !isWatched || isFresh { arm(now + Self.interval) }
    }

    private mutating func arm(_ instant: Duration) {
        isDue = true
        timer.arm(instant)
    }
}
