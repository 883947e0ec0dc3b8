/// An instant of the wall clock, to the nanosecond.
///
/// Meeting time is never computed from it.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, not counting leap seconds.
    public var nanosecondsSince1970: Int64

    /// Creates an instant from nanoseconds since 1970-01-01T00:00:00Z.
    public init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
    }

    /// Creates an instant from seconds and nanoseconds since 1970-01-01T00:00:00Z.
    ///
    /// An instant before 1677-09-21 or after 2262-04-11 becomes the first or last one.
    package init(secondsSince1970 seconds: Int, nanoseconds: Int64 = 0) {
        nanosecondsSince1970 = Int64(clamping: Int128(seconds) * 1_000_000_000 + Int128(nanoseconds))
    }

    /// Orders by time.
    public static func < (left: Self, right: Self) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// The instant after this duration; the last instant if that is later.
    public static func + (instant: Self, duration: Duration) -> Self {
        let sum = Int128(instant.nanosecondsSince1970) + Int128(duration.nanoseconds)
        return Self(nanosecondsSince1970: Int64(clamping: sum))
    }

    /// The instant before this duration; the first instant if that is earlier.
    package static func - (instant: Self, duration: Duration) -> Self { instant + (.zero - duration) }

    /// The duration between two instants, which is negative if `other` is the later one.
    package static func - (instant: Self, other: Self) -> Duration {
        .nanoseconds(instant.nanosecondsSince1970) - .nanoseconds(other.nanosecondsSince1970)
    }
}
