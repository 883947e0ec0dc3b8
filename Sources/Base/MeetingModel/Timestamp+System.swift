package import Glibc

extension Timestamp {
    /// The wall clock's time.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(time)
    }

    /// The instant of a clock or a file; see `init(secondsSince1970:nanoseconds:)` for those out of range.
    init(_ time: timespec) {
        self.init(secondsSince1970: time.tv_sec, nanoseconds: Int64(time.tv_nsec))
    }

    package var fileTime: timespec {
        let (seconds, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
        // The nanoseconds of an instant before 1970 count forward, too.
        return timespec(
            tv_sec: Int(rest < 0 ? seconds - 1 : seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
    }
}
