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

    /// Orders by time.
    public static func < (left: Self, right: Self) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// The instant after this duration.
    public static func + (instant: Self, duration: Duration) -> Self {
        Self(nanosecondsSince1970: instant.nanosecondsSince1970 + duration.nanoseconds)
    }
}
