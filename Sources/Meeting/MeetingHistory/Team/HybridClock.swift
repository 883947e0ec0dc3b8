/// The time of a change: orders all changes of a team, whatever their wall clocks say.
///
/// A hybrid logical clock (Kulkarni, Demirbas et al., "Logical Physical Clocks", 2014): as close to the wall clock as the order
/// allows. A change made after another was seen is always later, also on a device whose wall clock is hours behind.
package struct HybridClock: Hashable, Sendable, Codable, Comparable {
    /// Nanoseconds since 1970: the latest wall clock that the writer had seen.
    package let time: Int64
    /// The number of changes before it at the same `time`.
    package let counter: Int64
    /// Who wrote it: a device, or the row itself if the change is older than the team.
    package let writer: String

    private enum CodingKeys: String, CodingKey {
        case time = "t"
        case counter = "c"
        case writer = "w"
    }

    package init(time: Int64, counter: Int64, writer: String) {
        self.time = time
        self.counter = counter
        self.writer = writer
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.time, left.counter, left.writer) < (right.time, right.counter, right.writer)
    }

    /// The time of the next change of a writer who has seen this one.
    ///
    /// `wall` is the wall clock, in nanoseconds since 1970.
    package func next(at wall: Int64, by writer: String) -> HybridClock {
        if wall > time { return HybridClock(time: wall, counter: 0, writer: writer) }
        return counter < Self.largestCounter
            ? HybridClock(time: time, counter: counter + 1, writer: writer)
            : HybridClock(time: time + 1, counter: 0, writer: writer)
    }

    /// The latest time that can be, in nanoseconds since 1970: the year 2200.
    package static let latest: Int64 = 7_258_118_400_000_000_000

    /// How far the time of a change may be ahead of the server's clock, in nanoseconds: a day.
    ///
    /// A change that is later would win against all others until its time has come.
    package static let tolerance: Int64 = 86_400_000_000_000

    /// The largest counter: the change after it has the next nanosecond.
    package static let largestCounter: Int64 = 1 << 40

    /// Whether a change may have this time: later changes can follow it.
    package func isPossible(until latest: Int64) -> Bool {
        (0...min(latest, Self.latest)).contains(time) && (0...Self.largestCounter).contains(counter)
    }

    /// This time, or the latest that may be.
    package func clamped(to latest: Int64) -> HybridClock {
        isPossible(until: latest) ? self : HybridClock(time: max(0, min(time, latest)), counter: 0, writer: writer)
    }
}
