package import Glibc

extension Timestamp {
    /// The instant of a clock or a file; see `init(secondsSince1970:nanoseconds:)` for those out of range.
    package init(_ time: timespec) {
        self.init(secondsSince1970: time.tv_sec, nanoseconds: Int64(time.tv_nsec))
    }
}
