internal import Glibc
package import MeetingModel

extension Timestamp {
    /// The wall clock's time.
    package static var now: Timestamp {
        var time = timespec(tv_sec: 0, tv_nsec: 0)
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(time)
    }
}
