import MeetingModel

/// A clock that a page runs by itself.
///
/// Instants are milliseconds on the server's monotonic axis, the one that `WebRoute.clock` returns. No tick is sent: the
/// page computes the time from the deadline.
package enum LiveClock: Hashable, Sendable {
    /// It counts down to zero at an instant and stops there; seconds are rounded up.
    case down(zeroAt: Int64)
    /// It counts up from zero at an instant; seconds are rounded down.
    case up(since: Int64)
    /// It is stopped at a time in milliseconds, a multiple of 1000.
    case stopped(Int64)

    /// A clock stopped at a time, which is rounded to whole seconds.
    init(stoppedAt time: Duration, _ style: Duration.ClockTextStyle) {
        self = .stopped(time.wholeSeconds(style) * 1000)
    }

    /// The clock's text at an instant on the server's axis.
    func text(at now: Int64) -> String {
        switch self {
        case .down(let zeroAt): Duration.milliseconds(max(0, zeroAt - now)).clockText(.remaining)
        case .up(let since): Duration.milliseconds(max(0, now - since)).clockText(.position)
        case .stopped(let time): Duration.milliseconds(time).clockText(.length)
        }
    }
}

extension LiveClock: Encodable {
    private enum CodingKeys: String, CodingKey {
        case mode
        case zeroAt
        case since
        case value
    }

    /// Encodes `{"mode":"down","zeroAt":N}`, `{"mode":"up","since":N}` or `{"mode":"stopped","value":N}`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .down(let zeroAt):
            try container.encode("down", forKey: .mode)
            try container.encode(zeroAt, forKey: .zeroAt)
        case .up(let since):
            try container.encode("up", forKey: .mode)
            try container.encode(since, forKey: .since)
        case .stopped(let value):
            try container.encode("stopped", forKey: .mode)
            try container.encode(value, forKey: .value)
        }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded to the nearest.
    var milliseconds: Int64 {
        let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return quotient + rest / 500_000
    }
}
