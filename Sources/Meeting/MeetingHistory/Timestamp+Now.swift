internal import Glibc
package import MeetingModel

extension Timestamp {
    /// The wall clock's time.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(time)
    }
}
